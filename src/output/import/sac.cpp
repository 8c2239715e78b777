// Binary SAC files: 70 floats, 40 integers and 192 characters of header, then the samples as float32.
// Version 7 repeats the interval and the start as doubles behind the samples.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "output/import/station_files.hpp"
#include "scenario/names.hpp"

namespace unda::output {

using scenario::Quantity;

namespace {

constexpr std::size_t sac_header_bytes = 632, integers_at = 280, station_at = 440, component_at = 600;
// Where unda export tells the quantity, the component, and x, y, z, for which SAC has no place of its own.
constexpr std::size_t our_quantity_at = 584, our_component_at = 592, our_position_at = 40;
constexpr float not_known = -12345.0F;
// Positions among the floats and the integers of the header.
constexpr std::size_t delta_at = 0, b_at = 5, azimuth_at = 57, inclination_at = 58;
constexpr std::size_t version_at = 6, npts_at = 9, type_at = 15, quantity_at = 16, even_at = 35;

std::string contents(const std::filesystem::path& file, std::size_t most) {
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse_file(file, "cannot be opened");
  std::string bytes(most, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

class SacBytes {
 public:
  explicit SacBytes(std::string bytes) : bytes_(std::move(bytes)) {
    for (const bool big : {false, true}) {
      big_endian_ = big;
      valid_ = bytes_.size() >= sac_header_bytes && (integer(version_at) == 6 || integer(version_at) == 7);
      if (valid_) return;
    }
  }
  bool valid() const { return valid_; }
  std::size_t size() const { return bytes_.size(); }

  template <class T>
  T at(std::size_t byte) const {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), bytes_.data() + byte, sizeof(T));
    if (big_endian_ != (std::endian::native == std::endian::big)) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
  }
  float number(std::size_t k) const { return at<float>(4 * k); }
  std::int32_t integer(std::size_t k) const { return at<std::int32_t>(integers_at + 4 * k); }
  /// Eight characters without the blanks that fill them up; empty where undefined.
  std::string text(std::size_t byte) const {
    std::string word = bytes_.substr(byte, 8);
    word = word.substr(0, word.find('\0'));
    word.erase(word.find_last_not_of(' ') + 1);
    return word == "-12345" ? "" : word;
  }

 private:
  std::string bytes_;
  bool big_endian_ = false;
  bool valid_ = false;
};

/// float32 holds 0.01 as 0.00999999978: the shortest decimal that is the same float is what was meant.
double as_written(float x) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), x);
  double value = x;
  if (error == std::errc()) std::from_chars(text, end, value);
  return value;
}

/// The quantity by its name, of which a word of the header holds 8 characters.
std::optional<Quantity> our_quantity(const SacBytes& sac) {
  const std::string word = sac.text(our_quantity_at);
  for (std::size_t q = 0; q < scenario::names<Quantity>.size(); ++q)
    if (!word.empty() && word == std::string(scenario::names<Quantity>[q]).substr(0, 8)) return Quantity(q);
  return {};
}

Quantity quantity_of(const SacBytes& sac, const std::filesystem::path& file, std::optional<Quantity> given) {
  switch (sac.integer(quantity_at)) {
    case 6:
      return Quantity::displacement;
    case 7:
      return Quantity::velocity;
    case 8:
      return Quantity::acceleration;
    default:
      break;
  }
  if (const auto ours = our_quantity(sac)) return *ours;
  if (given) return *given;
  refuse_file(file, "the header does not tell the quantity (IDEP); say it with --quantity");
}

/// By orientation where the header tells it, else by the end of the component's name.
int component_of(const SacBytes& sac, const std::filesystem::path& file, Quantity quantity) {
  if (quantity == Quantity::pressure) return 0;
  const std::vector<std::string> names = component_names(quantity, 3);
  if (our_quantity(sac))
    for (std::size_t c = 0; c < names.size(); ++c)
      if (sac.text(our_component_at) == names[c]) return static_cast<int>(c);
  std::string name = sac.text(component_at);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (quantity == Quantity::stress) {
    for (std::size_t c = 0; c < names.size(); ++c)
      if (name.ends_with(names[c])) return static_cast<int>(c);
    refuse_file(file, fmt::format("component \"{}\" does not end in a stress component (xx ... yz)", name));
  }
  const float azimuth = sac.number(azimuth_at), inclination = sac.number(inclination_at);
  if (azimuth != not_known && inclination != not_known) {
    const auto near = [](float x, float y) { return std::abs(x - y) < 0.5F; };
    if (near(inclination, 0)) return 2;
    if (near(inclination, 90) && near(azimuth, 90)) return 0;
    if (near(inclination, 90) && near(azimuth, 0)) return 1;
    refuse_file(file,
                fmt::format("points to azimuth {:g}, inclination {:g} degrees (CMPAZ, CMPINC); allowed: east (90, 90), "
                            "north (0, 90), up (0, 0). Rotate it first",
                            azimuth, inclination));
  }
  if (name.ends_with('x') || name.ends_with('e')) return 0;
  if (name.ends_with('y') || name.ends_with('n')) return 1;
  if (name.ends_with('z')) return 2;
  refuse_file(
      file,
      fmt::format("component \"{}\" does not end in E, N, Z or X, Y, Z, and the header tells no orientation", name));
}

}  // namespace

bool is_sac(const std::filesystem::path& file) { return SacBytes(contents(file, sac_header_bytes)).valid(); }

StationTrace read_sac(const std::filesystem::path& file, std::optional<Quantity> quantity) {
  std::error_code error;
  const SacBytes sac(contents(file, static_cast<std::size_t>(std::filesystem::file_size(file, error))));
  if (!sac.valid()) refuse_file(file, "is not a binary SAC file of version 6 or 7");
  if (sac.integer(type_at) != 1 || sac.integer(even_at) != 1)
    refuse_file(file, "is not an evenly sampled time series (IFTYPE, LEVEN)");
  const auto n = static_cast<std::int64_t>(sac.integer(npts_at));
  const bool with_footer = sac.integer(version_at) == 7;
  const std::int64_t needed = static_cast<std::int64_t>(sac_header_bytes) + 4 * n + (with_footer ? 176 : 0);
  if (n < 2 || static_cast<std::int64_t>(sac.size()) < needed)
    refuse_file(file, fmt::format("{} samples (NPTS) would need {} bytes; the file has {}: it is damaged", n, needed,
                                  sac.size()));
  StationTrace trace;
  trace.file = file;
  trace.label = sac.text(station_at).empty() ? file.stem().string() : sac.text(station_at);
  trace.quantity = quantity_of(sac, file, quantity);
  trace.component = component_of(sac, file, trace.quantity);
  if (our_quantity(sac))
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const float x = sac.number(our_position_at + axis); x != not_known) trace.position[axis] = as_written(x);
  const std::size_t footer = sac_header_bytes + 4 * static_cast<std::size_t>(n);
  trace.interval = with_footer ? sac.at<double>(footer) : as_written(sac.number(delta_at));
  trace.start = with_footer ? sac.at<double>(footer + 8) : as_written(sac.number(b_at));
  if (trace.start == not_known) trace.start = 0;
  if (!(trace.interval > 0) || !std::isfinite(trace.interval) || !std::isfinite(trace.start))
    refuse_file(file, fmt::format("interval {:g} s, start {:g} s (DELTA, B): the file is damaged", trace.interval,
                                  trace.start));
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    trace.values.push_back(sac.at<float>(sac_header_bytes + 4 * i));
    if (!std::isfinite(trace.values.back())) refuse_file(file, fmt::format("sample {} is not finite", i + 1));
  }
  return trace;
}

}  // namespace unda::output

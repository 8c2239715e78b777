// CMTSOLUTION and FORCESOLUTION: lines to events.
#include "scenario/solution_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "base/utc.hpp"
#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

struct Entry {
  int line = 0;
  std::string value;
};

struct Block {
  TextLine header;
  std::map<std::string, Entry> entries;  ///< by canonical key
};

/// Spellings in lower case, and the key by which they are known here.
const std::map<std::string, std::string>& keys() {
  static const std::map<std::string, std::string> known = [] {
    std::map<std::string, std::string> made{
        {"latorutm", "latitude"}, {"longorutm", "longitude"}, {"lonorutm", "longitude"}, {"hdurorf0", "f0"}};
    for (const char* key :
         {"event name", "time shift", "half duration", "latitude", "longitude", "depth", "mrr", "mtt", "mpp", "mrt",
          "mrp", "mtp", "f0", "source time function", "factor force source", "component dir vect source e",
          "component dir vect source n", "component dir vect source z_up"})
      made[key] = key;
    return made;
  }();
  return known;
}

/// "  Time   Shift" to "time shift".
std::string canonical(const std::string& text) {
  std::string out;
  for (const std::string& word : words_of(text)) out += (out.empty() ? "" : " ") + word;
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::vector<Block> blocks_in(const std::vector<TextLine>& lines, std::vector<FileComplaint>& complaints) {
  std::vector<Block> blocks;
  for (const TextLine& line : lines) {
    const auto colon = line.text.find(':');
    const auto found = colon == std::string::npos ? keys().end() : keys().find(canonical(line.text.substr(0, colon)));
    if (found == keys().end()) {
      // A header may hold a colon too, in its time of day.
      if (colon != std::string::npos && line.text.find_first_of("0123456789") > colon)
        complaints.push_back({line.number, fmt::format("found '{}'; is neither an event's header nor a known key",
                                                       shortened(line.text))});
      else
        blocks.push_back({line, {}});
      continue;
    }
    if (blocks.empty()) {
      complaints.push_back({line.number,
                            "an event starts with its header line, for instance 'PDE 2011 3 11 5 46 23.0 "
                            "38.3 142.4 30.0 8.9 8.9 HONSHU' or 'FORCE 001'"});
      return {};
    }
    const std::string value = line.text.substr(colon + 1);
    if (!blocks.back().entries.emplace(found->second, Entry{line.number, value}).second)
      complaints.push_back({line.number, fmt::format("{} stands twice in this event", found->second)});
  }
  return blocks;
}

/// Reads numbers of one block and keeps what is wrong.
class Numbers {
 public:
  Numbers(const Block& block, std::vector<FileComplaint>& complaints) : block_(block), complaints_(complaints) {}

  double required(const std::string& key, const std::string& meaning) {
    const auto found = block_.entries.find(key);
    if (found == block_.entries.end()) {
      complain(block_.header.number, fmt::format("the event that starts here has no '{}': give {}", key, meaning));
      return 0;
    }
    const auto words = words_of(found->second.value);
    const auto value = words.size() == 1 ? number_of(words[0]) : std::optional<double>();
    if (!value)
      complain(found->second.line,
               fmt::format("{}: found '{}'; must be {}", key, shortened(canonical(found->second.value)), meaning));
    return value.value_or(0);
  }
  double not_negative(const std::string& key, const std::string& meaning) {
    const double value = required(key, meaning);
    if (value < 0) complain(line(key), fmt::format("{}: found {}; must be {}, 0 or more", key, value, meaning));
    return value;
  }
  bool given(const std::string& key) const { return block_.entries.contains(key); }
  int line(const std::string& key) const {
    const auto found = block_.entries.find(key);
    return found == block_.entries.end() ? block_.header.number : found->second.line;
  }
  void complain(int line, const std::string& text) { complaints_.push_back({line, text}); }

 private:
  const Block& block_;
  std::vector<FileComplaint>& complaints_;
};

/// "PDEW2011 3 11 5 46 23.00 ...": the catalogue, perhaps grown together with the year, then date and time.
std::optional<std::int64_t> origin_time(const std::string& header) {
  const auto digits = header.find_first_of("0123456789");
  if (digits == std::string::npos) return {};
  const std::vector<std::string> words = words_of(header.substr(digits));
  if (words.size() < 6) return {};
  std::array<double, 6> n{};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto value = number_of(words[i]);
    if (!value || *value < 0 || *value > 9999 || (i < 5 && *value != std::floor(*value))) return {};
    n[i] = *value;
  }
  const auto whole = [&](std::size_t i) { return static_cast<int>(n[i]); };
  const auto minute = utc_from({whole(0), whole(1), whole(2), whole(3), whole(4), 0, 0, 1});
  if (!minute || n[5] > 61) return {};
  return *minute + std::llround(n[5] * 1e6);
}

void read_moment(Numbers& in, SolutionEvent& event) {
  constexpr std::array<const char*, 6> names{"mrr", "mtt", "mpp", "mrt", "mrp", "mtp"};
  std::array<double, 6> m{};
  for (std::size_t i = 0; i < 6; ++i) m[i] = in.required(names[i], "a component of the moment tensor in dyne cm");
  event.kind = SourceKind::moment_tensor;
  event.moment = moment_from_cmt(m);
  event.half_duration = in.not_negative("half duration", "the half duration in s");
  event.width_line = in.line("half duration");
}

void read_force(Numbers& in, SolutionEvent& event) {
  const double factor = in.required("factor force source", "the size of the force in N");
  Vector direction{in.required("component dir vect source e", "the direction's east component"),
                   in.required("component dir vect source n", "the direction's north component"),
                   in.required("component dir vect source z_up", "the direction's upward component")};
  const double length = norm(direction);
  if (in.given("component dir vect source z_up") && length < 1e-9)
    in.complain(in.line("component dir vect source e"), "the direction of the force has no length");
  event.kind = SourceKind::force;
  if (length > 0) event.force = (factor / length) * direction;
  event.width_line = in.line("f0");
  // 0 Gaussian, 1 Ricker, then others; older files have no such line and mean a Ricker wavelet.
  const double shape = in.given("source time function") ? in.required("source time function", "0 or 1") : 1;
  event.ricker = shape == 1;
  if (shape != 0 && shape != 1)
    in.complain(in.line("source time function"),
                fmt::format("source time function: found {}; allowed: 0 (Gaussian) and 1 (Ricker)", shape));
  if (event.ricker)
    event.frequency = in.not_negative("f0", "the frequency of the Ricker wavelet in Hz");
  else
    event.half_duration = in.not_negative("f0", "the half duration in s");
}

SolutionEvent event_of(const Block& block, std::vector<FileComplaint>& complaints) {
  SolutionEvent event;
  Numbers in(block, complaints);
  event.line = block.header.number;
  event.latitude_line = in.line("latitude");
  event.depth_line = in.line("depth");
  if (in.given("event name")) event.name = canonical(block.entries.at("event name").value);
  if (!in.given("mrr") && !in.given("factor force source")) {
    in.complain(event.line,
                "the event that starts here has neither 'Mrr' (a CMTSOLUTION) nor 'factor force source' (a "
                "FORCESOLUTION)");
    return event;
  }
  event.time_shift = in.required("time shift", "the time shift in s");
  event.latitude = in.required("latitude", "the latitude in degrees (or y in m)");
  event.longitude = in.required("longitude", "the longitude in degrees (or x in m)");
  event.depth = 1000 * in.not_negative("depth", "the depth below the surface in km");
  if (in.given("mrr")) {
    event.origin_time = origin_time(block.header.text);
    read_moment(in, event);
  } else {
    read_force(in, event);
  }
  return event;
}

}  // namespace

std::array<double, 6> moment_from_cmt(const std::array<double, 6>& m) {
  constexpr double dyne_cm = 1e-7;  // N m
  const auto [rr, tt, pp, rt, rp, tp] = m;
  return {dyne_cm * pp, dyne_cm * tt, dyne_cm * rr, -dyne_cm * tp, dyne_cm * rp, -dyne_cm * rt};
}

namespace {
constexpr double sigmas_in_half_duration = 1.628 * std::numbers::sqrt2;
}

double sigma_of_half_duration(double half_duration) { return half_duration / sigmas_in_half_duration; }

double half_duration_of_sigma(double sigma) { return sigma * sigmas_in_half_duration; }

std::vector<SolutionEvent> read_solutions(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::vector<SolutionEvent> events;
  for (const Block& block : blocks_in(text_lines(file, complaints), complaints))
    events.push_back(event_of(block, complaints));
  if (events.empty() && complaints.empty())
    complaints.push_back({0, "holds no event; it must be a CMTSOLUTION or a FORCESOLUTION"});
  return events;
}

}  // namespace unda::scenario

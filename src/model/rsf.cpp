// Madagascar's RSF: a text header of key=value words (n1 d1 o1 label1 ... in data_format esize), axis 1
// fastest. The samples stand in the file named by `in`, or behind the header after the bytes 0c 0c 04.
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

constexpr std::string_view end_of_header = "\x0c\x0c\x04";
constexpr std::uint64_t longest_header = 1 << 20;
constexpr int most_axes = 9;

/// The words key=value of the text; a later one replaces an earlier one, as Madagascar appends its history.
std::map<std::string, std::string, std::less<>> parse_words(std::string_view text) {
  std::map<std::string, std::string, std::less<>> words;
  constexpr std::string_view space = " \t\r\n";
  while (true) {
    const auto start = text.find_first_not_of(space);
    if (start == text.npos) return words;
    text.remove_prefix(start);
    const auto stop = text.find_first_of(" \t\r\n=");
    const std::string_view key = text.substr(0, stop);
    text.remove_prefix(key.size());
    if (!text.starts_with('=')) continue;
    text.remove_prefix(1);
    const bool quoted = text.starts_with('"') || text.starts_with('\'');
    const auto end = quoted ? text.find(text.front(), 1) : text.find_first_of(space);
    const std::string_view value = quoted ? text.substr(1, end == text.npos ? end : end - 1) : text.substr(0, end);
    words.insert_or_assign(std::string(key), std::string(value));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

class Header {
 public:
  Header(BinaryFile& file, std::string_view text) : file_(file), words_(parse_words(text)) {}

  std::string text(const std::string& key) const {
    const auto found = words_.find(key);
    return found == words_.end() ? std::string() : found->second;
  }
  bool has(const std::string& key) const { return words_.contains(key); }

  template <class T>
  T number(const std::string& key, T otherwise) const {
    if (!has(key)) return otherwise;
    const std::string word = text(key);
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
      file_.fail(fmt::format("bad header: {}={} is not a number", key, word));
    return value;
  }

 private:
  BinaryFile& file_;
  std::map<std::string, std::string, std::less<>> words_;
};

/// Shape slowest first; axes of length 1 beyond the last longer one do not count.
std::vector<std::int64_t> shape_of(const BinaryFile& binary, const Header& header) {
  if (!header.has("n1")) binary.fail("is not an RSF header: n1 is missing");
  std::vector<std::int64_t> lengths;  // fastest first
  for (int axis = 1; axis <= most_axes; ++axis)
    lengths.push_back(header.number<std::int64_t>(fmt::format("n{}", axis), 1));
  while (lengths.size() > 1 && lengths.back() == 1) lengths.pop_back();
  return {lengths.rbegin(), lengths.rend()};
}

bool is_depth(const std::string& label) { return label.find("epth") != label.npos || label.find("EPTH") != label.npos; }

/// Where every axis has its spacing.
std::optional<SampleGeometry> geometry_of(const Header& header, std::size_t n_axes) {
  SampleGeometry geometry;
  for (std::size_t axis = n_axes; axis >= 1; --axis) {
    if (!header.has(fmt::format("d{}", axis))) return std::nullopt;
    const double sign = is_depth(header.text(fmt::format("label{}", axis))) ? -1 : 1;
    geometry.origin.push_back(sign * header.number<double>(fmt::format("o{}", axis), 0));
    geometry.spacing.push_back(sign * header.number<double>(fmt::format("d{}", axis), 1));
  }
  return geometry;
}

std::vector<float> read_ascii(BinaryFile& data, std::uint64_t offset, std::uint64_t n) {
  const std::uint64_t available = offset < data.size() ? data.size() - offset : 0;
  // A number takes a digit and a space at least.
  if (n > available / 2 + 1) data.fail(fmt::format("is too short: {} bytes for {} numbers", available, n));
  const std::string text = data.bytes(offset, available);
  std::vector<float> samples;
  samples.reserve(n);
  const char *at = text.data(), *end = at + text.size();
  const auto skip_space = [&] {
    while (at != end && (*at == ' ' || (*at >= '\t' && *at <= '\r'))) ++at;
  };
  for (skip_space(); at != end; skip_space()) {
    double value = 0;
    if (*at == '+') ++at;
    const auto [after, error] = std::from_chars(at, end, value);
    if (error != std::errc()) data.fail(fmt::format("sample {} is not a number", samples.size()));
    at = after;
    if (samples.size() == n) data.fail(fmt::format("is too long: the header asks for {} numbers", n));
    samples.push_back(static_cast<float>(value));
  }
  if (samples.size() != n) data.fail(fmt::format("is too short: {} numbers of {}", samples.size(), n));
  return samples;
}

std::vector<float> read_data(BinaryFile& data, std::uint64_t offset, const Header& header,
                             const std::vector<std::int64_t>& shape) {
  const std::string format = header.has("data_format") ? header.text("data_format") : "native_float";
  if (format == "ascii_float") return read_ascii(data, offset, data.count(shape));
  const bool is_xdr = format == "xdr_float";
  if (format != "native_float" && !is_xdr)
    data.fail(fmt::format("data_format={} is not supported; allowed: native_float, xdr_float, ascii_float", format));
  const auto bytes = header.number<std::int64_t>("esize", 4);
  if (bytes != 4) data.fail(fmt::format("esize={} is not supported; allowed: 4", bytes));
  return data.array(offset, shape, {ScalarType::Kind::floating, 4, is_xdr});
}

}  // namespace

std::filesystem::path rsf_data_file(const std::filesystem::path& file) {
  BinaryFile binary(file);
  const std::string head = binary.bytes(0, longest_header);
  const auto end = head.find(end_of_header);
  const std::string in = Header(binary, std::string_view(head).substr(0, end)).text("in");
  return in.empty() || in == "stdin" ? std::filesystem::path() : file.parent_path() / in;
}

SampledArray read_rsf(const std::filesystem::path& file) {
  BinaryFile binary(file);
  const std::string head = binary.bytes(0, longest_header);
  const auto end = head.find(end_of_header);
  const Header header(binary, std::string_view(head).substr(0, end));
  SampledArray array;
  array.shape = shape_of(binary, header);
  array.geometry = geometry_of(header, array.shape.size());

  const std::string in = header.text("in");
  if (in == "stdin" || (in.empty() && end != head.npos)) {
    if (end == head.npos) binary.fail("in=\"stdin\", but no samples follow the header");
    array.data = read_data(binary, end + end_of_header.size(), header, array.shape);
  } else {
    if (in.empty()) binary.fail("the header does not name the file of the samples (in=)");
    BinaryFile data(file.parent_path() / in);
    array.data = read_data(data, 0, header, array.shape);
  }
  return array;
}

}  // namespace unda::model

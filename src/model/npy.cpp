// NumPy's .npy: "\x93NUMPY", version, length of the header, the header (a Python dictionary with descr,
// fortran_order and shape), then the samples.
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

struct NpyHeader {
  ScalarType type;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

/// The literals of Python that a header may hold: a dictionary of a string, a truth value and a tuple of
/// integers.
class HeaderParser {
 public:
  HeaderParser(const BinaryFile& file, std::string_view text) : file_(file), rest_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string_view key = string();
      expect(':');
      if (key == "descr") {
        header.type = type(string());
        has_type = true;
      } else if (key == "fortran_order") {
        header.fortran_order = truth();
        has_order = true;
      } else if (key == "shape") {
        header.shape = tuple();
        has_shape = true;
      } else {
        bad(fmt::format("unknown key '{}'", key));
      }
      if (!accept(',') && peek() != '}') bad("a ',' or '}' is missing");
    }
    if (peek() != '\0') bad("something follows the '}'");
    if (!has_type || !has_order || !has_shape) bad("descr, fortran_order or shape is missing");
    return header;
  }

 private:
  [[noreturn]] void bad(const std::string& reason) const { file_.fail("bad header: " + reason); }

  char peek() {
    const auto first = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool accept(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) bad(fmt::format("a '{}' is missing", c));
  }
  bool accept_word(std::string_view word) {
    if (peek() == '\0' || !rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') bad("a quoted name is missing (arrays of records are not supported)");
    const auto end = rest_.find(quote, 1);
    if (end == std::string_view::npos) bad("a quote is not closed");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool truth() {
    if (accept_word("True")) return true;
    if (accept_word("False")) return false;
    bad("fortran_order is neither True nor False");
  }

  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> values;
    expect('(');
    while (!accept(')')) {
      std::int64_t value = 0;
      peek();
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (error != std::errc() || value < 0) bad("the shape is not a tuple of lengths");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      accept('L');  // a long integer of Python 2
      values.push_back(value);
      if (!accept(',') && peek() != ')') bad("the shape is not a tuple of lengths");
    }
    return values;
  }

  /// Byte order, kind and width, for instance "<f4".
  ScalarType type(std::string_view descr) const {
    using Kind = ScalarType::Kind;
    const std::string_view orders = "<>=|", widths = "1248";
    if (descr.size() == 3 && orders.find(descr[0]) != orders.npos && widths.find(descr[2]) != widths.npos) {
      const int bytes = descr[2] - '0';
      const bool big_endian = descr[0] == '>';
      if (descr[1] == 'f' && bytes >= 4) return {Kind::floating, bytes, big_endian};
      if (descr[1] == 'i') return {Kind::integer, bytes, big_endian};
      if (descr[1] == 'u') return {Kind::unsigned_integer, bytes, big_endian};
    }
    file_.fail(fmt::format("type '{}' is not supported; allowed: float32, float64 and integers", descr));
  }

  const BinaryFile& file_;
  std::string_view rest_;
};

/// From the first axis contiguous to the last axis contiguous.
std::vector<float> to_row_major(const std::vector<float>& from, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> stride(shape.size(), 1), index(shape.size(), 0);
  for (std::size_t a = 1; a < shape.size(); ++a) stride[a] = stride[a - 1] * shape[a - 1];
  std::vector<float> to(from.size());
  std::int64_t source = 0;
  for (float& sample : to) {
    sample = from[static_cast<std::size_t>(source)];
    for (std::size_t a = shape.size(); a-- > 0;) {
      source += stride[a];
      if (++index[a] < shape[a]) break;
      source -= stride[a] * shape[a];
      index[a] = 0;
    }
  }
  return to;
}

}  // namespace

SampledArray read_npy(const std::filesystem::path& file) {
  BinaryFile binary(file);
  const std::string head = binary.bytes(0, 12);
  if (head.size() < 12 || !head.starts_with("\x93NUMPY"))
    binary.fail("is not a .npy file (it does not begin with \\x93NUMPY)");
  const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(head[i])); };
  const std::uint64_t version = byte(6);
  if (version < 1 || version > 3) binary.fail(fmt::format("is of .npy version {}; allowed: 1, 2, 3", version));
  const std::uint64_t start = version == 1 ? 10 : 12;
  const std::uint64_t length =
      version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > binary.size() - start) binary.fail("ends within its header");

  const std::string text = binary.bytes(start, length);
  NpyHeader header = HeaderParser(binary, text).parse();
  SampledArray array{binary.array(start + length, header.shape, header.type), std::move(header.shape), std::nullopt};
  if (header.fortran_order && array.shape.size() > 1) array.data = to_row_major(array.data, array.shape);
  return array;
}

}  // namespace unda::model

// A binary file of numbers, read in blocks and converted to float.
// See binary_file.hpp.
#include "model/binary_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

template <class T>
void convert(const char* from, std::size_t n, bool swap, float* to) {
  for (std::size_t i = 0; i < n; ++i) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, from + i * sizeof(T), sizeof(T));
    if (swap) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    to[i] = static_cast<float>(value);
  }
}

using Convert = void (*)(const char*, std::size_t, bool, float*);

Convert converter(const ScalarType& type) {
  using Kind = ScalarType::Kind;
  const bool is_signed = type.kind == Kind::integer;
  if (type.kind == Kind::floating) return type.bytes == 4 ? convert<float> : convert<double>;
  switch (type.bytes) {
    case 1:
      return is_signed ? convert<std::int8_t> : convert<std::uint8_t>;
    case 2:
      return is_signed ? convert<std::int16_t> : convert<std::uint16_t>;
    case 4:
      return is_signed ? convert<std::int32_t> : convert<std::uint32_t>;
    default:
      return is_signed ? convert<std::int64_t> : convert<std::uint64_t>;
  }
}

}  // namespace

BinaryFile::BinaryFile(const std::filesystem::path& file) : file_(file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) fail("there is no such file");
  if (!std::filesystem::is_regular_file(status)) fail("is not a file");
  size_ = std::filesystem::file_size(file, error);
  if (error) fail("cannot be read: " + error.message());
  stream_.open(file, std::ios::binary);
  if (!stream_) fail("cannot be opened for reading");
}

void BinaryFile::fail(const std::string& message) const {
  throw InputError(fmt::format("'{}': {}", file_.string(), message));
}

void BinaryFile::read(char* to, std::uint64_t bytes) {
  stream_.read(to, static_cast<std::streamsize>(bytes));
  if (!stream_) fail("reading failed");
}

std::string BinaryFile::bytes(std::uint64_t offset, std::uint64_t length) {
  if (offset >= size_) return {};
  std::string text(std::min(length, size_ - offset), '\0');
  stream_.seekg(static_cast<std::streamoff>(offset));
  read(text.data(), text.size());
  return text;
}

std::uint64_t BinaryFile::count(const std::vector<std::int64_t>& shape) const {
  if (shape.empty()) fail("the shape of its array is empty");
  std::int64_t n = 1;
  for (const std::int64_t length : shape) {
    if (length < 1) fail(fmt::format("shape {} is not allowed; each length must be at least 1", shape_text(shape)));
    // A factor 8 is kept free for the bytes of a sample.
    if (__builtin_mul_overflow(n, length, &n) || n > std::numeric_limits<std::int64_t>::max() / 8)
      fail(fmt::format("shape {} has more samples than any file can hold", shape_text(shape)));
  }
  return static_cast<std::uint64_t>(n);
}

std::vector<float> BinaryFile::array(std::uint64_t offset, const std::vector<std::int64_t>& shape,
                                     const ScalarType& type) {
  const std::uint64_t n = count(shape), width = static_cast<std::uint64_t>(type.bytes);
  const std::uint64_t available = offset <= size_ ? size_ - offset : 0;
  if (available != n * width)
    fail(fmt::format("{}: shape {} of {} bytes a sample needs {} bytes, the file holds {}{}",
                     available < n * width ? "is too short" : "is too long", shape_text(shape), width, n * width,
                     available, offset > 0 ? fmt::format(" after the first {}", offset) : ""));
  return read_numbers(offset, n, type);
}

std::vector<float> BinaryFile::part(std::uint64_t offset, std::int64_t number, const std::vector<std::int64_t>& shape,
                                    const ScalarType& type) {
  const std::uint64_t n = count(shape);
  return read_numbers(offset + static_cast<std::uint64_t>(number) * n * static_cast<std::uint64_t>(type.bytes), n,
                      type);
}

std::vector<float> BinaryFile::read_numbers(std::uint64_t offset, std::uint64_t n, const ScalarType& type) {
  const auto width = static_cast<std::uint64_t>(type.bytes);
  stream_.seekg(static_cast<std::streamoff>(offset));
  std::vector<float> samples(n);
  const bool swap = type.big_endian == (std::endian::native == std::endian::little) && width > 1;
  const Convert to_float = converter(type);
  constexpr std::uint64_t block = 1 << 16;
  std::vector<char> buffer(std::min(n, block) * width);
  for (std::uint64_t done = 0; done < n; done += block) {
    const std::uint64_t now = std::min(block, n - done);
    read(buffer.data(), now * width);
    to_float(buffer.data(), now, swap, samples.data() + done);
  }
  return samples;
}

}  // namespace unda::model

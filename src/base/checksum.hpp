// A checksum of bytes, 64 bits wide: tells changed data from unchanged, not friend from foe. Four lanes take words of
// 64 bits in turn,
//   h <- (h xor w) * p,   p odd,   h <- h xor (h >> 32),
// each a one-to-one map of h: a change within one word always changes the result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace unda {

class Checksum {
 public:
  void add(std::span<const std::byte> bytes);
  void add(const std::string& text) { add(std::as_bytes(std::span(text.data(), text.size()))); }
  /// Of all that was added, in whatever pieces it came.
  std::uint64_t value() const;

 private:
  static constexpr std::size_t block = 32;
  void take(const std::byte* bytes);

  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
  std::array<std::byte, block> rest_{};
  std::size_t n_rest_ = 0;
  std::uint64_t length_ = 0;
};

/// 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t number);

/// Of a file's content, as 16 hexadecimal digits. Throws RunError where it cannot be read.
std::string checksum_of_file(const std::filesystem::path& file);

}  // namespace unda

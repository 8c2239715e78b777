// Checksums of bytes and files.
#include "base/checksum.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda {
namespace {

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, odd

std::uint64_t mixed(std::uint64_t h, std::uint64_t word) {
  h = (h ^ word) * factor;
  return h ^ (h >> 32);
}

}  // namespace

void Checksum::take(const std::byte* bytes) {
  for (std::size_t n = 0; n < lanes_.size(); ++n) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + 8 * n, 8);
    lanes_[n] = mixed(lanes_[n], word);
  }
}

void Checksum::add(std::span<const std::byte> bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    if (n_rest_ == 0 && bytes.size() >= block) {
      take(bytes.data());
      bytes = bytes.subspan(block);
      continue;
    }
    const std::size_t n = std::min(block - n_rest_, bytes.size());
    std::copy_n(bytes.begin(), n, rest_.begin() + static_cast<std::ptrdiff_t>(n_rest_));
    n_rest_ += n;
    bytes = bytes.subspan(n);
    if (n_rest_ < block) return;
    take(rest_.data());
    n_rest_ = 0;
  }
}

std::uint64_t Checksum::value() const {
  Checksum end = *this;
  std::fill(end.rest_.begin() + static_cast<std::ptrdiff_t>(n_rest_), end.rest_.end(), std::byte{0});
  end.take(end.rest_.data());
  std::uint64_t h = length_;
  for (const std::uint64_t lane : end.lanes_) h = mixed(h, lane);
  return h;
}

std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string checksum_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  Checksum sum;
  std::vector<char> block(std::size_t{1} << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0)
    sum.add(std::as_bytes(std::span(block.data(), static_cast<std::size_t>(in.gcount()))));
  require(in.eof() && !in.bad(), "{}: cannot be read", file.string());
  return hexadecimal(sum.value());
}

}  // namespace unda

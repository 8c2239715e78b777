// Every flipped bit, every lost or added byte changes the checksum; the pieces in which bytes come do not.
#include "base/checksum.hpp"

#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace unda::checksum_test {
namespace {

std::uint64_t sum_of(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

std::vector<std::byte> bytes_of(std::size_t n) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < n; ++i) bytes.push_back(static_cast<std::byte>(i * 37 + i / 256));
  return bytes;
}

TEST(Checksum, AnyFlippedBitIsSeen) {
  std::vector<std::byte> bytes = bytes_of(205);
  std::set<std::uint64_t> seen{sum_of(bytes)};
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_TRUE(seen.insert(sum_of(bytes)).second) << "bit " << bit;
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
  }
}

TEST(Checksum, LengthCounts) {
  std::set<std::uint64_t> seen;
  const std::vector<std::byte> zeros(100, std::byte{0});
  for (std::size_t n = 0; n <= zeros.size(); ++n) EXPECT_TRUE(seen.insert(sum_of({zeros.data(), n})).second) << n;
}

TEST(Checksum, PiecesDoNotCount) {
  const std::vector<std::byte> bytes = bytes_of(1000);
  for (const std::size_t piece : {1UL, 7UL, 31UL, 32UL, 33UL, 500UL}) {
    Checksum sum;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      sum.add({bytes.data() + at, std::min(piece, bytes.size() - at)});
    EXPECT_EQ(sum.value(), sum_of(bytes)) << piece;
  }
}

}  // namespace
}  // namespace unda::checksum_test

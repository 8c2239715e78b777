// The SEG-Y reader, against files written here byte by byte.
#include "model/sampled_array.hpp"
#include "unit/model/support.hpp"

namespace unda::model::test::segy_test {
namespace {

using Shape = std::vector<std::int64_t>;

/// IBM's single float: sign, exponent of 16 with bias 64, 24 bits of fraction.
std::string ibm(float value) {
  if (value == 0) return std::string(4, '\0');
  double fraction = std::abs(static_cast<double>(value));
  int exponent = 64;
  for (; fraction >= 1; fraction /= 16) ++exponent;
  for (; fraction < 1.0 / 16; fraction *= 16) --exponent;
  const auto bits = static_cast<std::uint32_t>(fraction * (1 << 24));
  return bytes_of<std::uint32_t>({(value < 0 ? 1u << 31 : 0) | static_cast<std::uint32_t>(exponent) << 24 | bits},
                                 true);
}

std::string segy_file(const std::vector<float>& values, int samples, int format) {
  std::string bytes(3200, ' ');
  std::string header(400, '\0');
  header.replace(20, 2, bytes_of<std::uint16_t>({static_cast<std::uint16_t>(samples)}, true));
  header.replace(24, 2, bytes_of<std::uint16_t>({static_cast<std::uint16_t>(format)}, true));
  bytes += header;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % static_cast<std::size_t>(samples) == 0) bytes += std::string(240, '\0');
    bytes += format == 1 ? ibm(values[i]) : bytes_of<float>({values[i]}, true);
  }
  return bytes;
}

const std::vector<float> twelve{1500, 1500.5, 2000, 0.125, 3, 4, 5, 6, 7, 8, -9, 0};

TEST(Segy, IbmAndIeee) {
  const Folder folder;
  for (const int format : {1, 5}) {
    const auto file = folder.write("a.sgy", segy_file(twelve, 3, format));
    const SampledArray a = read_segy(file, {});
    EXPECT_EQ(a.shape, (Shape{4, 3}));
    EXPECT_EQ(a.data, twelve) << format;
    EXPECT_EQ(read_segy(file, {2, 2, 3}).shape, (Shape{2, 2, 3}));
  }
  EXPECT_EQ(read_segy(folder.write("b.sgy", segy_file(twelve, 12, 5)), {}).shape, (Shape{12}));
}

TEST(Segy, MoreSamplesThanASignedShortHolds) {
  const Folder folder;
  const SampledArray a = read_segy(folder.write("a.sgy", segy_file(std::vector<float>(80000, 2.5f), 40000, 5)), {});
  EXPECT_EQ(a.shape, (Shape{2, 40000}));
  EXPECT_EQ(a.data.back(), 2.5f);
}

TEST(Segy, BadFilesAreRefused) {
  const Folder folder;
  const auto refused = [&](const std::string& bytes, const Shape& shape = {}) {
    const auto file = folder.write("a.sgy", bytes);
    return message_of([&] { read_segy(file, shape); });
  };
  const std::string whole = segy_file(twelve, 3, 5);
  EXPECT_TRUE(contains(refused(whole.substr(0, whole.size() - 4)), "not a whole number of traces"));
  EXPECT_TRUE(contains(refused(whole + "abcd"), "not a whole number of traces"));
  EXPECT_TRUE(contains(refused(whole.substr(0, 3600)), "too short"));
  EXPECT_TRUE(contains(refused(""), "too short"));
  EXPECT_TRUE(contains(refused(segy_file(twelve, 3, 3)), "sample format 3"));
  std::string none = whole;
  none.replace(20, 2, std::string(2, '\0')).replace(3220, 2, std::string(2, '\0'));
  EXPECT_TRUE(contains(refused(none), "0 samples"));
  EXPECT_TRUE(contains(refused(whole, {4, 2}), "shape [4, 2] does not fit its 4 traces of 3 samples"));
  EXPECT_TRUE(contains(refused(whole, {3, 2, 3}), "does not fit"));
  EXPECT_TRUE(contains(refused(whole, {0, 3}), "at least 1"));
}

}  // namespace
}  // namespace unda::model::test::segy_test

// SW4's raster files, .rfile: a header (byte order, precision, attenuation, azimuth, origin, projection), a block of elevations, and blocks
// of materials from the top down, [x][y][z][rho vp vs, perhaps qp qs]. There x is north, y east and z down; -999 stands above the ground.
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

constexpr float above_ground = -999;

/// Numbers one after the other.
class RasterReader {
 public:
  explicit RasterReader(BinaryFile& file) : file_(file) {}

  template <class T>
  T next() {
    std::string bytes = file_.bytes(at_, sizeof(T));
    if (bytes.size() < sizeof(T)) file_.fail("ends within its header");
    at_ += sizeof(T);
    if (is_swapped_) bytes.assign(bytes.rbegin(), bytes.rend());
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  /// The first number, which must be 1.
  void find_byte_order() {
    const auto magic = next<std::int32_t>();
    is_swapped_ = magic == 0x01000000;
    if (magic != 1 && !is_swapped_) file_.fail("is not a raster file of SW4 (it does not begin with 1)");
  }
  void skip(std::uint64_t bytes) { at_ += bytes; }
  std::uint64_t at() const { return at_; }
  bool is_big_endian() const { return is_swapped_ == (std::endian::native == std::endian::little); }

 private:
  BinaryFile& file_;
  std::uint64_t at_ = 0;
  bool is_swapped_ = false;
};

struct RasterBlock {
  double across = 0, down = 0, top = 0;  ///< spacings and the depth of the first sample, m
  std::int64_t n_numbers = 0, n[3] = {0, 0, 0};
  std::uint64_t start = 0;  ///< of its data in the file

  double bottom() const { return top + static_cast<double>(n[2] - 1) * down; }
};

struct RasterHeader {
  int bytes = 4;
  bool big_endian = false;
  std::vector<RasterBlock> materials;
};

RasterHeader read_header(BinaryFile& file) {
  RasterReader in(file);
  in.find_byte_order();
  RasterHeader header;
  header.big_endian = in.is_big_endian();
  header.bytes = in.next<std::int32_t>();
  if (header.bytes != 4 && header.bytes != 8)
    file.fail(fmt::format("has numbers of {} bytes; allowed: 4, 8", header.bytes));
  in.next<std::int32_t>();  // whether there is attenuation, which the blocks tell as well
  const auto azimuth = in.next<double>();
  if (!(std::abs(azimuth) < 1e-9))
    file.fail(
        fmt::format("has its x axis {:.6g} degrees from north; allowed: 0. Turn it by sampling it anew", azimuth));
  in.skip(2 * sizeof(double));  // longitude and latitude of its first sample
  const auto name = in.next<std::int32_t>();
  if (name < 0) file.fail("bad header: the length of the projection is negative");
  in.skip(static_cast<std::uint64_t>(name));
  const auto n_blocks = in.next<std::int32_t>();
  if (n_blocks < 2 || n_blocks > 1000)
    file.fail(fmt::format("has {} blocks; must have one of elevations and at least one of materials", n_blocks));
  std::vector<RasterBlock> blocks;
  for (int b = 0; b < n_blocks; ++b) {
    RasterBlock block;
    block.across = in.next<double>();
    block.down = in.next<double>();
    block.top = in.next<double>();
    block.n_numbers = in.next<std::int32_t>();
    for (std::int64_t& n : block.n) n = in.next<std::int32_t>();
    blocks.push_back(block);
  }
  std::uint64_t start = in.at();
  for (RasterBlock& block : blocks) {
    block.start = start;
    const auto width = static_cast<std::uint64_t>(header.bytes);
    const std::uint64_t bytes = file.count({block.n[0], block.n[1], block.n[2], block.n_numbers}) * width;
    if (start > file.size() || bytes > file.size() - start)
      file.fail(
          fmt::format("is too short: the header asks for {} bytes more than it holds", start + bytes - file.size()));
    start += bytes;
  }
  if (start != file.size()) file.fail(fmt::format("is too long: {} bytes follow the last block", file.size() - start));
  header.materials.assign(blocks.begin() + 1, blocks.end());
  return header;
}

/// One grid of all of them, each going on where the one above ends.
void check_blocks(const BinaryFile& file, const std::vector<RasterBlock>& blocks) {
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const RasterBlock &block = blocks[b], &first = blocks.front();
    if (block.n_numbers != 3 && block.n_numbers != 5)
      file.fail(fmt::format("block {} has {} numbers a sample; must have rho, vp, vs, or these and qp, qs", b + 2,
                            block.n_numbers));
    const bool same = block.across == first.across && block.down == first.down && block.n[0] == first.n[0] &&
                      block.n[1] == first.n[1] && block.n_numbers == first.n_numbers;
    if (!same || !(block.across > 0 && block.down > 0))
      file.fail(
          fmt::format("block {} has spacings of {:.6g} and {:.6g} m, block 2 of {:.6g} and {:.6g}; a model of kind "
                      "\"grid\" is one grid. Sample it anew, for instance as .npy",
                      b + 2, block.across, block.down, first.across, first.down));
    if (b == 0) continue;
    const double gap = (block.top - blocks[b - 1].bottom()) / block.down;
    if (std::abs(gap) > 1e-6 && std::abs(gap - 1) > 1e-6)
      file.fail(fmt::format("block {} begins at a depth of {:.6g} m, the one above it ends at {:.6g} m", b + 2,
                            block.top, blocks[b - 1].bottom()));
  }
}

/// Of a block those planes that the one above does not have.
std::int64_t first_plane(const std::vector<RasterBlock>& blocks, std::size_t b) {
  return b > 0 && blocks[b].top < blocks[b - 1].bottom() + 0.5 * blocks[b].down ? 1 : 0;
}

/// What stands above the ground becomes what lies below it.
void fill_above_ground(std::vector<float>& column) {
  for (std::size_t k = column.size() - 1; k-- > 0;)
    if (column[k] == above_ground) column[k] = column[k + 1];
}

}  // namespace

SampledArray read_raster(const std::filesystem::path& path, const std::string& parameter) {
  BinaryFile file(path);
  const RasterHeader header = read_header(file);
  const std::vector<RasterBlock>& blocks = header.materials;
  check_blocks(file, blocks);
  const std::vector<std::string> names{"rho", "vp", "vs", "qp", "qs"};
  std::int64_t number = 0;
  while (number < blocks.front().n_numbers && names[static_cast<std::size_t>(number)] != parameter) ++number;
  if (number == blocks.front().n_numbers)
    file.fail(fmt::format("has no {}; there are {} numbers a sample, of rho, vp, vs, qp, qs", parameter, number));
  std::int64_t n_down = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) n_down += blocks[b].n[2] - first_plane(blocks, b);
  SampledArray array;
  array.shape = {blocks.front().n[0], blocks.front().n[1], n_down};
  const RasterBlock& top = blocks.front();
  array.geometry = SampleGeometry{{0, 0, -top.top}, {top.across, top.across, -top.down}};
  array.data.resize(file.count(array.shape));
  const auto n_columns = static_cast<std::size_t>(top.n[1]), depth = static_cast<std::size_t>(n_down);
  std::vector<float> column(depth);
  for (std::int64_t i = 0; i < top.n[0]; ++i) {
    std::vector<std::vector<float>> slices;
    for (const RasterBlock& block : blocks)
      slices.push_back(file.part(block.start, i, {block.n[1], block.n[2], block.n_numbers},
                                 {ScalarType::Kind::floating, header.bytes, header.big_endian}));
    for (std::size_t j = 0; j < n_columns; ++j) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::int64_t k = first_plane(blocks, b); k < blocks[b].n[2]; ++k)
          column[at++] = slices[b][static_cast<std::size_t>(
              ((static_cast<std::int64_t>(j) * blocks[b].n[2]) + k) * blocks[b].n_numbers + number)];
      fill_above_ground(column);
      std::copy(
          column.begin(), column.end(),
          array.data.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(i) * n_columns + j) * depth));
    }
  }
  return array;
}

}  // namespace unda::model

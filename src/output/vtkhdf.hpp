// One image of a wavefield as a VTKHDF 1.0 file, which ParaView and VTK open: arrays on the points of a regular grid.
// Arrays are added one after the other, so that only one need be in memory; the file appears under its name when whole.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {

struct ImageGrid {
  std::array<int, 3> n{1, 1, 1};  ///< points along x, y, z; 1 along an axis that a 2-D or 1-D run lacks
  Vector origin{0, 0, 0};
  Vector spacing{1, 1, 1};
  std::array<int, 3> first_here{0, 0, 0}, n_here{1, 1, 1};  ///< the box of points that this rank writes
  std::size_t n_points() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
  std::size_t n_points_here() const { return static_cast<std::size_t>(n_here[0]) * n_here[1] * n_here[2]; }
};

/// The image as stored (and its part here): an axis of one point gets a second one with the same values, as far away as the points along x,
/// because VTK's reader fails on images without a thickness along y or z.
ImageGrid thickened(const ImageGrid& grid);

/// Layout: attributes of /VTKHDF as the format asks, and `time` (s); /VTKHDF/PointData/<name>, float32, with attributes
/// `units` and `time` (s): a scalar is [nz][ny][nx], where ny = 2 in 2-D and ny = nz = 2 in 1-D; a vector has one more
/// axis, of three: x, y, z. There is no field data: VTK 9.1 fails on it.
class VtkHdfFile {
 public:
  /// Collective, as is all that follows: every rank writes its box into the one file.
  VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, double time,
             const parallel::Communicator& ranks = parallel::Communicator::world());
  /// Leaves nothing behind where finish() was not reached.
  ~VtkHdfFile();
  VtkHdfFile(const VtkHdfFile&) = delete;
  VtkHdfFile& operator=(const VtkHdfFile&) = delete;

  void add_scalar(const std::string& name, std::span<const float> values, const std::string& units, double time);
  void add_vector(const std::string& name, std::span<const float> values, const std::string& units, double time);
  /// Writes everything out and gives the file its name.
  void finish();

 private:
  VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, const parallel::Communicator& ranks);
  void add(const std::string& name, std::span<const float> values, bool is_vector, const std::string& units,
           double time);

  parallel::Communicator ranks_;
  std::filesystem::path path_, partial_;
  ImageGrid grid_;            ///< of the values that come
  std::vector<float> thick_;  ///< values on the stored grid, where it is another one
  std::optional<Hdf5File> file_;
  bool finished_ = false;
};

}  // namespace unda::output

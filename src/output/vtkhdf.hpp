// One image of a wavefield as a VTKHDF 1.0 file, which ParaView and VTK open: arrays on the points of a regular grid.
// Arrays are added one after the other, so that only one need be in memory; the file appears under its name when whole.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/vector.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {

struct ImageGrid {
  std::array<int, 3> n{1, 1, 1};  ///< points along x, y, z
  Vector origin{0, 0, 0};
  Vector spacing{1, 1, 1};
  std::size_t n_points() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
};

/// Layout: attributes of /VTKHDF as the format asks; /VTKHDF/PointData/<name>, float32, [nz][ny][nx] for a scalar,
/// [nz][ny][nx][3] for a vector (x, y, z), each with attributes `units` and `time` (s); /VTKHDF/FieldData/TimeValue, s.
class VtkHdfFile {
 public:
  VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, double time);
  /// Leaves nothing behind where finish() was not reached.
  ~VtkHdfFile();
  VtkHdfFile(const VtkHdfFile&) = delete;
  VtkHdfFile& operator=(const VtkHdfFile&) = delete;

  void add_scalar(const std::string& name, std::span<const float> values, const std::string& units, double time);
  void add_vector(const std::string& name, std::span<const float> values, const std::string& units, double time);
  /// Writes everything out and gives the file its name.
  void finish();

 private:
  VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid);
  void add(const std::string& name, std::span<const float> values, bool is_vector, const std::string& units,
           double time);

  std::filesystem::path path_, partial_;
  ImageGrid grid_;
  std::optional<Hdf5File> file_;
  bool finished_ = false;
};

}  // namespace unda::output

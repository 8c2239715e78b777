// One image of a wavefield as a VTKHDF 1.0 file, which ParaView and VTK open: arrays on the points of a regular grid or of a
// mesh. Arrays are added one after the other, so that only one need be in memory; the file appears under its name when whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "method/snapshot.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {

/// The image as stored (and its part here): an axis of one point gets a second one with the same values, as far away as the points along x,
/// because VTK's reader fails on images without a thickness along y or z.
method::SnapshotGrid thickened(const method::SnapshotGrid& grid);

/// The points and cells that many files share, in a file of their own: /VTKHDF/Points, Connectivity, Offsets, Types, and the
/// NumberOf... of every rank's piece. It is a VTKHDF file too.
class VtkHdfMesh {
 public:
  /// Writes it. Collective.
  VtkHdfMesh(const std::filesystem::path& file, const method::SnapshotMesh& piece, const parallel::Communicator& ranks);

  const std::string& name() const { return name_; }
  std::uint64_t n_points() const { return n_points_; }  ///< of all pieces
  std::uint64_t first_point_here() const { return first_point_; }
  std::uint64_t n_points_here() const { return n_points_here_; }

 private:
  void write(const std::filesystem::path& partial, const method::SnapshotMesh& piece,
             const parallel::Communicator& ranks) const;
  std::string name_;
  std::uint64_t n_points_ = 0, first_point_ = 0, n_points_here_ = 0;
};

/// Layout: attributes of /VTKHDF as the format asks, and `time` (s); /VTKHDF/PointData/<name>, float32, with attributes
/// `units` and `time` (s). On a grid a scalar is [nz][ny][nx], where ny = 2 in 2-D and ny = nz = 2 in 1-D; on a mesh [point];
/// a vector has one more axis, of three: x, y, z. There is no field data: VTK 9.1 fails on it.
class VtkHdfFile {
 public:
  /// Collective, as is all that follows: every rank writes its part into the one file.
  VtkHdfFile(const std::filesystem::path& file, const method::SnapshotGrid& grid, double time,
             const parallel::Communicator& ranks = parallel::Communicator::world());
  /// The mesh lies in the same folder and is not copied.
  VtkHdfFile(const std::filesystem::path& file, const VtkHdfMesh& mesh, double time,
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
  VtkHdfFile(const std::filesystem::path& file, const parallel::Communicator& ranks);
  void begin(const std::string& type, double time);
  void add(const std::string& name, std::span<const float> values, bool is_vector, const std::string& units,
           double time);

  parallel::Communicator ranks_;
  std::filesystem::path path_, partial_;
  Hdf5File::Shape whole_, first_, count_;     ///< of a scalar as stored: all of it, and the part of this rank
  std::optional<method::SnapshotGrid> grid_;  ///< of the values that come, where it is not the stored one
  std::vector<float> thick_;                  ///< values on the stored grid
  std::optional<Hdf5File> file_;
  bool finished_ = false;
};

}  // namespace unda::output

// Writes the whole wavefield now and then: snapshots/snapshot_000012.vtkhdf with every asked quantity, index.json, and
// snapshot.vtkhdf.series, a list of the files and their times for ParaView; for methods on meshes the points and cells once,
// as mesh.vtkhdf.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output/vtkhdf.hpp"
#include "run/experiment.hpp"
#include "run/frame_list.hpp"
#include "run/observer.hpp"

namespace unda::run {

/// Throws InputError where the asked snapshots cannot be made; does nothing where none are asked. Comes when the
/// plan and the step are known.
void check_snapshots(const Experiment& experiment);

/// Snapshot n belongs to the time n * interval and is taken at the step nearest to it, neither interpolated nor
/// corrected for time dispersion. A file that cannot be written ends the run, with its traces so far kept.
class SnapshotWriter final : public Observer {
 public:
  /// Makes the folder. The scenario must ask for snapshots.
  SnapshotWriter(const Experiment& experiment, std::filesystem::path folder);

  void start(method::Simulation& simulation) override;
  std::optional<Stop> after_step(const TimeStep& now) override;
  void finish(const TimeStep& now) override;
  void transfer(method::State& state) override;

  /// What to tell the user where the disk has less room than the snapshots need.
  std::optional<std::string> space_warning() const;

 private:
  /// The points as stored, of all ranks.
  double n_points_stored() const;
  void write(std::int64_t number);
  /// Writes the snapshot whose wavefield is kept, if there is one.
  void write_kept();
  std::unique_ptr<output::VtkHdfFile> open(const Frame& frame) const;
  void add(output::VtkHdfFile& file, scenario::Quantity quantity, std::int64_t step);
  void add_vector(output::VtkHdfFile& file, scenario::Quantity quantity, double time);
  void add_tensor(output::VtkHdfFile& file, scenario::Quantity quantity, double time);

  const Experiment& experiment_;
  method::Simulation* simulation_ = nullptr;
  const scenario::SnapshotSpec& spec_;
  FrameList frames_;
  method::SnapshotPoints points_;
  std::size_t n_points_here_ = 0;
  std::optional<output::VtkHdfMesh> mesh_;  ///< written; none where the points form a grid
  std::optional<std::int64_t> kept_;        ///< the snapshot whose wavefield is on its way
  std::vector<float> values_, component_;   ///< one quantity; one component of it
};

}  // namespace unda::run

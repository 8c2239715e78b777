// Writes motion at the surface now and then: surface/surface_000012.vtkhdf with every asked quantity, index.json, the list of files
// for ParaView, and the points and cells once, as mesh.vtkhdf.
#pragma once

#include "output/vtkhdf.hpp"
#include "run/frame_list.hpp"
#include "run/observer.hpp"

namespace unda::run {

/// Throws InputError where the asked pictures cannot be made; does nothing where none are asked. Comes when the step is known.
void check_surface(const Experiment& experiment);

/// The time asked for the last picture, s; 0 where there are none.
double last_surface_time(const scenario::Scenario& scenario);

/// Picture n belongs to the time n * interval and is taken at the step nearest to it, as snapshots are; the values are those that a
/// receiver would read there. Rank 0 writes.
class SurfaceWriter final : public Observer {
 public:
  /// Makes the folder. The scenario must ask for a surface.
  SurfaceWriter(const Experiment& experiment, std::filesystem::path folder);

  void start(method::Simulation& simulation) override;
  std::optional<Stop> after_step(const TimeStep& now) override;
  void finish(const TimeStep& now) override;
  void transfer(method::State& state) override { frames_.transfer(state); }

  std::optional<std::string> space_warning() const;

 private:
  void write_mesh();
  /// By number of the channel, on rank 0. Collective.
  std::vector<double> values_now();
  void write(std::int64_t number, const std::vector<double>& values);

  const Experiment& experiment_;
  const SurfaceGrid& grid_;
  const scenario::SurfaceSpec& spec_;
  parallel::Communicator alone_;  ///< this rank
  method::Simulation* simulation_ = nullptr;
  FrameList frames_;
  std::optional<output::VtkHdfMesh> mesh_;  ///< on rank 0
  std::vector<double> numbers_;             ///< of the channels of all ranks, on rank 0
  std::vector<double> first_;               ///< values at t = 0
};

}  // namespace unda::run

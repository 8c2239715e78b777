// Taking and writing snapshots.
#include "run/snapshot_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"
#include "exec/machine.hpp"
#include "output/traces.hpp"
#include "parallel/together.hpp"
#include "run/snapshot_times.hpp"

namespace unda::run {

using scenario::Quantity;

namespace {

bool is_vector(Quantity quantity) { return quantity != Quantity::pressure && quantity != Quantity::stress; }

/// Numbers a point as stored: vectors have three components in any dimension.
int n_stored(Quantity quantity, int dim) { return is_vector(quantity) ? 3 : scenario::n_components(quantity, dim); }

/// The largest quantity of a snapshot and, for a tensor, one component of it; without y, the image of both as stored.
double buffer_bytes(const Experiment& e) {
  const int dim = e.scenario->domain.dim;
  int numbers = 0;
  for (const Quantity quantity : e.scenario->output.snapshots->quantities) {
    const int image = is_vector(quantity) ? 3 : 1;
    numbers = std::max(numbers, n_stored(quantity, dim) + (quantity == Quantity::stress ? 1 : 0) +
                                    (dim == 3 ? 0 : (dim == 2 ? 2 : 4) * image));
  }
  return static_cast<double>(sizeof(float)) * numbers *
         static_cast<double>(e.plan->discretisation().n_snapshot_points());
}

}  // namespace

void check_snapshots(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  if (!s.output.snapshots) return;
  check_frames(e, "output.snapshots", s.output.snapshots->interval, s.output.snapshots->quantities);
  const double buffer = buffer_bytes(e), run = e.sizes.memory_bytes + e.sizes.absorbing_bytes;
  const auto available = static_cast<double>(exec::available_memory());
  if (run + buffer > 0.95 * available)
    s.fail(
        "output.snapshots.quantities",
        fmt::format("a snapshot takes {:.1f} GB of memory beside the {:.1f} GB of the run; this machine has {:.1f} GB "
                    "free. Leave out the largest quantity or take a larger mesh.spacing",
                    buffer / 1e9, run / 1e9, available / 1e9));
}

SnapshotWriter::SnapshotWriter(const Experiment& experiment, std::filesystem::path folder)
    : experiment_(experiment),
      spec_(*experiment.scenario->output.snapshots),
      frames_(experiment, std::move(folder), "snapshot", spec_.interval, spec_.quantities) {
  frames_.make_folder();
  points_ = experiment.plan->discretisation().snapshot_points();
  n_points_here_ = method::n_points_here(points_);
  if (auto* mesh = std::get_if<method::SnapshotMesh>(&points_)) {
    parallel::on_root(experiment.communicator, [this] { frames_.claim("mesh.vtkhdf"); });
    mesh_.emplace(frames_.folder() / "mesh.vtkhdf", *mesh, experiment.communicator);
    mesh->cells = {};
    if (!experiment.scenario->initial) mesh->points = {};
  }
}

double SnapshotWriter::n_points_stored() const {
  if (mesh_) return static_cast<double>(mesh_->n_points());
  return static_cast<double>(output::thickened(std::get<method::SnapshotGrid>(points_)).n_points());
}

std::optional<std::string> SnapshotWriter::space_warning() const {
  int numbers = 0;
  for (const Quantity quantity : spec_.quantities) numbers += n_stored(quantity, experiment_.scenario->domain.dim);
  const double each = static_cast<double>(sizeof(float)) * numbers * n_points_stored();
  return frames_.space_warning("output.snapshots", "snapshots", each);
}

void SnapshotWriter::start(method::Simulation& simulation) {
  simulation_ = &simulation;
  frames_.set_offset([this](Quantity quantity) { return simulation_->snapshot_time_offset(quantity); });
}

std::optional<Stop> SnapshotWriter::after_step(const TimeStep& now) {
  try {
    auto next = frames_.n_written() + (kept_ ? 1 : 0);
    auto is_due = [&](std::int64_t number) {
      return number < frames_.n_frames() && frames_.step_of(number) <= now.step;
    };
    // All ranks write together: what one of them still waits for they all do.
    if (kept_ && (is_due(next) || experiment_.communicator.all(simulation_->has_kept_wavefield_come()))) write_kept();
    const bool more_to_come = now.step < now.n_steps && !is_due(next + 1);
    if (is_due(next) && more_to_come && frames_.step_of(next) == now.step && simulation_->keep_wavefield()) {
      kept_ = next;
      return {};
    }
    for (; is_due(next); ++next) write(next);
  } catch (const RunError& e) {
    if (experiment_.communicator.size() > 1) throw;  // the other ranks may not have met it
    return Stop{e.what()};
  }
  return {};
}

void SnapshotWriter::write_kept() {
  if (!kept_) return;
  write(*std::exchange(kept_, {}));
  simulation_->let_go();
}

void SnapshotWriter::transfer(method::State& state) {
  if (!state.restoring()) write_kept();
  frames_.transfer(state);
}

void SnapshotWriter::finish(const TimeStep& /*now*/) {
  try {
    write_kept();
    frames_.write_lists();
  } catch (const RunError& e) {
    log::warning(e.what());
  }
}

void SnapshotWriter::write(std::int64_t number) {
  const Frame frame = frames_.frame(number);
  const std::unique_ptr<output::VtkHdfFile> file = open(frame);
  for (const Quantity quantity : spec_.quantities) add(*file, quantity, frame.step);
  file->finish();
  frames_.add(frame);
}

std::unique_ptr<output::VtkHdfFile> SnapshotWriter::open(const Frame& frame) const {
  const std::filesystem::path path = frames_.folder() / frame.file;
  parallel::on_root(experiment_.communicator, [&] { frames_.claim(frame.file); });
  if (mesh_) return std::make_unique<output::VtkHdfFile>(path, *mesh_, frame.time, experiment_.communicator);
  return std::make_unique<output::VtkHdfFile>(path, std::get<method::SnapshotGrid>(points_), frame.time,
                                              experiment_.communicator);
}

void SnapshotWriter::add(output::VtkHdfFile& file, Quantity quantity, std::int64_t step) {
  const int dim = experiment_.scenario->domain.dim;
  const std::size_t n_taken = n_points_here_ * static_cast<std::size_t>(scenario::n_components(quantity, dim));
  values_.resize(n_points_here_ * static_cast<std::size_t>(n_stored(quantity, dim)));
  if (step == 0)
    take_start(experiment_, quantity, points_, {values_.data(), n_taken});  // the first call comes after the first step
  else
    simulation_->snapshot(quantity, {values_.data(), n_taken});
  const double time = frames_.time_of(quantity, step);
  if (quantity == Quantity::pressure)
    file.add_scalar(scenario::name_of(quantity), values_, output::units(quantity), time);
  else if (quantity == Quantity::stress)
    add_tensor(file, quantity, time);
  else
    add_vector(file, quantity, time);
}

void SnapshotWriter::add_vector(output::VtkHdfFile& file, Quantity quantity, double time) {
  // (x, z) or (x) become (x, y, z) in place, from the last point on.
  const auto n = static_cast<std::size_t>(experiment_.scenario->domain.dim);
  for (std::size_t p = n_points_here_; n < 3 && p-- > 0;) {
    const float x = values_[n * p], z = n == 2 ? values_[n * p + 1] : 0.0F;
    values_[3 * p] = x;
    values_[3 * p + 1] = 0;
    values_[3 * p + 2] = z;
  }
  file.add_vector(scenario::name_of(quantity), values_, output::units(quantity), time);
}

void SnapshotWriter::add_tensor(output::VtkHdfFile& file, Quantity quantity, double time) {
  // One array a component, stress_xx and so on: VTK takes six numbers for xx yy zz xy yz xz, and plane strain's s_yy is
  // neither zero nor a field of a 2-D run.
  const std::vector<std::string> names = output::component_names(quantity, experiment_.scenario->domain.dim);
  component_.resize(n_points_here_);
  for (std::size_t c = 0; c < names.size(); ++c) {
    for (std::size_t p = 0; p < component_.size(); ++p) component_[p] = values_[names.size() * p + c];
    file.add_scalar(fmt::format("{}_{}", scenario::name_of(quantity), names[c]), component_, output::units(quantity),
                    time);
  }
}

}  // namespace unda::run

// Taking and writing pictures of the surface.
#include "run/surface_writer.hpp"

#include <limits>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "output/traces.hpp"
#include "parallel/together.hpp"

namespace unda::run {

using scenario::Quantity;

namespace {

/// Cells between neighbouring points; a line in 2-D.
method::SnapshotMesh mesh_of(const SurfaceGrid& grid) {
  method::SnapshotMesh mesh;
  for (const Vector& point : grid.points)
    for (const double x : point) mesh.points.push_back(static_cast<float>(x));
  const auto nx = static_cast<std::int64_t>(grid.x.size()), ny = static_cast<std::int64_t>(grid.y.size());
  mesh.kind = ny == 1 ? method::CellKind::line : method::CellKind::quadrilateral;
  for (std::int64_t j = 0; j < std::max<std::int64_t>(1, ny - 1); ++j)
    for (std::int64_t i = 0; i + 1 < nx; ++i) {
      const std::int64_t corner = i + nx * j;
      mesh.cells.insert(mesh.cells.end(), {corner, corner + 1});
      if (ny > 1) mesh.cells.insert(mesh.cells.end(), {corner + 1 + nx, corner + nx});
    }
  return mesh;
}

}  // namespace

void check_surface(const Experiment& e) {
  if (const auto& spec = e.scenario->output.surface)
    check_frames(e, "output.surface", spec->interval, spec->quantities);
}

double last_surface_time(const scenario::Scenario& s) {
  return s.output.surface ? last_frame_time(s.output.surface->interval, s.time.duration) : 0;
}

SurfaceWriter::SurfaceWriter(const Experiment& experiment, std::filesystem::path folder)
    : experiment_(experiment),
      grid_(*experiment.surface),
      spec_(*experiment.scenario->output.surface),
      alone_(experiment.communicator.split(experiment.communicator.rank())),
      frames_(experiment, std::move(folder), "surface", spec_.interval, spec_.quantities) {
  frames_.make_folder();
  write_mesh();
  frames_.describe("grid", nlohmann::ordered_json{{"x", grid_.x}, {"y", grid_.y}, {"depth", spec_.depth}}.dump());
}

void SurfaceWriter::write_mesh() {
  parallel::on_root(experiment_.communicator,
                    [this] { mesh_.emplace(frames_.claim("mesh.vtkhdf"), mesh_of(grid_), alone_); });
}

std::optional<std::string> SurfaceWriter::space_warning() const {
  std::size_t numbers = 0;
  for (const Quantity quantity : spec_.quantities) numbers += quantity == Quantity::pressure ? 1 : 3;
  return frames_.space_warning("output.surface", "pictures of the surface",
                               static_cast<double>(sizeof(float) * numbers * grid_.points.size()));
}

void SurfaceWriter::start(method::Simulation& simulation) {
  simulation_ = &simulation;
  frames_.set_offset([this](Quantity quantity) { return simulation_->snapshot_time_offset(quantity); });
  std::vector<double> numbers;
  for (const method::Channel& channel : simulation.probes()) numbers.push_back(static_cast<double>(channel.number));
  numbers_ = experiment_.communicator.gather(numbers);
  first_ = values_now();
}

std::vector<double> SurfaceWriter::values_now() {
  const std::vector<double> arrived = experiment_.communicator.gather(simulation_->read_probes());
  std::vector<double> values(arrived.size());
  for (std::size_t n = 0; n < arrived.size(); ++n) values[static_cast<std::size_t>(numbers_[n])] = arrived[n];
  return values;
}

std::optional<Stop> SurfaceWriter::after_step(const TimeStep& now) {
  std::optional<Stop> stop;
  for (std::int64_t next = frames_.n_written(); next < frames_.n_frames() && frames_.step_of(next) <= now.step;
       ++next) {
    const std::vector<double> values = frames_.step_of(next) == 0 ? first_ : values_now();
    try {
      parallel::on_root(experiment_.communicator, [&] { write(next, values); });
      frames_.add(frames_.frame(next));
    } catch (const RunError& e) {
      if (experiment_.communicator.size() > 1) throw;
      return Stop{e.what()};
    }
  }
  return stop;
}

void SurfaceWriter::finish(const TimeStep& /*now*/) {
  try {
    frames_.write_lists();
  } catch (const RunError& e) {
    log::warning(e.what());
  }
}

void SurfaceWriter::write(std::int64_t number, const std::vector<double>& values) {
  const Frame frame = frames_.frame(number);
  output::VtkHdfFile file(frames_.claim(frame.file), *mesh_, frame.time, alone_);
  const scenario::Domain& domain = experiment_.scenario->domain;
  auto value = values.begin();
  for (const Quantity quantity : spec_.quantities) {
    const bool is_vector = quantity != Quantity::pressure;
    const std::size_t n = is_vector ? 3 : 1;
    std::vector<float> all(n * grid_.points.size(), 0.0F);
    if (grid_.there.size() < grid_.points.size()) all.assign(all.size(), std::numeric_limits<float>::quiet_NaN());
    for (const std::size_t p : grid_.there) {
      if (is_vector)
        for (const int axis : domain.axes()) all[3 * p + static_cast<std::size_t>(axis)] = static_cast<float>(*value++);
      else
        all[p] = static_cast<float>(*value++);
    }
    const double time = frames_.time_of(quantity, frame.step);
    if (is_vector)
      file.add_vector(scenario::name_of(quantity), all, output::units(quantity), time);
    else
      file.add_scalar(scenario::name_of(quantity), all, output::units(quantity), time);
  }
  file.finish();
}

}  // namespace unda::run

// Taking and writing snapshots.
#include "run/snapshot_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "exec/machine.hpp"
#include "output/traces.hpp"
#include "parallel/together.hpp"
#include "run/result_directory.hpp"
#include "run/snapshot_times.hpp"

namespace unda::run {

using scenario::Quantity;

namespace {

constexpr double index_interval = 1;       // s between two writings of the index: many small snapshots stay cheap
constexpr double bytes_around_data = 1e4;  // of a file besides its arrays, at most

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

std::string available_quantities(const method::Discretisation& fields) {
  std::string names;
  for (const Quantity quantity :
       {Quantity::displacement, Quantity::velocity, Quantity::acceleration, Quantity::pressure, Quantity::stress}) {
    if (!has_wavefield(fields, quantity)) continue;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", scenario::name_of(quantity));
  }
  return names;
}

}  // namespace

void check_snapshots(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  if (!s.output.snapshots) return;
  for (const Quantity quantity : s.output.snapshots->quantities) {
    if (s.initial && quantity == Quantity::acceleration)
      s.fail("output.snapshots.quantities",
             "found \"acceleration\", which is not known at t = 0 of a starting field; use \"velocity\"");
    if (!e.plan->discretisation().has_snapshot(quantity))
      s.fail("output.snapshots.quantities",
             fmt::format("found \"{}\"; method {} has snapshots of: {}", scenario::name_of(quantity),
                         scenario::name_of(s.solver.method), available_quantities(e.plan->discretisation())));
  }
  const double interval = s.output.snapshots->interval;
  if (interval < e.dt * (1 - 1e-9))
    s.fail("output.snapshots.interval",
           fmt::format("{:.4g} s is less than the time step, {:.4g} s; take at least that", interval, e.dt));
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
      folder_(std::move(folder)),
      n_snapshots_(n_snapshots(*experiment.scenario)) {
  parallel::on_root(experiment.communicator, [this] {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    require(!error, "{}: cannot make this folder: {}", folder_.string(), error.message());
  });
  points_ = experiment.plan->discretisation().snapshot_points();
  n_points_here_ = method::n_points_here(points_);
  if (auto* mesh = std::get_if<method::SnapshotMesh>(&points_)) {
    mesh_.emplace(folder_ / "mesh.vtkhdf", *mesh, experiment.communicator);
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
  const double each = static_cast<double>(sizeof(float)) * numbers * n_points_stored() + bytes_around_data;
  const double bytes = each * static_cast<double>(n_snapshots_);
  std::error_code error;
  const std::filesystem::space_info disk = std::filesystem::space(folder_, error);
  if (error || bytes <= static_cast<double>(disk.available)) return {};
  return fmt::format("{}: {} snapshots of {:.3g} GB need {:.3g} GB; {} has {:.3g} GB free",
                     experiment_.scenario->where("output.snapshots"), n_snapshots_, each / 1e9, bytes / 1e9,
                     folder_.string(), static_cast<double>(disk.available) / 1e9);
}

std::int64_t SnapshotWriter::step_of(std::int64_t number) const { return step_of_snapshot(experiment_, number); }

double SnapshotWriter::time_of(Quantity quantity, std::int64_t step) const {
  return time_of_snapshot(experiment_, *simulation_, quantity, step);
}

std::optional<Stop> SnapshotWriter::after_step(const TimeStep& now) {
  try {
    auto next = static_cast<std::int64_t>(written_.size()) + (kept_ ? 1 : 0);
    auto is_due = [&](std::int64_t number) { return number < n_snapshots_ && step_of(number) <= now.step; };
    // All ranks write together: what one of them still waits for they all do.
    if (kept_ && (is_due(next) || experiment_.communicator.all(simulation_->has_kept_wavefield_come()))) write_kept();
    const bool more_to_come = now.step < now.n_steps && !is_due(next + 1);
    if (is_due(next) && more_to_come && step_of(next) == now.step && simulation_->keep_wavefield()) {
      kept_ = next;
      return {};
    }
    for (; is_due(next); ++next) {
      write(next);
      if (next == 0 || next == n_snapshots_ - 1 || since_index_.seconds() > index_interval) write_index();
    }
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
  if (since_index_.seconds() > index_interval) write_index();
}

void SnapshotWriter::transfer(method::State& state) {
  if (!state.restoring()) write_kept();
  auto n = static_cast<std::int64_t>(written_.size());
  state.value(n);
  if (state.restoring()) written_.resize(static_cast<std::size_t>(n));
  for (Entry& entry : written_) {
    state.text(entry.file);
    state.value(entry.step);
    state.value(entry.time);
    state.value(entry.asked_time);
  }
}

void SnapshotWriter::finish(const TimeStep& /*now*/) {
  if (n_listed_ == written_.size() && !kept_) return;
  try {
    write_kept();
    write_index();
  } catch (const RunError& e) {
    log::warning(e.what());
  }
}

void SnapshotWriter::write(std::int64_t number) {
  const std::int64_t step = step_of(number);
  const Entry entry{fmt::format("snapshot_{:06}.vtkhdf", number), step, static_cast<double>(step) * experiment_.dt,
                    static_cast<double>(number) * spec_.interval};
  const std::unique_ptr<output::VtkHdfFile> file = open(entry);
  for (const Quantity quantity : spec_.quantities) add(*file, quantity, step);
  file->finish();
  written_.push_back(entry);
}

std::unique_ptr<output::VtkHdfFile> SnapshotWriter::open(const Entry& entry) const {
  const std::filesystem::path path = folder_ / entry.file;
  if (mesh_) return std::make_unique<output::VtkHdfFile>(path, *mesh_, entry.time, experiment_.communicator);
  return std::make_unique<output::VtkHdfFile>(path, std::get<method::SnapshotGrid>(points_), entry.time,
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
  const double time = time_of(quantity, step);
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

void SnapshotWriter::write_index() {
  nlohmann::ordered_json index, series;
  index["interval"] = spec_.interval;
  index["dt"] = experiment_.dt;
  index["snapshots"] = nlohmann::ordered_json::array();
  series["file-series-version"] = "1.0";
  series["files"] = nlohmann::ordered_json::array();
  for (const Entry& entry : written_) {
    nlohmann::ordered_json times;
    for (const Quantity quantity : spec_.quantities) times[scenario::name_of(quantity)] = time_of(quantity, entry.step);
    index["snapshots"].push_back({{"file", entry.file},
                                  {"step", entry.step},
                                  {"time", entry.time},
                                  {"asked_time", entry.asked_time},
                                  {"time_of", times}});
    series["files"].push_back({{"name", entry.file}, {"time", entry.time}});
  }
  if (experiment_.communicator.is_root()) {
    write_text(folder_ / "index.json", index.dump(2) + "\n");
    write_text(folder_ / "snapshot.vtkhdf.series", series.dump(2) + "\n");
  }
  n_listed_ = written_.size();
  since_index_.restart();
}

}  // namespace unda::run

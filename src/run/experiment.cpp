// Making a scenario ready to run.
#include "run/experiment.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/memory_text.hpp"
#include "exec/machine.hpp"
#include "mesh/region_model.hpp"
#include "mesh/surface.hpp"
#include "method/device_choice.hpp"
#include "method/expected_echo.hpp"
#include "model/relaxation.hpp"
#include "numerics/time_dispersion.hpp"
#include "reference/full_space.hpp"
#include "run/fault_sources.hpp"
#include "run/initial_field.hpp"
#include "run/methods.hpp"
#include "run/place_points.hpp"
#include "run/resolution.hpp"
#include "run/setup_progress.hpp"
#include "run/snapshot_times.hpp"
#include "run/snapshot_writer.hpp"
#include "run/source_memory.hpp"
#include "run/source_warnings.hpp"
#include "run/surface_writer.hpp"
#include "run/time_functions.hpp"

namespace unda::run {
namespace {

constexpr double fraction_of_limit = 0.95;
constexpr double largest_expected_misfit = 0.05;  // without a warning
constexpr std::size_t most_pairs = 10'000'000;    // of sources and receivers whose distance is looked at

/// Down to four digits, so that the last bits of the limit do not change the step.
double rounded_down(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 3);
  return std::floor(x / unit) * unit;
}

/// An explosion given by its pressure: moment 1, and the moment rate as its time function.
method::PointSource calibrated_source(const scenario::Scenario& s, const scenario::SourceSpec& spec,
                                      const model::Model& model, const std::string& key) {
  if (model.anisotropy(spec.position))
    s.fail(key, "an explosion by its pressure needs an isotropic medium at the source; give its moment");
  const model::Properties here = model.at(spec.position);
  const numerics::SourceMedium medium{s.domain.dim, here.vp,
                                      reference::explosion_pressure_factor({here.vp, here.vs, here.rho})};
  return {spec.kind,
          place_of(spec),
          {1, 1, 1, 0, 0, 0},
          {},
          make_calibrated_time_function(*spec.calibration, spec.time_function, medium, s, key + ".time_function")};
}

void warn_of_resolution(Experiment& e) {
  const auto& s = *e.scenario;
  const std::size_t before = e.warnings.size();
  std::vector<double> highest(s.sources.size(), 0);
  for (const method::PointSource& source : e.sources)
    highest[source.table] = std::max(highest[source.table], source.time_function->highest_frequency());
  for (std::size_t n = 0; n < highest.size(); ++n)
    if (s.mesh.max_frequency && !s.mesh.spacing && highest[n] > *s.mesh.max_frequency * 1.001)
      e.warnings.push_back(fmt::format(
          "{}: the source reaches {:.3g} Hz, more than mesh.max_frequency = {:.3g} Hz resolves: what traces have "
          "above that is wrong. Filter it away (--lowpass of unda measure and compare), give a longer time function, "
          "or a higher mesh.max_frequency",
          s.where(fmt::format("source[{}].time_function", n)), highest[n], *s.mesh.max_frequency));
  const ExpectedMisfit expected = expected_misfit(e);
  if (e.warnings.size() == before && expected.misfit > largest_expected_misfit)
    e.warnings.push_back(fmt::format(
        "{}: {:.2g} points per shortest wavelength, and the farthest receiver is {:.0f} wavelengths away: its "
        "traces will be about {:.0f} % off{}. Take a {}{} or a lower frequency",
        s.where(!s.mesh.file.empty() ? "mesh.file"
                : s.mesh.spacing     ? "mesh.spacing"
                                     : "mesh.max_frequency"),
        e.sizes.points_per_wavelength, expected.wavelengths, 100 * expected.misfit,
        expected.cause.empty() ? "" : fmt::format(", most of it by {}", expected.cause),
        s.mesh.file.empty() ? "smaller spacing" : "finer mesh", expected.cause.empty() ? ", a higher order" : ""));
}

/// Three digits, as many as it has before the point.
std::string metres(double length) {
  return length < 1000 ? fmt::format("{:.3g}", length) : fmt::format("{:.0f}", length);
}

/// What stands so near to a source that it does not see a point.
void warn_of_near_receivers(Experiment& e) {
  const auto& s = *e.scenario;
  std::size_t n_near = 0, n_receivers = 0;
  double least = INFINITY;
  std::string first;
  for (const scenario::ReceiverSpec& group : s.receivers) n_receivers += group.positions.size();
  if (n_receivers * e.sources.size() > most_pairs) return;
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (std::size_t r = 0; r < group.positions.size(); ++r) {
      double distance = INFINITY;
      for (const method::PointSource& source : e.sources)
        if (!s.sources[source.table].fault)  // whose points are none of their own
          distance = std::min(distance, norm(source.position - place_of(group, r)));
      if (distance >= e.sizes.extent_of_source) continue;
      if (n_near++ == 0) first = group.labels[r];
      least = std::min(least, distance);
    }
  if (n_near > 0)
    e.warnings.push_back(
        fmt::format("{}: {} within {} m of a source, over which this mesh spreads it: what is recorded there is "
                    "not that of a point "
                    "source. Take a smaller mesh.spacing, or move {} away",
                    s.where("receivers"),
                    n_near == 1 ? fmt::format("{} stands {:.3g} m away,", first, least)
                                : fmt::format("{} receivers, {} among them, stand", n_near, first),
                    metres(e.sizes.extent_of_source), n_near == 1 ? "it" : "them"));
}

/// What a method remarks as a warning.
void take_warnings(Experiment& e) {
  auto& remarks = e.sizes.remarks;
  const auto is_warning = [](const auto& remark) { return remark[0] == method::warning_word; };
  for (const auto& remark : remarks)
    if (is_warning(remark)) e.warnings.push_back(remark[1]);
  remarks.erase(std::remove_if(remarks.begin(), remarks.end(), is_warning), remarks.end());
}

/// Q is to be constant over the band of the sources, or what the mesh is made for.
void choose_attenuation_band(scenario::Scenario& s, const std::vector<method::PointSource>& sources) {
  if (s.model.attenuation.band) return;
  double highest = method::highest_frequency(sources);
  if (s.mesh.max_frequency && (highest == 0 || highest > *s.mesh.max_frequency)) highest = *s.mesh.max_frequency;
  if (highest == 0)
    s.fail("model.attenuation.band",
           "is missing; without sources there is no band over which Q is constant: give [f1, f2]");
  s.model.attenuation.band = scenario::Interval{highest / 10, highest};
}

void tell_attenuation(Experiment& e) {
  const model::Extremes earth = e.model->extremes();
  if (!earth.attenuates()) return;
  e.sizes.remarks.push_back({"attenuation", model::description(model::RelaxationLaw(e.scenario->model), earth)});
  if (earth.bulk_modulus_gains)
    e.warnings.push_back(
        fmt::format("{}: qs is less than 4/3 (vs/vp)^2 qp somewhere: the bulk modulus would gain what the shear "
                    "modulus loses. P and S "
                    "waves decay as asked for; motion near sources and interfaces may not",
                    e.scenario->where("model")));
}

void tell_surface(Experiment& e) {
  if (!e.surface) return;
  const scenario::SurfaceSpec& spec = *e.scenario->output.surface;
  double numbers = 0;
  for (const scenario::Quantity quantity : spec.quantities) numbers += quantity == scenario::Quantity::pressure ? 1 : 3;
  const auto frames = static_cast<double>(n_frames(spec.interval, e.scenario->time.duration));
  e.sizes.remarks.push_back(
      {"surface",
       fmt::format("{} x {} points, {:.0f} pictures, {} in all", e.surface->x.size(), e.surface->y.size(), frames,
                   memory_text(4 * numbers * frames * static_cast<double>(e.surface->points.size())))});
}

/// Where a flat domain that reaches above the first layer is refused, a hill may be meant to be of it.
void warn_of_hills_above_layers(Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  if (s.model.kind != scenario::ModelKind::layers || !s.domain.topography) return;
  const double highest = mesh::Surface(s).highest(), first = s.model.layers.front().top;
  if (highest > first)
    e.warnings.push_back(
        fmt::format("{}: the surface rises to z = {:.6g}, above the first layer's top, z = {:.6g}; "
                    "up there is what the first layer is made of. Raise its top if that is meant",
                    s.where("model.layer[0].top"), highest, first));
}

std::shared_ptr<const model::Model> make_model(const scenario::Scenario& s, const parallel::Communicator& ranks) {
  if (s.model.kind == scenario::ModelKind::regions && s.solver.method != scenario::Method::fd)
    return std::make_shared<mesh::RegionModel>(s, ranks);
  return model::make_model(s);
}

std::vector<method::Receiver> receivers_of(const scenario::Scenario& s) {
  std::vector<method::Receiver> receivers;
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (const scenario::Quantity quantity : group.quantities)
      for (std::size_t r = 0; r < group.positions.size(); ++r) receivers.push_back({place_of(group, r), quantity});
  return receivers;
}

/// Traces are kept in memory until the end, with the steps that the next samples still need.
void check_trace_memory(const Experiment& e) {
  double channels = 0;
  for (const scenario::ReceiverSpec& group : e.scenario->receivers)
    for (const scenario::Quantity quantity : group.quantities)
      channels +=
          static_cast<double>(group.positions.size()) * scenario::n_components(quantity, e.scenario->domain.dim);
  const double bytes =
      8 * channels * (static_cast<double>(e.scenario->time.n_samples()) + 0.4 * static_cast<double>(steps_for(e)));
  const auto available = static_cast<double>(exec::available_memory());
  if (bytes > 0.5 * available)
    e.scenario->fail("receivers",
                     fmt::format("{:.3g} traces of {} samples need {:.1f} GB; this machine has {:.1f} GB free. Take "
                                 "fewer receivers or a larger time.sample_interval",
                                 channels, e.scenario->time.n_samples(), bytes / 1e9, available / 1e9));
}

}  // namespace

std::vector<method::PointSource> make_sources(const scenario::Scenario& s, const model::Model& model) {
  std::vector<method::PointSource> sources;
  for (std::size_t n = 0; n < s.sources.size(); ++n) {
    const scenario::SourceSpec& spec = s.sources[n];
    const std::string key = fmt::format("source[{}]", n);
    if (spec.fault) {
      add_fault_sources(s, n, model, sources);
      continue;
    }
    if (spec.calibration)
      sources.push_back(calibrated_source(s, spec, model, key));
    else
      sources.push_back({spec.kind, place_of(spec), spec.moment, spec.force,
                         make_time_function(spec.time_function, s, key + ".time_function")});
    sources.back().table = n;
  }
  return sources;
}

Experiment prepare(const scenario::Scenario& scenario, const parallel::Communicator& communicator) {
  Experiment e;
  e.communicator = communicator;
  const auto own = std::make_shared<scenario::Scenario>(scenario);
  e.scenario = own;
  const auto& s = *own;
  e.warnings = s.warnings;
  const SetupStage reading("the model");
  e.model = make_model(s, communicator);
  place_points(*own, *e.model, communicator, e.warnings);
  e.sources = make_sources(s, *e.model);
  own->highest_frequency = method::highest_frequency(e.sources);
  if (e.model->extremes().attenuates()) choose_attenuation_band(*own, e.sources);
  starting_field(e);  // refuses what does not fit
  e.surface = surface_grid(s, *e.model, communicator);
  const SetupStage meshing("the mesh and its material");
  e.plan.emplace(make_propagator(s, e.model, communicator),
                 method::Acquisition{e.sources, receivers_of(s), probes_of(s, e.surface)});
  e.sizes = e.plan->sizes();
  tell_surface(e);
  tell_attenuation(e);
  if (const std::string faults = describe_faults(s, e.sources); !faults.empty())
    e.sizes.remarks.push_back({"faults", faults});
  e.physics = e.plan->discretisation().physics();
  e.device = e.plan->discretisation().device();
  if (const std::string why = method::why_not_on_gpu(s, e.model->extremes()); !why.empty()) own->notes.push_back(why);

  const SetupStage stepping("the time step");
  e.largest_step = e.plan->largest_step().dt;
  e.bound = e.plan->largest_step().bound;
  e.dt = s.time.step ? *s.time.step : rounded_down(fraction_of_limit * e.largest_step);
  if (e.dt > e.largest_step)
    e.warnings.push_back(
        fmt::format("{}: {:.4g} s is more than the largest stable step, {:.4g} s; the run is likely to blow up",
                    s.where("time.step"), e.dt, e.largest_step));
  tell_source_memory(e);
  warn_of_sources(e);
  warn_of_resolution(e);
  warn_of_near_receivers(e);
  take_warnings(e);
  warn_of_hills_above_layers(e);
  check_snapshots(e);
  check_surface(e);
  check_trace_memory(e);
  return e;
}

std::int64_t steps_for(const Experiment& e) {
  const scenario::TimeSpec& time = e.scenario->time;
  const double last = std::max({static_cast<double>(time.n_samples() - 1) * time.sample_interval,
                                last_snapshot_time(*e.scenario), last_surface_time(*e.scenario)});
  if (!(last / e.dt < 1e11))
    e.scenario->fail(e.scenario->time.step ? "time.step" : "time.duration",
                     fmt::format("{:.4g} s in steps of {:.4g} s are more steps than any run can do", last, e.dt));
  const auto steps = static_cast<std::int64_t>(std::ceil(last / e.dt));
  if (e.plan->samples_polynomials()) return std::max<std::int64_t>(1, steps);
  const double highest = method::highest_frequency(e.sources);
  const bool is_double = e.scenario->solver.precision == scenario::Precision::double_precision;
  // What the interpolation to the last sample reads beyond it.
  return steps + numerics::steps_after(numerics::passband_for(highest, e.dt, is_double)) + 2;
}

std::string steps_beyond(const Experiment& e, std::int64_t n_steps) {
  const scenario::TimeSpec& time = e.scenario->time;
  const double end = static_cast<double>(n_steps) * e.dt;
  if (end < time.duration + 2 * e.dt) return "";
  return fmt::format(", to t = {:.4g} s: the last sample, at {:.4g} s, is interpolated from steps around it", end,
                     static_cast<double>(time.n_samples() - 1) * time.sample_interval);
}

Started start(Experiment& e, std::optional<method::StartingField> field) {
  const SetupStage stage("the wavefield");
  const std::int64_t n_steps = steps_for(e);
  if (!field) field = starting_field(e);
  Started started{std::move(*e.plan).start({e.dt, n_steps}, field), n_steps};
  e.plan.reset();
  return started;
}

}  // namespace unda::run

// Plane waves and radiation as starting fields.
#include "run/initial_field.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/properties.hpp"
#include "reference/fluid_explosion.hpp"
#include "reference/rayleigh_wave.hpp"
#include "run/time_functions.hpp"

namespace unda::run {
namespace {

using Field = method::StartingField;
using scenario::InitialSpec;
using scenario::Quantity;
using Stress = std::array<double, 6>;  // xx yy zz xy xz yz

physics::Material uniform_medium(const Experiment& e) {
  const model::Extremes x = e.model->extremes();
  const bool uniform_and_anisotropic = x.any_anisotropic && e.scenario->model.kind == scenario::ModelKind::uniform;
  if (!uniform_and_anisotropic &&
      (x.vp_min != x.vp_max || x.rho_min != x.rho_max || x.vs_min != x.vs_max || (x.any_fluid && x.any_solid)))
    e.scenario->fail("initial",
                     fmt::format("a starting field needs a uniform model; this one has vp from {:.6g} to {:.6g} m/s, "
                                 "rho from {:.6g} to {:.6g} kg/m^3",
                                 x.vp_min, x.vp_max, x.rho_min, x.rho_max));
  return uniform_and_anisotropic ? model::material(*e.model, {0, 0, 0})
                                 : model::material(model::Properties{x.vp_max, x.vs_max, x.rho_max});
}

/// Motion along d that goes along a wave's normal with the speed c.
struct WaveMotion {
  Vector d;
  double c;
};

/// Of anisotropic solids the quasi-P wave, or the S wave that moves most along the asked polarization.
WaveMotion motion_of(const InitialSpec& spec, const physics::Material& medium, int dim) {
  const bool is_p = spec.wave == InitialSpec::Wave::p;
  const Vector khat = (1 / norm(spec.wavenumber)) * spec.wavenumber;
  if (!medium.anisotropy) return {is_p ? khat : spec.polarization, is_p ? medium.vp() : medium.vs()};
  const physics::PlaneWaves waves = dim == 2
                                        ? physics::plane_waves_in_plane(medium.anisotropy->moduli, medium.rho, khat)
                                        : physics::plane_waves(medium.anisotropy->moduli, medium.rho, khat);
  std::size_t chosen = 0;
  if (!is_p)
    chosen = dim == 2 || std::abs(dot(waves.polarization[1], spec.polarization)) >
                             std::abs(dot(waves.polarization[2], spec.polarization))
                 ? 1
                 : 2;
  const Vector along = is_p ? khat : spec.polarization;
  const Vector& p = waves.polarization[chosen];
  return {(dot(p, along) < 0 ? -1.0 : 1.0) * p, waves.speed[chosen]};
}

/// v = A d cos(k x - omega t) and the stress that goes with it; d is khat for P waves, across it for S waves.
Field plane_wave(const InitialSpec& spec, const physics::Material& medium, int dim) {
  const auto [d, c] = motion_of(spec, medium, dim);
  const double size = norm(spec.wavenumber), omega = c * size;
  const Vector k = spec.wavenumber, khat = (1 / size) * k;
  const auto of_unit_strain = physics::stress<3>(medium, physics::strain_along<3>(khat.data(), d.data()));
  Stress stress{};
  for (std::size_t n = 0; n < stress.size(); ++n) stress[n] = spec.amplitude * (-1 / c * of_unit_strain.of[n]);
  const Vector velocity = spec.amplitude * d;
  return {[=](const Vector& x, double t) { return std::cos(dot(k, x) - omega * t) * velocity; },
          [=](const Vector& x, double t) {
            Stress now = stress;
            for (double& s : now) s *= std::cos(dot(k, x) - omega * t);
            return now;
          },
          [=](const Vector& x, double t) { return -std::sin(dot(k, x) - omega * t) / omega * velocity; },
          // p = rho c A cos(k x - omega t) = -chi_tt
          [=, size = medium.rho * c * spec.amplitude / (omega * omega)](const Vector& x, double t) {
            return size * std::cos(dot(k, x) - omega * t);
          }};
}

/// Along the top of the domain, which must be free and flat.
Field rayleigh_wave(const scenario::Scenario& s, const physics::Material& medium) {
  if (medium.is_fluid() || medium.anisotropy)
    s.fail("initial.wave", "found \"rayleigh\", which needs an isotropic solid");
  if (s.has_shaped_surface()) s.fail("initial.wave", "found \"rayleigh\", which needs a flat top without a mesh file");
  constexpr std::size_t top = 5;
  if (s.boundary[top] != scenario::BoundaryKind::free)
    s.fail("initial.wave", fmt::format("found \"rayleigh\", which goes along a free surface; boundary.top is \"{}\"",
                                       scenario::name_of(s.boundary[top])));
  if (scenario::has_patch(s.patches, Face::top))
    s.fail("initial.wave", "found \"rayleigh\", which goes along a top that is free everywhere; it has a patch");
  const reference::RayleighWave wave({medium.vp(), medium.vs(), medium.rho}, s.initial->wavenumber,
                                     s.domain.extent[2].high, s.initial->amplitude);
  return {[wave](const Vector& x, double t) { return wave.velocity(x, t); },
          [wave, medium](const Vector& x, double t) {
            const auto found = wave.gradient(x, t);
            double gradient[3][3];
            for (std::size_t i = 0; i < 3; ++i)
              for (std::size_t j = 0; j < 3; ++j) gradient[i][j] = found[i][j];
            const auto stress = physics::stress<3>(medium, physics::strain_of_gradient(gradient));
            Stress six{};
            for (std::size_t n = 0; n < six.size(); ++n) six[n] = stress.of[n];
            return six;
          },
          [wave](const Vector& x, double t) { return wave.displacement(x, t); },
          {}};
}

bool in_domain(const scenario::Domain& domain, const Vector& x) {
  const std::vector<int> axes = domain.axes();
  return std::all_of(axes.begin(), axes.end(),
                     [&](int a) { return x[a] >= domain.extent[a].low && x[a] <= domain.extent[a].high; });
}

/// An explosion that still acts at t = 0 leaves a hole in the field when it does not go on: v = M0 s/(rho c^2) over the
/// circle or sphere around it. A thousandth of the peak there radiates about a hundredth of the pulse.
void check_age(const scenario::Scenario& s, const numerics::TimeFunction& moment_rate) {
  if (!in_domain(s.domain, s.initial->position)) return;
  constexpr double least = 1e-3;
  const double step = 0.05 / moment_rate.highest_frequency(), age = s.initial->age;
  double last = std::min(moment_rate.end(), age + 1000 * step);
  while (last > age && std::abs(moment_rate.value(last)) < least * moment_rate.peak()) last -= step;
  if (last > age)
    s.fail("initial.age",
           fmt::format("found {:.6g} s, but the explosion still acts {} {:.4g} s after it was fired; take "
                       "a greater age, a shorter time function or a position outside the domain",
                       age, moment_rate.end() > last + step ? "at least until" : "until", last));
}

Field radiation(const Experiment& e, const physics::Material& fluid) {
  const InitialSpec& spec = *e.scenario->initial;
  const int dim = e.scenario->domain.dim;
  const auto s = make_calibrated_time_function(spec.calibration, spec.time_function, {dim, fluid.vp(), 1}, *e.scenario,
                                               "initial.time_function");
  check_age(*e.scenario, *s);
  const reference::Medium medium{fluid.vp(), 0, fluid.rho};
  const reference::Pulse pulse{[s](double t) { return s->value(t); }, [s](double t) { return s->derivative(t); }, 0,
                               s->end()};
  // The closed forms have no value at the source itself.
  const double nearest = 1e-6 * spec.calibration.distance;
  const auto offset = [=, position = spec.position](const Vector& x) {
    const Vector r = x - position;
    return norm(r) < nearest ? Vector{nearest, 0, 0} : r;
  };
  const double age = spec.age;
  return {[=](const Vector& x, double t) {
            return reference::explosion_velocity(dim, medium, 1, pulse, offset(x), t + age);
          },
          [=](const Vector& x, double t) {
            const double p = reference::explosion_pressure(dim, medium, 1, pulse, offset(x), t + age);
            return Stress{-p, -p, -p, 0, 0, 0};
          },
          {},
          {}};
}

void refuse_what_cannot_start(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  if (!e.sources.empty()) s.fail("initial", "a starting field cannot be combined with sources; leave out one of them");
  const bool pressure_only = s.solver.physics == scenario::Physics::acoustic_second_order;
  for (std::size_t n = 0; n < s.receivers.size(); ++n)
    for (const Quantity quantity : s.receivers[n].quantities) {
      const std::string key = fmt::format("receivers[{}].quantities", n);
      if (quantity == Quantity::acceleration)
        s.fail(key, "found \"acceleration\", which is not known at t = 0 of a starting field; use \"velocity\"");
      if (pressure_only && quantity != Quantity::pressure)
        s.fail(key, fmt::format("found \"{}\"; with a starting field \"acoustic_second_order\" knows only \"pressure\"",
                                scenario::name_of(quantity)));
    }
}

}  // namespace

std::optional<Field> starting_field(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  if (!s.initial) return {};
  refuse_what_cannot_start(e);
  const physics::Material medium = uniform_medium(e);
  if (s.initial->kind == InitialSpec::Kind::radiation) {
    if (!medium.is_fluid())
      s.fail("initial.kind",
             fmt::format("found \"radiation\", which needs a fluid; the model has vs = {:.6g} m/s", medium.vs()));
    return radiation(e, medium);
  }
  if (s.initial->wave == InitialSpec::Wave::s && medium.is_fluid())
    s.fail("initial.wave", "found \"s\"; a fluid carries only \"p\"");
  if (s.initial->wave == InitialSpec::Wave::rayleigh) return rayleigh_wave(s, medium);
  return plane_wave(*s.initial, medium, s.domain.dim);
}

}  // namespace unda::run

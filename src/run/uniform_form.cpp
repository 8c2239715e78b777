// Closed forms in uniform media, evaluated point by point and time by time.
#include "run/uniform_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "exec/for_each.hpp"
#include "model/properties.hpp"
#include "reference/anisotropic_full_space.hpp"
#include "reference/fluid_explosion.hpp"
#include "reference/full_space.hpp"

namespace unda::run {
namespace {

using scenario::BoundaryKind;
using scenario::Quantity;

// Evaluations; more would take longer than a few seconds. Those of anisotropic solids are sums over some ten thousand plane waves.
constexpr double largest_work = 4e5, largest_anisotropic_work = 2e4;

/// Evaluations of the closed form for all receivers and samples.
double work_of(const Experiment& e) {
  double work = 0;
  for (const scenario::ReceiverSpec& group : e.scenario->receivers)
    work += static_cast<double>(group.positions.size() * group.quantities.size() * e.sources.size());
  return work * static_cast<double>(e.scenario->time.n_samples());
}

/// The pulse for which the solution's velocity is the asked quantity.
reference::Pulse pulse_for(Quantity quantity, const std::shared_ptr<const numerics::TimeFunction>& s) {
  const double end = s->end();
  if (quantity == Quantity::displacement) {
    // After the end of s its integral stays; it may then count as over only if it went back to nothing.
    const bool returns = std::abs(s->integral(end)) < 1e-9 * s->peak() * end;
    return {[s](double t) { return s->integral(t); }, [s](double t) { return s->value(t); }, 0,
            returns ? end : std::numeric_limits<double>::infinity()};
  }
  if (quantity == Quantity::acceleration) {
    const double step = 1e-4 / s->highest_frequency();
    return {[s](double t) { return s->derivative(t); },
            [s, step](double t) { return (s->derivative(t + step) - s->derivative(t - step)) / (2 * step); }, 0, end};
  }
  return {[s](double t) { return s->value(t); }, [s](double t) { return s->derivative(t); }, 0, end};
}

double pressure_of(const UniformForm& found, int dim, const reference::Medium& medium,
                   const method::PointSource& source, const reference::Pulse& pulse, const Vector& receiver,
                   double surface, double t) {
  const Vector offset = receiver - source.position;
  if (found.solid && source.kind == scenario::SourceKind::force)
    return reference::force_pressure(medium, source.force, pulse, offset, t);
  if (found.solid && dim == 3) return reference::moment_pressure(medium, source.moment, pulse, offset, t);
  if (found.free_top)
    return reference::explosion_pressure_below_surface(dim, medium, source.moment[0], pulse, source.position, receiver,
                                                       surface, t);
  const double factor = found.solid ? reference::explosion_pressure_factor(medium) : 1;
  return factor * reference::explosion_pressure(dim, medium, source.moment[0], pulse, offset, t);
}

Vector velocity_of(const UniformForm& found, int dim, const reference::Medium& medium,
                   const method::PointSource& source, const reference::Pulse& pulse, const Vector& receiver,
                   double surface, double t) {
  const Vector offset = receiver - source.position;
  if (found.solid && source.kind == scenario::SourceKind::force)
    return reference::force_velocity(medium, source.force, pulse, offset, t);
  if (found.solid && dim == 3) return reference::moment_velocity(medium, source.moment, pulse, offset, t);
  if (found.free_top)
    return reference::explosion_velocity_below_surface(dim, medium, source.moment[0], pulse, source.position, receiver,
                                                       surface, t);
  return reference::explosion_velocity(dim, medium, source.moment[0], pulse, offset, t);
}

/// The same in an anisotropic solid, of which a receiver has the plane waves of all quantities once.
void add_anisotropic_response(const Experiment& e, const method::PointSource& source, const Vector& receiver,
                              Quantity quantity, const std::vector<double>& time, double* traces) {
  const physics::Material material = model::material(*e.model, receiver);
  const reference::AnisotropicFullSpace space(material.anisotropy->moduli, material.rho, receiver - source.position,
                                              source.time_function->highest_frequency());
  const reference::Pulse pulse = pulse_for(quantity, source.time_function);
  for (std::size_t j = 0; j < time.size(); ++j) {
    const Vector v = source.kind == scenario::SourceKind::force ? space.force_velocity(source.force, pulse, time[j])
                                                                : space.moment_velocity(source.moment, pulse, time[j]);
    for (std::size_t c = 0; c < 3; ++c) traces[c * time.size() + j] += v[c];
  }
}

/// Adds the answer to one source at one receiver to its traces, [component][sample].
void add_response(const Experiment& e, const UniformForm& found, const method::PointSource& source,
                  const Vector& receiver, Quantity quantity, const std::vector<double>& time, double* traces) {
  const int dim = e.scenario->domain.dim;
  const scenario::Material& material = e.scenario->model.uniform;
  const reference::Medium medium{material.vp, material.vs, material.rho};
  const reference::Pulse pulse = pulse_for(quantity, source.time_function);
  const double surface = e.scenario->domain.extent[2].high;
  const std::vector<int> axes = e.scenario->domain.axes();
  const std::size_t nt = time.size();
  for (std::size_t j = 0; j < nt; ++j) {
    if (quantity == Quantity::pressure) {
      traces[j] += pressure_of(found, dim, medium, source, pulse, receiver, surface, time[j]);
      continue;
    }
    const Vector v = velocity_of(found, dim, medium, source, pulse, receiver, surface, time[j]);
    for (std::size_t c = 0; c < axes.size(); ++c) traces[c * nt + j] += v[axes[c]];
  }
}

bool too_near(const Experiment& e, const Vector& receiver) {
  return std::any_of(e.sources.begin(), e.sources.end(), [&](const method::PointSource& source) {
    return norm(receiver - source.position) < 1e-6 * e.scenario->domain.extent[0].length();
  });
}

}  // namespace

std::optional<UniformForm> uniform_form(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  const bool anisotropic = e.model->extremes().any_anisotropic;
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (const Quantity quantity : group.quantities)
      if (quantity == Quantity::stress || (anisotropic && quantity == Quantity::pressure)) return {};
  if (work_of(e) > (anisotropic ? largest_anisotropic_work : largest_work * (s.domain.dim == 2 ? 1 : 10))) return {};
  if (anisotropic && s.domain.dim != 3) return {};
  if (s.initial || !s.patches.empty() || e.sources.empty() || s.model.kind != scenario::ModelKind::uniform) return {};
  if (s.model.uniform.qp > 0) return {};  // the wavenumber integral has them
  UniformForm found;
  found.solid = s.model.uniform.vs > 0;
  found.anisotropic = anisotropic;
  for (const int axis : s.domain.axes()) {
    for (int side = 0; side < 2; ++side) {
      const BoundaryKind kind = s.boundary[2 * axis + side];
      if (axis == 2 && side == 1 && kind == BoundaryKind::free && !found.solid)
        found.free_top = true;
      else if (kind != BoundaryKind::absorbing)
        return {};
    }
  }
  // In a solid in three dimensions any point source has a closed form; otherwise explosions.
  for (const method::PointSource& source : e.sources)
    if (source.kind != scenario::SourceKind::explosion && !(found.solid && s.domain.dim == 3)) return {};
  found.description = fmt::format("{} in a uniform {}{}, {}-D",
                                  e.sources.size() == 1 ? scenario::name_of(e.sources[0].kind) : "sources",
                                  found.anisotropic ? "anisotropic solid"
                                  : found.solid     ? "solid"
                                                    : "fluid",
                                  found.free_top ? " under a free surface" : "", s.domain.dim);
  std::replace(found.description.begin(), found.description.end(), '_', ' ');
  return found;
}

void fill_uniform_form(const Experiment& e, const UniformForm& form, const output::TraceGroup& group, Quantity quantity,
                       const std::vector<double>& time, output::TraceArray& exact) {
  const std::size_t length = static_cast<std::size_t>(exact.n_components) * time.size();
  exec::for_each_heavy(group.positions.size(), [&](std::size_t r) {
    double* trace = exact.values.data() + r * length;
    if (too_near(e, group.positions[r])) {
      std::fill(trace, trace + length, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    for (const method::PointSource& source : e.sources)
      if (form.anisotropic)
        add_anisotropic_response(e, source, group.positions[r], quantity, time, trace);
      else
        add_response(e, form, source, group.positions[r], quantity, time, trace);
  });
}

}  // namespace unda::run

// Weights and integrals of the sources.
#include "run/source_supply.hpp"

#include <algorithm>
#include <cmath>

#include "model/properties.hpp"

namespace unda::run {
namespace {

/// int |s| from a to b by the midpoint rule.
double integral_of_size(const numerics::TimeFunction& s, double a, double b, double largest_step) {
  a = std::max(a, s.start());
  b = std::min(b, s.end());
  if (b <= a) return 0;
  const auto n = std::max<std::int64_t>(1, std::llround(std::min((b - a) / largest_step, 1e6)));
  const double h = (b - a) / static_cast<double>(n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += h * std::abs(s.value(a + (static_cast<double>(i) + 0.5) * h));
  return sum;
}

/// M : C^-1 : M / 2.
double moment_energy(const std::array<double, 6>& m, const physics::Material& here) {
  physics::Symmetric<3, double> moment{};
  std::copy(m.begin(), m.end(), moment.of);
  return physics::strain_energy(here, moment);
}

}  // namespace

SourceSupply::SourceSupply(const Experiment& e) : step_(5 * e.dt) {
  const double duration = e.scenario->time.duration;
  for (const method::PointSource& source : e.sources) {
    const model::Properties here = e.model->at(source.position);
    Source own{source.time_function, 0, 0, 0, integral_of_size(*source.time_function, 0, duration, step_)};
    if (source.kind == scenario::SourceKind::force) {
      const double size = std::hypot(source.force[0], source.force[1], source.force[2]);
      own.weight = size / std::sqrt(2 * here.rho);
      own.stress = size * here.vp;
    } else {
      own.weight = std::sqrt(moment_energy(source.moment, model::material(*e.model, source.position)));
      for (const double m : source.moment) own.stress = std::max(own.stress, std::abs(m));
    }
    end_ = std::max(end_, source.time_function->end());
    sources_.push_back(std::move(own));
  }
}

void SourceSupply::advance_to(double t) {
  for (Source& source : sources_) source.given += integral_of_size(*source.function, now_, t, step_);
  now_ = t;
}

double SourceSupply::total() const {
  double sum = 0;
  for (const Source& source : sources_) sum += source.weight * source.given;
  return sum;
}

double SourceSupply::fraction() const {
  double all = 0;
  for (const Source& source : sources_) all += source.weight * source.in_all;
  return all > 0 ? total() / all : 1;
}

double SourceSupply::least_part() const {
  double least = 1;
  for (const Source& source : sources_)
    if (source.in_all > 0) least = std::min(least, source.given / source.in_all);
  return least;
}

double SourceSupply::largest_stress(double cell) const {
  double largest = 0;
  for (const Source& source : sources_) largest = std::max(largest, source.stress * source.in_all / cell);
  return largest;
}

}  // namespace unda::run

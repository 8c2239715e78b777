// Weights and integrals of the sources.
#include "run/source_supply.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "model/properties.hpp"

namespace unda::run {
namespace {

constexpr double good_part = 0.1;    // of what a source gives in all: it has shown what it makes of it
constexpr double begun = 1e-6;       // of what a source gives in all
constexpr double early_steps = 10;   // in which a source that is corrected for time dispersion begins
constexpr double least_part = 1e-3;  // of peak and period: what it gives at least when it acts

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

/// Forces or moments, of one volume change or not, in fluids or solids; frequencies within a factor of 4, speeds of waves (and with
/// them cells of meshes that follow these) within a factor of 2.
using KindOfSource = std::tuple<bool, bool, bool, int, int>;

KindOfSource kind_of(const method::PointSource& source, const model::Properties& here) {
  const auto& m = source.moment;
  const double mean = (m[0] + m[1] + m[2]) / 3;
  double all = 0;
  for (std::size_t i = 0; i < m.size(); ++i) all += (i < 3 ? 1 : 2) * m[i] * m[i];
  const double frequency = source.time_function->highest_frequency();
  return {source.kind == scenario::SourceKind::force, 3 * mean * mean > 0.9 * all, here.vs > 0,
          frequency > 0 ? static_cast<int>(std::floor(std::log2(frequency) / 2)) : 0,
          static_cast<int>(std::floor(std::log2(here.vs > 0 ? here.vs : here.vp)))};
}

}  // namespace

SourceSupply::SourceSupply(const Experiment& e) : step_(e.dt) {
  // What is left of sources that are corrected for time dispersion before they begin (numerics::passband_for).
  precursor_ = e.scenario->solver.precision == scenario::Precision::single_precision ? 1e-8 : 1e-13;
  const double duration = e.scenario->time.duration;
  std::map<KindOfSource, std::size_t> kinds;
  for (const method::PointSource& source : e.sources) {
    const model::Properties here = e.model->at(source.position);
    const std::size_t kind = kinds.emplace(kind_of(source, here), 2 * kinds.size()).first->second;
    Source own{source.time_function, kind, 0, 0, 0, integral_of_size(*source.time_function, 0, duration, step_)};
    // What hardly acts within the run shows nothing.
    const double frequency = source.time_function->highest_frequency();
    if (frequency > 0) own.in_all = std::max(own.in_all, least_part * source.time_function->peak() / frequency);
    if (source.kind == scenario::SourceKind::force) {
      const double size = std::hypot(source.force[0], source.force[1], source.force[2]);
      own.weight = size / std::sqrt(2 * here.rho);
      own.stress = size * here.vp;
    } else {
      own.weight = std::sqrt(moment_energy(source.moment, model::material(*e.model, source.position)));
      for (const double m : source.moment) own.stress = std::max(own.stress, std::abs(m));
    }
    kinds_.resize(2 * kinds.size());
    kinds_[kind + 1].like = static_cast<int>(kind);
    kinds_[kind].in_all += own.weight * own.in_all;
    sources_.push_back(std::move(own));
  }
}

void SourceSupply::advance_to(double t) {
  t += step_;
  for (Source& source : sources_) {
    double more = integral_of_size(*source.function, now_, t, step_);
    if (source.given < begun * source.in_all) more += precursor_ * source.function->peak() * (t - now_);
    if (!(more > 0)) continue;
    Supply& kind = kinds_[source.kind];
    source.given += more;
    kind.given += source.weight * more;
    if (source.in_all > 0) kind.largest_part = std::max(kind.largest_part, source.given / source.in_all);
  }
  part_late_sources();
  for (Supply& kind : kinds_) kind.soon = kind.given;
  for (const Source& source : sources_)
    kinds_[source.kind].soon += source.weight * integral_of_size(*source.function, t, t + early_steps * step_, step_);
  now_ = t;
}

/// When the first of a kind has begun, those that have not are from now on another one.
void SourceSupply::part_late_sources() {
  for (std::size_t k = 0; k < kinds_.size(); k += 2) {
    if (kinds_[k].largest_part < good_part || kinds_[k + 1].in_all > 0) continue;
    for (Source& source : sources_) {
      if (source.kind != k || source.given >= good_part * source.in_all) continue;
      source.kind = k + 1;
      kinds_[k].given -= source.weight * source.given;
      kinds_[k].in_all -= source.weight * source.in_all;
      kinds_[k + 1].given += source.weight * source.given;
      kinds_[k + 1].in_all += source.weight * source.in_all;
    }
  }
}

void SourceSupply::transfer(method::State& state) {
  state.list(kinds_);
  state.value(now_);
  for (Source& source : sources_) {
    state.value(source.kind);
    state.value(source.given);
  }
}

double SourceSupply::largest_stress(double cell) const {
  double largest = 0;
  for (const Source& source : sources_) largest = std::max(largest, source.stress * source.in_all / cell);
  return largest;
}

}  // namespace unda::run

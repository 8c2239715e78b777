// From frequencies to spacings.
#include "fd/resolution.hpp"

#include <algorithm>
#include <cmath>

#include "fd/absorbing.hpp"
#include "fd/misfit_parts.hpp"
#include "numerics/difference_table.hpp"
#include "numerics/dispersed_pulse.hpp"

namespace unda::fd {
namespace {

using scenario::Scenario;

/// What faces and interfaces may add to the misfit of traces, as foretold; true ones reach 1.8 times that (bench/layered_models).
constexpr double most_by_faces = 0.022;
/// Beyond so many times the plain number of points a user must ask for a spacing.
constexpr double most_refinement = 2;
constexpr double refinement_step = 1.05;
constexpr double most_tries = 40;         // of numbers of cells along z
constexpr std::size_t most_sources = 64;  // that are asked
constexpr double most_points = 1e6;       // along an axis; more is refused, not refined

/// What faces and interfaces add to the misfit of a Ricker that reaches mesh.max_frequency, by the spacing.
class Foretelling {
 public:
  Foretelling(const Scenario& s, const model::Model& model)
      : scenario_(s), model_(model), ricker_(ricker_up_to(*s.mesh.max_frequency)), pulse_(*ricker_) {
    const std::size_t n = s.sources.size(), step = (n + most_sources - 1) / most_sources;
    for (std::size_t i = 0; i < n; i += step) {
      const scenario::SourceSpec& source = s.sources[i];
      sources_.push_back({source.kind, source.position, source.moment, source.force, ricker_});
    }
    for (const scenario::ReceiverSpec& group : s.receivers)
      for (const Vector& position : group.positions) receivers_.push_back({position, scenario::Quantity::velocity});
  }

  /// Of the source that suffers most.
  double misfit(const Spacing& spacing) const {
    Grid grid = make_grid(scenario_, spacing, absorbing_points(scenario_, model_));
    const int radius = scenario_.solver.fd.order / 2;
    for (Axis& axis : grid.axis) axis.closure = model_.extremes().any_solid ? radius : 0;
    const SlipInterfaces slips(model_, grid, radius);
    const auto parts = misfit_parts(model_, grid, slips, sources_, receivers_);
    double largest = 0, sum = 0;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      if (n > 0 && parts[n].source != parts[n - 1].source) sum = 0;
      sum += std::pow(parts[n].of(pulse_), 2);
      largest = std::max(largest, sum);
    }
    return std::sqrt(largest);
  }

 private:
  static std::shared_ptr<const numerics::TimeFunction> ricker_up_to(double highest) {
    const double frequency = highest / 2.5;
    return numerics::ricker(frequency, 1.5 / frequency);
  }

  const Scenario& scenario_;
  const model::Model& model_;
  std::shared_ptr<const numerics::TimeFunction> ricker_;
  numerics::DispersedPulse pulse_;
  std::vector<method::PointSource> sources_;
  std::vector<method::Receiver> receivers_;
};

}  // namespace

double points_per_wavelength(int order) {
  // The error of the default, order 8 at 5 points, over a given distance is the measure for the others.
  const double allowed = std::abs(1 - numerics::phase_speed_ratio(4, 5.0));
  double points = 2.2;
  while (std::abs(1 - numerics::phase_speed_ratio(order / 2, points)) > allowed * (1 + 1e-9)) points += 0.01;
  return points;
}

int absorbing_points(const Scenario& s, const model::Model& model) {
  const auto& fd = s.solver.fd;
  return fd.absorbing_points > 0 ? fd.absorbing_points : default_absorbing_points(fd.order, model.extremes());
}

namespace {

double plain_spacing(const Scenario& s, const model::Model& model) {
  return model.extremes().slowest / (*s.mesh.max_frequency * points_per_wavelength(s.solver.fd.order));
}

}  // namespace

bool is_refined(const Scenario& s, const model::Model& model, const Grid& grid) {
  if (s.mesh.spacing || !s.mesh.max_frequency) return false;
  return grid.axis[0].n_domain_nodes > make_grid(s, plain_spacing(s, model), 0).axis[0].n_domain_nodes;
}

Spacing chosen_spacing(const Scenario& s, const model::Model& model) {
  if (s.mesh.spacing) return *s.mesh.spacing;
  if (!s.mesh.max_frequency)
    s.fail("mesh", "finite differences need mesh.spacing (grid spacing in m) or mesh.max_frequency (Hz)");
  const double plain = plain_spacing(s, model);
  const auto& extent = s.domain.extent;
  const double longest = std::max({extent[0].length(), extent[1].length(), extent[2].length()});
  if (s.sources.empty() || !s.domain.has_axis(2) || longest > most_points * plain) return plain;
  const Foretelling foretelling(s, model);
  Spacing best = plain;
  double least = foretelling.misfit(best);
  for (double level = plain; least > most_by_faces && level * most_refinement > plain; level /= refinement_step) {
    const double height = extent[2].length(), cells = std::ceil(height / level - 1e-9);
    for (double n = cells; n <= 1.1 * cells && n < cells + most_tries && least > most_by_faces; ++n) {
      const Spacing spacing(level, height / n);
      const double misfit = foretelling.misfit(spacing);
      if (misfit < least) best = spacing;
      least = std::min(least, misfit);
    }
  }
  return best;
}

}  // namespace unda::fd

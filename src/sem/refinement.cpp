// From expected misfits to sizes of elements.
#include "sem/refinement.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/dispersed_pulse.hpp"
#include "sem/dispersion.hpp"
#include "sem/misfit_parts.hpp"

namespace unda::sem {
namespace {

using scenario::Scenario;

constexpr double most_misfit = 0.025;  // as expected; true ones reach 2.3 times that (bench/layered_models)
constexpr double most_refinement = 2;  // beyond, a user must ask for a spacing
constexpr int most_tries = 4;
constexpr std::size_t most_sources = 3;  // that are asked

/// Sources as they stand, with a Ricker that reaches mesh.max_frequency.
std::vector<method::PointSource> sources_up_to(const Scenario& s, double highest) {
  const double frequency = highest / 2.5;
  const auto ricker = numerics::ricker(frequency, 1.5 / frequency);
  std::vector<method::PointSource> sources;
  const std::size_t n = s.sources.size(), step = (n + most_sources - 1) / most_sources;
  for (std::size_t i = 0; i < n; i += step)
    sources.push_back({s.sources[i].kind, s.sources[i].position, s.sources[i].moment, s.sources[i].force, ricker});
  return sources;
}

/// Of the source that suffers most, without what comes back from the edges: smaller elements do not help against that.
double expected_misfit(const Scenario& s, const mesh::Levels& levels, const model::Model& model,
                       const std::vector<method::PointSource>& sources, const numerics::DispersedPulse& pulse) {
  std::vector<double> squares(sources.size(), 0.0);
  for (const method::MisfitPart& part : misfit_parts(s, levels, model, sources))
    if (part.cause != by_edges) squares[part.source] += std::pow(part.of(pulse), 2);
  return std::sqrt(*std::max_element(squares.begin(), squares.end()));
}

}  // namespace

mesh::Levels chosen_levels(const Scenario& s, const model::Model& model) {
  const double plain = wavelengths_per_element(s.solver.sem.degree);
  mesh::Levels levels = mesh::make_levels(s, model, plain);
  if (s.mesh.spacing || !s.mesh.max_frequency || s.sources.empty() || s.receivers.empty()) return levels;
  const std::vector<method::PointSource> sources = sources_up_to(s, *s.mesh.max_frequency);
  const numerics::DispersedPulse pulse(*sources.front().time_function);
  double finer = 1;
  for (int n = 0; n < most_tries && finer < most_refinement; ++n) {
    const double misfit = expected_misfit(s, levels, model, sources, pulse);
    if (misfit <= most_misfit) break;
    finer = std::min(most_refinement,
                     finer * std::max(1.03, std::pow(misfit / most_misfit, 1.0 / (s.solver.sem.degree + 1))));
    levels = mesh::make_levels(s, model, plain / finer);
  }
  return levels;
}

}  // namespace unda::sem

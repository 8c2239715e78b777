// The dispersion of the mesh and what faces and interfaces add, as the method tells them, count as independent: squares add up.
#include "run/resolution.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/dispersed_pulse.hpp"

namespace unda::run {
namespace {

constexpr double usual_wavelengths = 20;

double farthest_receiver(const scenario::Scenario& s, const Vector& source) {
  double distance = 0;
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (const Vector& position : group.positions) distance = std::max(distance, norm(position - source));
  return distance;
}

}  // namespace

ExpectedMisfit expected_misfit(const Experiment& e) {
  const method::Sizes& sizes = e.sizes;
  ExpectedMisfit worst;
  auto part = sizes.misfit_parts.begin();
  for (std::size_t n = 0; n < e.sources.size(); n += method::step_between_examples(e.sources.size())) {
    const method::PointSource& source = e.sources[n];
    const double highest = source.time_function->highest_frequency();
    if (!(highest > 0) || !(sizes.points_per_wavelength > 0)) continue;
    const double distance = farthest_receiver(*e.scenario, source.position);
    const double wavelengths = distance > 0 ? distance * highest / e.model->extremes().slowest : usual_wavelengths;
    const numerics::DispersedPulse pulse(*source.time_function);
    while (part != sizes.misfit_parts.end() && part->source < n) ++part;
    const auto end = std::find_if(part, sizes.misfit_parts.end(), [&](const auto& p) { return p.source > n; });
    const bool is_known = std::any_of(part, end, [](const auto& p) { return p.cause.empty(); });
    const double plain = is_known ? 0 : pulse.misfit(wavelengths, sizes.dispersion_error, sizes.dispersion_order);
    ExpectedMisfit expected{wavelengths, plain * plain, "", {}};
    if (!is_known) expected.parts.emplace_back("", plain);
    double largest = plain;
    for (; part != end; ++part) {
      const double misfit = part->of(pulse);
      expected.misfit += misfit * misfit;
      expected.parts.emplace_back(part->cause, misfit);
      if (misfit > largest) expected.cause = part->cause;
      largest = std::max(largest, misfit);
    }
    expected.misfit = std::sqrt(expected.misfit);
    if (expected.misfit >= worst.misfit) worst = std::move(expected);
  }
  return worst;
}

}  // namespace unda::run

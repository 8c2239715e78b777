// Asking the model for its anisotropic solids.
#include "method/backward_waves.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "method/expected_echo.hpp"
#include "method/refusals.hpp"
#include "physics/anisotropy.hpp"

namespace unda::method {
namespace {

/// Places along an axis at which a model without layers is asked.
std::vector<double> places_along(int axis, const std::array<scenario::Interval, 3>& domain, const model::Model& model) {
  const scenario::Interval& side = domain[static_cast<std::size_t>(axis)];
  if (!model.varies_along(axis)) return {side.low};
  std::vector<double> places;
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) places.push_back(side.low + share * side.length());
  return places;
}

struct Medium {
  physics::Moduli moduli;
  double rho;
  physics::SpeedRange speeds;
};

/// Those of layers, else what is found at some places.
std::vector<Medium> anisotropic_media(const std::array<scenario::Interval, 3>& domain, const model::Model& model) {
  std::vector<Medium> media;
  const auto add = [&](const physics::Anisotropy* found, double rho) {
    if (found == nullptr) return;
    const auto same = [&](const Medium& m) {
      return std::equal(std::begin(m.moduli.of), std::end(m.moduli.of), std::begin(found->moduli.of));
    };
    if (std::none_of(media.begin(), media.end(), same)) media.push_back({found->moduli, rho, found->speeds});
  };
  const std::vector<model::Interface> interfaces = model.interfaces();
  for (const model::Interface& i : interfaces)
    for (const model::Medium* m : {&i.above, &i.below}) add(m->anisotropy.get(), m->properties.rho);
  if (!interfaces.empty()) return media;
  for (const double x : places_along(0, domain, model))
    for (const double y : places_along(1, domain, model))
      for (const double z : places_along(2, domain, model))
        add(model.anisotropy({x, y, z}).get(), model.at({x, y, z}).rho);
  return media;
}

using Remark = std::optional<std::array<std::string, 2>>;

/// With c11, c33, c55 and c13 of 4, 20, 2 and 4 (10^9 Pa), in which no wave is backward, layers of sem grew after 2,000 steps; with
/// c13 = 4.5 and 5 plain damping did not end it in sem, and in fd put it off to step 13,500.
Remark strong_anisotropy_remark(const scenario::Scenario& s, const model::Model& model) {
  constexpr double strong = 1.6;
  double worst = 0;
  for (const Medium& m : anisotropic_media(s.domain.extent, model))
    worst = std::max(worst, m.speeds.p_max / m.speeds.p_min);
  if (worst < strong) return {};
  return {
      {warning_word,
       fmt::format("{}: P waves of this solid are up to {:.2g} times as fast in one direction as in another; waves in "
                   "absorbing layers of such solids were seen to grow after some thousand steps: compare with a larger "
                   "domain, or take other boundaries",
                   s.where(key_of_anisotropy(s)), worst)}};
}

}  // namespace

BackwardRatios backward_ratios(const model::Model& model, const std::array<scenario::Interval, 3>& domain, int dim) {
  BackwardRatios ratios{};
  if (!model.extremes().any_anisotropic) return ratios;
  for (const Medium& m : anisotropic_media(domain, model)) {
    const std::array<double, 3> of_medium = physics::backward_ratios(m.moduli, m.rho, dim);
    for (const std::size_t axis : {0, 1, 2}) ratios[axis] = std::max(ratios[axis], of_medium[axis]);
  }
  // Where the fastest wave is more than four times as fast as the slowest, layers are those of soft ground, in which more grows.
  const double more = 0.08 * std::min(1.0, 4 * softness(model.extremes()));
  for (double& ratio : ratios)
    if (ratio > 0) ratio += more;
  return ratios;
}

std::optional<std::array<std::string, 2>> backward_waves_remark(const scenario::Scenario& s,
                                                                const model::Model& model) {
  const BackwardRatios ratios = backward_ratios(model, s.domain.extent, s.domain.dim);
  double worst = 0;
  int worst_axis = 0;
  for (const int axis : s.domain.axes()) {
    const auto absorbs = [&](int side) { return s.boundary[2 * axis + side] == scenario::BoundaryKind::absorbing; };
    const double ratio = absorbs(0) || absorbs(1) ? ratios[static_cast<std::size_t>(axis)] : 0;
    if (ratio <= worst) continue;
    worst = ratio;
    worst_axis = axis;
  }
  if (worst == 0) return strong_anisotropy_remark(s, model);
  return {{warning_word,
           fmt::format(
               "{}: some waves of this solid have crests that go along {} one way and energy that goes the other "
               "({:.2g} of their speed). They would grow in the absorbing layers there, which therefore damp all "
               "waves and send more back than is told below: keep these edges away, or compare with a larger domain",
               s.where(key_of_anisotropy(s)), axis_names[static_cast<std::size_t>(worst_axis)], worst)}};
}

}  // namespace unda::method

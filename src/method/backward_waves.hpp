// Waves of anisotropic solids whose crests and energy go opposite ways across an absorbing edge: they grow in perfectly matched layers.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace unda::method {

/// By axis, over the anisotropic solids of a model, which is asked at some places: the part of a layer's absorbing rate at which such
/// waves grow in it; 0 where there are none.
using BackwardRatios = std::array<double, 3>;
BackwardRatios backward_ratios(const model::Model& model, const std::array<scenario::Interval, 3>& domain, int dim);

/// Plain damping of all fields, as a part of the absorbing rate, that ends them (multiaxial layers: Meza-Fajardo and Papageorgiou 2008). It
/// sends waves back: damping of 0.028 made an echo of 0.028 out of 0.004.
constexpr double plain_damping_for(double backward_ratio) { return 1.2 * backward_ratio; }

/// The line of the plan, a warning, about the edges of the scenario that absorb by layers; none where there are no such waves.
std::optional<std::array<std::string, 2>> backward_waves_remark(const scenario::Scenario& scenario,
                                                                const model::Model& model);

}  // namespace unda::method

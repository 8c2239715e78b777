// Waves of anisotropic solids whose crests and energy go opposite ways across an absorbing edge: they grow in perfectly matched layers.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace unda::method {

/// The line of the plan, a warning, about the edges of the scenario that absorb by layers; none where there are no such waves. The
/// model is asked at some places.
std::optional<std::array<std::string, 2>> backward_waves_remark(const scenario::Scenario& scenario,
                                                                const model::Model& model);

}  // namespace unda::method

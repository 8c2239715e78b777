// What a method cannot honour, refused in the same words by each: attenuation and anisotropy.
#pragma once

#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

/// Throws InputError with `reason`, naming the key of the first fluid with a quality factor; of a grid with fluids.
void refuse_attenuating_fluids(const scenario::Scenario& scenario, const model::Extremes& earth,
                               const std::string& reason);
/// Throws InputError, naming the key of the first material that is not isotropic, with `reason`.
void refuse_anisotropy(const scenario::Scenario& scenario, const std::string& reason);
/// The key by which the first material that is not isotropic is so; empty: all are isotropic.
std::string key_of_anisotropy(const scenario::Scenario& scenario);

}  // namespace unda::method

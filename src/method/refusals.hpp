// What a method cannot honour, refused in the same words by each: attenuation, anisotropy, patches.
#pragma once

#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

/// The key of the first fluid with a quality factor, of a grid with fluids; empty: no fluid attenuates.
std::string key_of_attenuating_fluid(const scenario::Scenario& scenario, const model::Extremes& earth);
/// Throws InputError, naming the key of the first material that is not isotropic, with `reason`.
void refuse_anisotropy(const scenario::Scenario& scenario, const std::string& reason);
/// The key by which the first material that is not isotropic is so; empty: all are isotropic.
std::string key_of_anisotropy(const scenario::Scenario& scenario);

/// Throws InputError for a patch on an absorbing face before which layers lie, which the key puts there.
void refuse_patches_before_layers(const scenario::Scenario& scenario, const std::string& key, bool has_layers);

}  // namespace unda::method

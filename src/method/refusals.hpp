// What a method cannot honour, refused in the same words by each: attenuation and anisotropy.
#pragma once

#include "scenario/scenario.hpp"

namespace unda::method {

/// Throws InputError, naming the key of the first material with a quality factor and the methods that take it.
void refuse_attenuation(const scenario::Scenario& scenario);
/// Likewise of the first material with 21 moduli.
void refuse_anisotropy(const scenario::Scenario& scenario);

}  // namespace unda::method

// What no method of this version can honour, refused in the same words by each: attenuation and anisotropy.
#pragma once

#include "scenario/scenario.hpp"

namespace unda::method {

/// Throws InputError, naming the key of the first material with a quality factor or 21 moduli.
void refuse_attenuation_and_anisotropy(const scenario::Scenario& scenario);

}  // namespace unda::method

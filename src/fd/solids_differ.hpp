// Whether absorbing layers are beside solids of different speeds, which guide waves.
#pragma once

#include "model/model.hpp"

namespace unda::fd {

inline bool solids_differ(const model::Extremes& earth) {
  return earth.any_solid && (earth.any_fluid || earth.vp_min < earth.vp_max || earth.vs_min < earth.vs_max);
}

}  // namespace unda::fd

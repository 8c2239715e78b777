// How far traces by spectral elements will be from exact ones, by cause.
#pragma once

#include <vector>

#include "mesh/levels.hpp"
#include "method/propagator.hpp"

namespace unda::sem {

inline constexpr const char* by_edges = "absorbing edges";  ///< the cause of that part

/// For all sources, where the model is made of level layers that `unda reference` knows; nothing elsewhere.
std::vector<method::MisfitPart> misfit_parts(const scenario::Scenario& scenario, const mesh::Levels& levels,
                                             const model::Model& model,
                                             const std::vector<method::PointSource>& sources);

}  // namespace unda::sem

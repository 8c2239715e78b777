// Flat facets that a curved boundary passes above and below alike.
#pragma once

#include <array>
#include <vector>

#include "base/vector.hpp"
#include "mesh/levels.hpp"

namespace unda::mesh {

/// Nodes on a boundary lie on it, and the facets between them are all within a hill and all outside a valley. Waves feel the volume that is missing at
/// first order, and hardly what is missing here and too much there: nodes move up or down by the mean of what the facets around them miss.
/// On a hill of 100 m, 30 degrees steep, misfits against spectral elements fell from 0.025 to 0.009 with that.
/// `facets` are those of the anchor `number`.
void balance_facets(const Levels& levels, std::size_t number, const std::vector<std::array<int, 3>>& facets,
                    std::vector<Vector>& nodes);

/// Of boxes cut as cut_boxes() does: the corners of all planes move with those of the boundaries.
void balance_facets(const scenario::Scenario& scenario, Levels& levels);

}  // namespace unda::mesh

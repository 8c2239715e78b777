// Better shapes for the worst elements of a mesh: nodes inside move, and who is whose neighbour stays.
#pragma once

#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// By node and axis: whether its coordinate must stay.
using FixedAxes = std::vector<std::array<bool, 3>>;

/// Moves nodes along axes that are not `fixed`, one after another, so that the smallest of the inner spheres of the elements around each grows: it
/// limits the step. No element turns over.
void move_free_nodes(const FixedAxes& fixed, Tetrahedra& mesh);

}  // namespace unda::mesh

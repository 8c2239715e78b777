// Turning elements alike, and their order in rows: packs of elements side by side then find the numbers of their points side by side too.
#pragma once

#include "mesh/hexahedra.hpp"

namespace unda::mesh {

/// Turns the axes of elements, without mirroring any, so that they go on across faces as far as that can be. The mesh is connected.
void align(Hexahedra& mesh);

/// All elements, row after row along the axis that has the longest rows, rows beside each other one after another.
std::vector<int> in_rows(const Hexahedra& mesh);

}  // namespace unda::mesh

// The elements of a chunk of the earth.
#pragma once

#include "mesh/chunk_layers.hpp"
#include "mesh/hexahedra.hpp"

namespace unda::mesh {

/// With 27 nodes each, which lie on the sphere and on the planes of its sides; a region for each shell, the sides as west to top.
Hexahedra make_chunk(const scenario::Scenario& scenario, const ChunkLayers& layers);

}  // namespace unda::mesh

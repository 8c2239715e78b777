// Tetrahedra that Gmsh makes of a scenario: between the bottom, the tops of layers and the topography, with sizes that follow the model.
// Gmsh runs as a program of its own, by the Python package unda.mesher.
#pragma once

#include "mesh/size_field.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// Not connected yet.
struct GeneratedMesh {
  Tetrahedra mesh;
  std::vector<TaggedFacet> sides;
};

/// The same bytes for the same scenario; the last one made is kept, and not made again. `levels`: without absorbing layers. Throws
/// InputError for what Gmsh cannot be asked for and where its module is not installed.
GeneratedMesh generate(const scenario::Scenario& scenario, const Levels& levels, const SizeField& field);

}  // namespace unda::mesh

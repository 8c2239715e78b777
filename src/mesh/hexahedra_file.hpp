// Hexahedra, in 2-D quadrilaterals, from a mesh file.
#pragma once

#include "mesh/gmsh.hpp"
#include "mesh/hexahedra.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {

/// The mesh of mesh.file, connected: hexahedra of 8, 20 or 27 nodes, in 2-D quadrilaterals of 4, 8 or 9 nodes in the plane of x and z
/// or, as Gmsh draws, of x and y, whose y is then z. Faces of groups mean what those of tetrahedra do (mesh_file.hpp). Throws InputError
/// for what is not such a mesh that fills the domain.
Hexahedra read_hexahedra(const scenario::Scenario& scenario);

/// As a file: its regions, and groups for sides and conditions on the boundary, that read_hexahedra() understands.
GmshMesh to_gmsh(const Hexahedra& mesh);

}  // namespace unda::mesh

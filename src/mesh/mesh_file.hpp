// Tetrahedra from a mesh file: what the file's groups mean for regions and boundaries.
#pragma once

#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// The mesh of mesh.file, connected. Triangles of a group named west, east, south, north, bottom or top have the condition of
/// that side in [boundary]; those of a group named free, absorbing or rigid have that condition; others the condition of the
/// side that they face. Throws InputError for what is not a mesh of tetrahedra that fills the domain.
Tetrahedra read_tetrahedra(const scenario::Scenario& scenario);

}  // namespace unda::mesh

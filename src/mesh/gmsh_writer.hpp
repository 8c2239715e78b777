// Writing Gmsh files, version 2.2 as text: the meshes that the program makes, for the reader beside it and for other programs.
#pragma once

#include <filesystem>

#include "mesh/gmsh.hpp"
#include "mesh/levels.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// Under a name ending in .partial, then renamed. Throws RunError where the file cannot be written.
void write_gmsh(const GmshMesh& mesh, const std::filesystem::path& file);

/// Tetrahedra with a group for each medium, or the regions of their own file; the sides of the domain as named triangles.
GmshMesh to_gmsh(const Tetrahedra& mesh, const model::Model& model);

/// The boxes themselves: hexahedra, in 2-D quadrilaterals in x and z, with a group for each medium.
GmshMesh to_gmsh(const Levels& levels, const model::Model& model);

}  // namespace unda::mesh

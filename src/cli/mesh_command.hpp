// unda mesh: the mesh that a run would use in its domain, without absorbing layers, as a Gmsh file.
#pragma once

#include <filesystem>

#include "scenario/scenario.hpp"

namespace unda::cli {

/// Says what it wrote. Throws InputError for what the method cannot honour, or where it has no mesh.
void write_mesh(const scenario::Scenario& scenario, const std::filesystem::path& file);

}  // namespace unda::cli

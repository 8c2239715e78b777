// What the groups of a Gmsh file mean, whatever its elements are: regions, and conditions on the boundary.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mesh/gmsh.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {

/// The names of the groups of a dimension.
std::map<int, std::string> region_names(const GmshMesh& file, int dimension);

/// What a group's name says of a boundary: the Face of the box that it names, or the boundary_code() of free, absorbing or rigid; -1:
/// nothing.
int boundary_of_group(const GmshMesh& file, int dimension, int group);

/// Refuses nodes that do not reach as far as the domain, or farther.
void check_extent(const scenario::Scenario& scenario, const std::string& name, const std::vector<Vector>& nodes);

}  // namespace unda::mesh

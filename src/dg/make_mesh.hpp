// The tetrahedra of a run: boxes that are cut into six, Gmsh's, or those of a file, with their absorbing layers.
#pragma once

#include <functional>

#include "dg/shared_mesh.hpp"
#include "parallel/communicator.hpp"

namespace unda::dg {

/// The boxes that tetrahedra are cut out of, without absorbing layers.
mesh::Levels make_levels(const scenario::Scenario& scenario, const model::Model& model);

/// On the first rank, with absorbing layers or without. `check` is told the number of elements, where it is known before they are made and
/// in the end, on every rank. Collective.
SharedMesh make_mesh(
    const scenario::Scenario& scenario, const model::Model& model, bool with_layers,
    const parallel::Communicator& ranks, const std::function<void(double)>& check = [](double) {});

/// The key that decides how many elements there are.
const char* key_of_size(const scenario::Scenario& scenario);

}  // namespace unda::dg

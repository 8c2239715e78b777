// Whether fields grow from step to step around an element: the map of one step, gone through again and again from a rough field in
// the elements within a few faces of it. Nothing comes in from beyond them.
#pragma once

#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"

namespace unda::dg {

bool grows_around(int order, const mesh::Tetrahedra& mesh, const model::Model& model,
                  const scenario::Scenario& scenario, int element, double dt);

}  // namespace unda::dg

// The largest stable step of an element, and the work of an update.
#pragma once

#include "dg/operators.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"

namespace unda::dg {

/// s; the smallest of all elements holds for the mesh.
double stable_step(const mesh::Tetrahedra& mesh, const model::Model& model, int order, std::size_t element);

/// Multiplications and additions of one element and step.
template <class Real>
double operations_per_update(const Operators<Real>& operators);

}  // namespace unda::dg

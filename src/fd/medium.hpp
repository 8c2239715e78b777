// The earth on the grid: means of the model over the cell around each staggered point, kept only along the
// axes on which the model varies (a layered model needs one row a plane, a uniform one a single row).
#pragma once

#include "fd/arrays.hpp"
#include "fd/scheme.hpp"
#include "model/model.hpp"

namespace unda::fd {

/// A parameter at a node of the grid or beyond its ends.
double parameter_at(const model::Model& model, const Grid& grid, const Parameter& parameter,
                    const std::array<int, 3>& node);

template <class Real>
Array<Real> sample_parameter(const model::Model& model, const Grid& grid, const Parameter& parameter, int number);

/// Layout that sample_parameter will use, for plans that allocate nothing.
Layout parameter_layout(const model::Model& model, const Grid& grid);

}  // namespace unda::fd

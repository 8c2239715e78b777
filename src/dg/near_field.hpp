// What a step makes wrong beside a point source, and how much of the source must be added to make it right.
//
// Beside a point source the field is rough: it jumps between elements. The recursion that carries it through a step sees one
// element alone and takes what flows through these jumps for a change, so that the field over the step is wrong by some e. As
// that happens at every step in proportion to s(t), the waves far away are wrong by what a source e ds/dt in the same place would
// make, of first order in dt. e is found from the steady field that a constant source makes in the elements around it, and taken
// off. Measured for explosions and forces; for other moment tensors it gains nothing, as e then has no simple pattern.
#pragma once

#include <array>
#include <vector>

#include "dg/fields.hpp"
#include "dg/make_medium.hpp"
#include "mesh/locate.hpp"

namespace unda::dg {

/// A source in the elements that carry it, for s dt = 1.
struct PlacedSource {
  std::vector<mesh::Place> places;
  std::vector<std::vector<double>> increments;  ///< by place: [field][coefficient]
};

/// e of each field, integrated over the elements, for s = 1.
std::array<double, n_fields> near_field_error(int order, const mesh::Tetrahedra& mesh, const model::Model& model,
                                              const scenario::Scenario& scenario, const PlacedSource& source,
                                              double dt);

}  // namespace unda::dg

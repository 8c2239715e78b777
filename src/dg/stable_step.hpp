// The largest stable step of an element, and the work of an update.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "dg/absorbing_layer.hpp"
#include "dg/make_medium.hpp"
#include "dg/operators.hpp"
#include "mesh/tetrahedra.hpp"
#include "method/step_bound.hpp"

namespace unda::dg {

/// By medium, and by the radius of the sphere inside the element, s.
double stable_step(const physics::Material& material, int order, double inradius);
/// By shape and medium of the element alone, s.
double stable_step(const mesh::Tetrahedra& mesh, const Materials& materials, int order, std::size_t element);

/// The step of the whole mesh, s, and its resolution.
struct StepLimit {
  double step = 0;
  std::vector<double> of_element;  ///< s
  double slowest_edge = 0;  ///< s: the longest time a wave takes along the edge of a box that holds six such elements
  double slowest_on_average =
      0;  ///< s: likewise of elements with those around them, by what they do to waves on their way
  method::StepBound bound;
  std::vector<std::array<std::string, 2>> report;  ///< how well elements are shaped, and which come next
};
/// `rates` of absorbing layers by element; empty: there are none.
StepLimit find_step_limit(const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
                          int order, const std::vector<RatesByAxis>& rates, const LayerStrength& strength);

/// Multiplications and additions of one element and step.
template <class Real>
double operations_per_update(const Operators<Real>& operators);
/// What elements that attenuate have beside them.
double operations_of_relaxation(int order, int n_mechanisms);

}  // namespace unda::dg

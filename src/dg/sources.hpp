// Point sources in elements. After each step a source gives s(t) dt at once: for all that leaves the source's surroundings the
// sum over the steps is the integral over time to any order, as s is smooth on the scale of a step. The step's own error
// beside the source is made up for (near_field.hpp).
#pragma once

#include <vector>

#include "base/simd.hpp"
#include "dg/make_medium.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

template <class Real>
class Sources {
 public:
  Sources() = default;
  Sources(int order, const mesh::Tetrahedra& mesh, const model::Model& model, const scenario::Scenario& scenario,
          const mesh::Locator& locator, const std::vector<int>& place_of,
          const std::vector<method::PointSource>& sources, double dt);

  /// What the sources give at time t for a step of dt.
  void inject(double t, double dt, Pack<Real>* q) const;

 private:
  /// What one element gets at every step.
  struct Part {
    std::size_t first = 0;            ///< of the element's coefficients, in numbers of Real
    std::vector<double> increments;   ///< [field][coefficient], for s dt = 1
    std::vector<double> corrections;  ///< likewise, for ds/dt = 1
    std::shared_ptr<const numerics::TimeFunction> time_function;
  };
  std::vector<Part> parts_;
};

extern template class Sources<float>;
extern template class Sources<double>;

}  // namespace unda::dg

// Point sources in elements. After each step a source gives s(t) dt at once: the sum over the steps is the integral over time to
// any order, as s is smooth on the scale of a step. In space it is spread over the elements around it (source_kernel.hpp).
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
  Sources(int order, const mesh::Tetrahedra& mesh, const Materials& materials, const mesh::Locator& locator,
          const std::vector<int>& place_of, const std::vector<method::PointSource>& sources);

  /// What the sources give at time t for a step of dt.
  void inject(double t, double dt, Pack<Real>* q) const;

 private:
  /// What one element gets at every step.
  struct Part {
    std::size_t first = 0;                           ///< of the element's coefficients, in numbers of Real
    std::vector<std::pair<int, double>> amplitudes;  ///< of the fields, for s dt = 1
    std::vector<double> kernel;                      ///< [coefficient]
  };
  struct Source {
    std::shared_ptr<const numerics::TimeFunction> time_function;
    std::vector<Part> parts;
  };
  std::vector<Source> sources_;
};

extern template class Sources<float>;
extern template class Sources<double>;

}  // namespace unda::dg

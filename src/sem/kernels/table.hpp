// The stiffness kernels of one law by degree.
#pragma once

#include <utility>

#include "sem/kernels/stiffness_cpu.hpp"

namespace unda::sem {

template <class Law, int Dim, class Real, int N>
StiffnessKernels<Real> kernels_of_degree() {
  if constexpr (Dim == 3)
    return {stiffness_3d<Law, N, Real, ElementShape::flat>, stiffness_3d<Law, N, Real, ElementShape::deformed>,
            stiffness_3d<Law, N, Real, ElementShape::general>};
  else
    return {stiffness_2d<Law, N, Real, ElementShape::flat>, stiffness_2d<Law, N, Real, ElementShape::deformed>,
            stiffness_2d<Law, N, Real, ElementShape::general>};
}

template <class Law, int Dim, class Real>
StiffnessKernels<Real> kernels_of_law(int degree) {
  StiffnessKernels<Real> found;
  [&]<int... m>(std::integer_sequence<int, m...>) {
    ((degree == m + 1 ? void(found = kernels_of_degree<Law, Dim, Real, m + 1>()) : void()), ...);
  }
  (std::make_integer_sequence<int, max_degree>());
  return found;
}

}  // namespace unda::sem

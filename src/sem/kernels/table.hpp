// The stiffness kernels of one law by degree.
#pragma once

#include "sem/kernels/degrees.hpp"
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
  [&]<int... N>(std::integer_sequence<int, N...>) {
    ((degree == N ? void(found = kernels_of_degree<Law, Dim, Real, N>()) : void()), ...);
  }
  (Degrees{});
  return found;
}

}  // namespace unda::sem

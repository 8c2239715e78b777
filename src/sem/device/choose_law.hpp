// From physics and dimension, known at run time, to a law that the compiler knows.
#pragma once

#include <type_traits>

#include "sem/kernels/laws.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// f(law, integral_constant of the dimension).
template <class Function>
void with_law(Physics physics, int dim, Function f) {
  using Two = std::integral_constant<int, 2>;
  using Three = std::integral_constant<int, 3>;
  if (physics == Physics::acoustic)
    dim == 3 ? f(AcousticStress(), Three()) : f(AcousticStress(), Two());
  else if (physics == Physics::anisotropic)
    dim == 3 ? f(AnisotropicStress<3>(), Three()) : f(AnisotropicStress<2>(), Two());
  else
    dim == 3 ? f(ElasticStress<3>(), Three()) : f(ElasticStress<2>(), Two());
}

/// Of solids that attenuate.
template <class Function>
void with_relaxing_law(Physics physics, int dim, Function f) {
  using Two = std::integral_constant<int, 2>;
  using Three = std::integral_constant<int, 3>;
  if (physics == Physics::anisotropic)
    dim == 3 ? f(RelaxingAnisotropicStress<3>(), Three()) : f(RelaxingAnisotropicStress<2>(), Two());
  else
    dim == 3 ? f(RelaxingStress<3>(), Three()) : f(RelaxingStress<2>(), Two());
}

}  // namespace unda::sem

// Choosing a stiffness kernel.
#include "sem/kernels/stiffness.hpp"

#include "base/error.hpp"
#include "sem/kernels/degrees.hpp"

namespace unda::sem {

struct AcousticStress;
template <int Dim>
struct ElasticStress;
template <int Dim>
struct RelaxingStress;
template <int Dim>
struct AnisotropicStress;
template <int Dim>
struct RelaxingAnisotropicStress;

/// Made in the files of the laws, which take long to compile.
template <class Law, int Dim, class Real>
StiffnessKernels<Real> kernels_of_law(int degree);

namespace {

void require_kernels(int degree) {
  require(has_kernels(degree),
          "solver.sem.degree = {}: this build has the degrees {}; build again with -DUNDA_FEW_ORDERS=OFF", degree,
          degrees);
}

}  // namespace

template <class Real>
StiffnessKernels<Real> stiffness_kernels(Physics physics, int dim, int degree) {
  require_kernels(degree);
  if (physics == Physics::acoustic)
    return dim == 3 ? kernels_of_law<AcousticStress, 3, Real>(degree) : kernels_of_law<AcousticStress, 2, Real>(degree);
  if (physics == Physics::anisotropic)
    return dim == 3 ? kernels_of_law<AnisotropicStress<3>, 3, Real>(degree)
                    : kernels_of_law<AnisotropicStress<2>, 2, Real>(degree);
  return dim == 3 ? kernels_of_law<ElasticStress<3>, 3, Real>(degree)
                  : kernels_of_law<ElasticStress<2>, 2, Real>(degree);
}

template <class Real>
StiffnessKernels<Real> relaxing_kernels(Physics physics, int dim, int degree) {
  require_kernels(degree);
  if (physics == Physics::anisotropic)
    return dim == 3 ? kernels_of_law<RelaxingAnisotropicStress<3>, 3, Real>(degree)
                    : kernels_of_law<RelaxingAnisotropicStress<2>, 2, Real>(degree);
  return dim == 3 ? kernels_of_law<RelaxingStress<3>, 3, Real>(degree)
                  : kernels_of_law<RelaxingStress<2>, 2, Real>(degree);
}

template StiffnessKernels<float> stiffness_kernels<float>(Physics, int, int);
template StiffnessKernels<double> stiffness_kernels<double>(Physics, int, int);
template StiffnessKernels<float> relaxing_kernels<float>(Physics, int, int);
template StiffnessKernels<double> relaxing_kernels<double>(Physics, int, int);

}  // namespace unda::sem

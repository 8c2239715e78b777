// Stiffness of anisotropic elements that attenuate, 3-D, single precision, all degrees.
#include "sem/kernels/table.hpp"

namespace unda::sem {

template StiffnessKernels<float> kernels_of_law<RelaxingAnisotropicStress<3>, 3, float>(int degree);

}  // namespace unda::sem

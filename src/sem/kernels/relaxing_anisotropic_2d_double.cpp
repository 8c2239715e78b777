// Stiffness of anisotropic elements that attenuate, 2-D, double precision, all degrees.
#include "sem/kernels/table.hpp"

namespace unda::sem {

template StiffnessKernels<double> kernels_of_law<RelaxingAnisotropicStress<2>, 2, double>(int degree);

}  // namespace unda::sem

// Acoustic kernels in double precision, all orders and dimensions.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/acoustic.hpp"

namespace unda::fd {

template SchemeKernels<double> kernels_for<Acoustic<1>, double>(int radius);
template SchemeKernels<double> kernels_for<Acoustic<2>, double>(int radius);
template SchemeKernels<double> kernels_for<Acoustic<3>, double>(int radius);

}  // namespace unda::fd

// Acoustic kernels in single precision, all orders and dimensions.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/acoustic.hpp"

namespace unda::fd {

template SchemeKernels<float> kernels_for<Acoustic<1>, float>(int radius);
template SchemeKernels<float> kernels_for<Acoustic<2>, float>(int radius);
template SchemeKernels<float> kernels_for<Acoustic<3>, float>(int radius);

}  // namespace unda::fd

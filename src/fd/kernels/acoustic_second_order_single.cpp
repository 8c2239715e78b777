// Second-order acoustic kernels in single precision, all orders and dimensions.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/acoustic_second_order.hpp"

namespace unda::fd {

template SchemeKernels<float> kernels_for<AcousticSecondOrder<1>, float>(int radius);
template SchemeKernels<float> kernels_for<AcousticSecondOrder<2>, float>(int radius);
template SchemeKernels<float> kernels_for<AcousticSecondOrder<3>, float>(int radius);

}  // namespace unda::fd

// Second-order acoustic kernels in double precision, all orders and dimensions.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/acoustic_second_order.hpp"

namespace unda::fd {

template SchemeKernels<double> kernels_for<AcousticSecondOrder<1>, double>(int radius);
template SchemeKernels<double> kernels_for<AcousticSecondOrder<2>, double>(int radius);
template SchemeKernels<double> kernels_for<AcousticSecondOrder<3>, double>(int radius);

}  // namespace unda::fd

// Elastic kernels for media with interfaces in 3-D and single precision, all orders.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

extern template SchemeKernels<float> kernels_for<Elastic<3>, float>(int radius);
template SchemeKernels<float> kernels_for<Elastic<3, true>, float>(int radius);

}  // namespace unda::fd

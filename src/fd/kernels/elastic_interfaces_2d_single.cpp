// Elastic kernels for media with interfaces in 2-D and single precision, all orders.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

extern template SchemeKernels<float> kernels_for<Elastic<2>, float>(int radius);
template SchemeKernels<float> kernels_for<Elastic<2, true>, float>(int radius);

}  // namespace unda::fd

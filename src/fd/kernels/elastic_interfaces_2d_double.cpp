// Elastic kernels for media with interfaces in 2-D and double precision, all orders.
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

extern template SchemeKernels<double> kernels_for<Elastic<2>, double>(int radius);
template SchemeKernels<double> kernels_for<Elastic<2, true>, double>(int radius);

}  // namespace unda::fd

// The loops of the elastic scheme for media with interfaces on the GPU, double precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

template DeviceKernels<double> device_kernels_for<exec::Gpu, Elastic<2, true>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, Elastic<3, true>, double>(int);

}  // namespace unda::fd

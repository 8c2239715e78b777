// The loops of the elastic scheme on the GPU, double precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

template DeviceKernels<double> device_kernels_for<exec::Gpu, Elastic<2>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, Elastic<3>, double>(int);

}  // namespace unda::fd

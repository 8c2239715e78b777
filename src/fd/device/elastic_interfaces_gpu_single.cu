// The loops of the elastic scheme for media with interfaces on the GPU, single precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Gpu, Elastic<2, true>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, Elastic<3, true>, float>(int);

}  // namespace unda::fd

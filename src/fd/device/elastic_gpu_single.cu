// The loops of the elastic scheme on the GPU, single precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Gpu, Elastic<2>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, Elastic<3>, float>(int);

}  // namespace unda::fd

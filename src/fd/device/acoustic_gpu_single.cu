// The loops of the acoustic scheme on the GPU, single precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/acoustic.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Gpu, Acoustic<1>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, Acoustic<2>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, Acoustic<3>, float>(int);

}  // namespace unda::fd

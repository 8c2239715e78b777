// The loops of the second-order acoustic scheme on the GPU, single precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/acoustic_second_order.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Gpu, AcousticSecondOrder<1>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, AcousticSecondOrder<2>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Gpu, AcousticSecondOrder<3>, float>(int);

}  // namespace unda::fd

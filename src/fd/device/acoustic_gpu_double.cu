// The loops of the acoustic scheme on the GPU, double precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/acoustic.hpp"

namespace unda::fd {

template DeviceKernels<double> device_kernels_for<exec::Gpu, Acoustic<1>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, Acoustic<2>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, Acoustic<3>, double>(int);

}  // namespace unda::fd

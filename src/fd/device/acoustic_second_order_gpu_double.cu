// The loops of the second-order acoustic scheme on the GPU, double precision.
#include "fd/device/make_kernels.hpp"
#include "fd/device/march.cuh"
#include "fd/schemes/acoustic_second_order.hpp"

namespace unda::fd {

template DeviceKernels<double> device_kernels_for<exec::Gpu, AcousticSecondOrder<1>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, AcousticSecondOrder<2>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Gpu, AcousticSecondOrder<3>, double>(int);

}  // namespace unda::fd

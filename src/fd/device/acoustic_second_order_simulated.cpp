// The loops of the second-order acoustic scheme on the simulated device.
#include "fd/device/make_kernels.hpp"
#include "fd/device/plain_update.hpp"
#include "fd/schemes/acoustic_second_order.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Simulated, AcousticSecondOrder<1>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, AcousticSecondOrder<1>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, AcousticSecondOrder<2>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, AcousticSecondOrder<2>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, AcousticSecondOrder<3>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, AcousticSecondOrder<3>, double>(int);

}  // namespace unda::fd

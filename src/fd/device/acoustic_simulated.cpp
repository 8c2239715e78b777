// The loops of the acoustic scheme on the simulated device.
#include "fd/device/make_kernels.hpp"
#include "fd/device/plain_update.hpp"
#include "fd/schemes/acoustic.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Simulated, Acoustic<1>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Acoustic<1>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, Acoustic<2>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Acoustic<2>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, Acoustic<3>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Acoustic<3>, double>(int);

}  // namespace unda::fd

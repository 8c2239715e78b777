// The loops of the elastic scheme on the simulated device.
#include "fd/device/make_kernels.hpp"
#include "fd/device/plain_update.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd {

template DeviceKernels<float> device_kernels_for<exec::Simulated, Elastic<2>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Elastic<2>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, Elastic<3>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Elastic<3>, double>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, Elastic<2, true>, float>(int);
template DeviceKernels<float> device_kernels_for<exec::Simulated, Elastic<3, true>, float>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Elastic<2, true>, double>(int);
template DeviceKernels<double> device_kernels_for<exec::Simulated, Elastic<3, true>, double>(int);

}  // namespace unda::fd

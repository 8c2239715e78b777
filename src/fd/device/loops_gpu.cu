// The loops of finite differences over lists of points on the GPU.
#include "exec/run_gpu.cuh"
#include "fd/device/contact_items.hpp"

namespace unda::exec::detail {

template void run_on_gpu(const Queue&, std::size_t, const fd::AddAtContact<float>&);
template void run_on_gpu(const Queue&, std::size_t, const fd::AddAtContact<double>&);
template void run_on_gpu(const Queue&, std::size_t, const fd::EnergyOfFluid<float>&);
template void run_on_gpu(const Queue&, std::size_t, const fd::EnergyOfFluid<double>&);

}  // namespace unda::exec::detail

// Gathering on whatever device the queue belongs to.
#include "exec/gather.hpp"

#include "exec/gpu_support.hpp"
#include "exec/launch.hpp"

namespace unda::exec {

template <class Real>
void gather(const Queue& queue, const GatherRun<Real>& what) {
  if (queue.device().kind == DeviceKind::simulated) launch<Simulated>(queue, {what.runs.length, what.runs.n, 1}, what);
  if constexpr (has_gpu_support)
    if (queue.device().kind == DeviceKind::gpu) detail::gather_on_gpu(queue, what);
}

template <class Real>
void scatter(const Queue& queue, const ScatterRun<Real>& what) {
  if (queue.device().kind == DeviceKind::simulated) launch<Simulated>(queue, {what.runs.length, what.runs.n, 1}, what);
  if constexpr (has_gpu_support)
    if (queue.device().kind == DeviceKind::gpu) detail::scatter_on_gpu(queue, what);
}

template void gather<float>(const Queue&, const GatherRun<float>&);
template void gather<double>(const Queue&, const GatherRun<double>&);
template void scatter<float>(const Queue&, const ScatterRun<float>&);
template void scatter<double>(const Queue&, const ScatterRun<double>&);

}  // namespace unda::exec

// Gathering on a GPU.
#include "exec/gather.hpp"
#include "exec/launch.hpp"

namespace unda::exec::detail {

template <class Real>
void gather_on_gpu(const Queue& queue, const GatherRun<Real>& what) {
  launch<Gpu>(queue, {what.runs.length, what.runs.n, 1}, what);
}

template <class Real>
void scatter_on_gpu(const Queue& queue, const ScatterRun<Real>& what) {
  launch<Gpu>(queue, {what.runs.length, what.runs.n, 1}, what);
}

template void gather_on_gpu<float>(const Queue&, const GatherRun<float>&);
template void gather_on_gpu<double>(const Queue&, const GatherRun<double>&);
template void scatter_on_gpu<float>(const Queue&, const ScatterRun<float>&);
template void scatter_on_gpu<double>(const Queue&, const ScatterRun<double>&);

}  // namespace unda::exec::detail

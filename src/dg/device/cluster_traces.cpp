// Traces between clusters on a device.
#include "dg/device/cluster_traces.hpp"

#include <algorithm>

#include "exec/run.hpp"
#include "exec/upload.hpp"

namespace unda::dg {

using exec::Access;

template <class Real>
ClusterTraces<Real>::ClusterTraces(const TracePlan& plan, const std::vector<BlockRun>& runs, const FieldLayout& layout,
                                   std::size_t n_trace, std::size_t n_memory, const exec::Queue& queue)
    : queue_(queue),
      layout_(layout),
      n_trace_(n_trace),
      n_memory_(n_memory),
      first_half_(plan.first_half),
      first_sum_(plan.first_sum),
      halves_(exec::upload(plan.halves, queue)),
      sums_(exec::upload(plan.sums, queue)) {
  std::size_t most = 0, most_with_memory = 0;
  for (const BlockRun& run : runs) {
    if (!run.has_halves) continue;
    most = std::max(most, run.blocks.size());
    if (run.memory) most_with_memory = std::max(most_with_memory, run.blocks.size());
  }
  fields_ = exec::Twin<Real>(most * layout_.block_numbers(), queue_);
  traces_ = exec::Twin<Real>(most * traces_of_block() * n_trace_, queue_);
  memory_ = exec::Twin<Real>(most_with_memory * layout_.width * n_memory_, queue_);
}

template <class Real>
void ClusterTraces<Real>::predict_first_half(DeviceStep<Real>& step, StepArrays<Real> arrays,
                                             RelaxingArrays<Real> relaxing, const BlockRun& run, Real half) {
  const auto copied = [&](exec::Twin<Real>& room, const Real* all, std::size_t first, std::size_t n) {
    Real* to = room.device(Access::read_write);
    exec::copy(queue_, to, all + first, n * sizeof(Real), exec::Direction::on_device);
    return to - first;  // as if all were there
  };
  const std::size_t n_blocks = run.blocks.size(), first = run.blocks.first;
  arrays.q = copied(fields_, arrays.q, first * layout_.block_numbers(), n_blocks * layout_.block_numbers());
  arrays.traces = traces_.device(Access::read_write) - first * traces_of_block() * n_trace_;
  if (run.memory) {
    const std::size_t of_block = layout_.width * n_memory_;
    relaxing.memories.memory = copied(memory_, relaxing.memories.memory, *run.memory * of_block, n_blocks * of_block);
  }
  step.predict_run(arrays, relaxing, run, half);
}

template <class Real>
void ClusterTraces<Real>::hand_over(Real* traces, const BlockRun& run, bool second) {
  const auto records = [&](const std::vector<std::size_t>& by_block) {
    return BlockRange{by_block[run.blocks.first], by_block[run.blocks.last]};
  };
  const BlockRange halves = records(first_half_), sums = records(first_sum_);
  exec::run_rows(queue_, n_trace_, halves.size(),
                 HandOverHalves<Real>{halves_.device(Access::read) + halves.first, n_trace_,
                                      traces_.device(Access::read), run.blocks.first * traces_of_block(), traces});
  exec::run_rows(queue_, n_trace_, sums.size(),
                 HandOverSums<Real>{sums_.device(Access::read) + sums.first, n_trace_, second, traces});
}

template class ClusterTraces<float>;
template class ClusterTraces<double>;

}  // namespace unda::dg

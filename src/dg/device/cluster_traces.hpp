// What local steps ask of a device besides: traces of the first half of a step, for neighbours that take half of it, and the sums of two
// steps for those that take twice as long (trace_plan.hpp). The first half is predicted from copies of the fields, by the kernels of
// a whole step; of all that it finds the traces alone are kept.
#pragma once

#include "dg/block_runs.hpp"
#include "dg/device/device_step.hpp"
#include "exec/twin.hpp"

namespace unda::dg {

template <class Real>
class ClusterTraces {
 public:
  ClusterTraces() = default;
  /// `n_trace`: numbers of a trace; `n_memory`: those of a place with memory variables.
  ClusterTraces(const TracePlan& plan, const std::vector<BlockRun>& runs, const FieldLayout& layout,
                std::size_t n_trace, std::size_t n_memory, const exec::Queue& queue);

  /// The traces of half a step of a run that has halves. `relaxing` with the mechanisms' step of that length.
  void predict_first_half(DeviceStep<Real>& step, StepArrays<Real> arrays, RelaxingArrays<Real> relaxing,
                          const BlockRun& run, Real half);
  /// When the whole step has been predicted; `second`: of two that are one of the next cluster.
  void hand_over(Real* traces, const BlockRun& run, bool second);

 private:
  std::size_t traces_of_block() const { return 4 * layout_.width; }

  exec::Queue queue_;
  FieldLayout layout_;
  std::size_t n_trace_ = 0, n_memory_ = 0;
  std::vector<std::size_t> first_half_, first_sum_;  ///< records, by block
  exec::Twin<TraceRecord> halves_, sums_;
  exec::Twin<Real> fields_, traces_, memory_;  ///< of the largest run with halves
};

extern template class ClusterTraces<float>;
extern template class ClusterTraces<double>;

}  // namespace unda::dg

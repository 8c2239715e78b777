// The two halves of a step on a device: by the fast kernels of a GPU where there are some, else operation by operation.
#pragma once

#include "dg/block_runs.hpp"
#include "dg/device/fast_step.hpp"
#include "dg/device/relaxing_items.hpp"
#include "dg/device/sparse_operators.hpp"

namespace unda::dg {

template <class Real>
class DeviceStep {
 public:
  DeviceStep() = default;
  /// `fast`: of fast_step(), or empty for the plain step. `n_memory_blocks`: of elements that attenuate.
  DeviceStep(const Operators<Real>& operators, std::size_t n_blocks, const exec::Queue& queue,
             const FastStep<Real>& fast, bool anisotropic = false, std::size_t n_memory_blocks = 0);

  void predict(StepArrays<Real> arrays, const BlockRange& blocks, Real dt);
  void correct(const StepArrays<Real>& arrays, const BlockRange& blocks);
  /// What follows goes into this queue.
  void put_into(const exec::Queue& queue) { queue_ = queue; }
  /// Of a run, whether its elements attenuate or not.
  void predict_run(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing, const BlockRun& run, Real dt);
  void correct_run(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing, const BlockRun& run);
  /// The same of elements that attenuate.
  void predict(StepArrays<Real> arrays, RelaxingArrays<Real> relaxing, const RelaxingRange& range, Real dt);
  void correct(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing, const RelaxingRange& range);
  const FieldLayout& layout() const { return layout_; }
  const SparseOperators<Real>& operators() const { return operators_.view(); }
  /// Numbers that it keeps by element beside the fields.
  static std::size_t scratch_numbers(int order, const exec::Device& device, bool anisotropic);
  /// And beside the memory variables.
  static std::size_t relaxing_scratch_numbers(int order, const exec::Device& device);

 private:
  template <class View>
  void predict_plainly(const StepArrays<Real>& arrays, const BlockRange& blocks, Real dt);
  RelaxingElements<Real> relaxing_elements(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                                           const RelaxingRange& range) const;
  void integrate_relaxing(const StepArrays<Real>& arrays, const RelaxingElements<Real>& elements, std::size_t n,
                          Real dt);
  /// `next_`, with zeros in these blocks.
  Real* cleared(const BlockRange& blocks);

  exec::Queue queue_;
  bool anisotropic_ = false;
  int order_ = 0;
  std::size_t n_face_ = 0, n_trace_ = 0;
  FieldLayout layout_;
  StoredOperators<Real> operators_;
  FastStep<Real> fast_;
  exec::Twin<Real> integral_, now_, next_;  ///< of the plain step; of some fast ones the first
  exec::Twin<Real> rates_;                  ///< of strains, of the plain step and of some fast ones
};

extern template class DeviceStep<float>;
extern template class DeviceStep<double>;

}  // namespace unda::dg

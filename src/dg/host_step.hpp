// The two halves of a step on the host, block by block, with the traces that pass between clusters of local steps.
#pragma once

#include <algorithm>
#include <bit>

#include "dg/kernels/kernels.hpp"
#include "dg/memories.hpp"
#include "dg/trace_plan.hpp"

namespace unda::dg {

/// The part of a step of the run that a step of the smallest cluster is: where clusters begin and end.
struct StepPart {
  int number = 0, n_clusters = 1;

  /// Clusters 0 to n - 1 begin a step with this part.
  int n_beginning() const {
    return std::min(n_clusters, number == 0 ? n_clusters : 1 + std::countr_zero(unsigned_number()));
  }
  /// Clusters 0 to n - 1 end one.
  int n_ending() const { return std::min(n_clusters, 1 + std::countr_zero(unsigned_number() + 1)); }
  /// Whether a cluster is in the second of two steps, which are one of the next cluster.
  bool is_second(int cluster) const { return (number >> cluster & 1) != 0; }

 private:
  unsigned unsigned_number() const { return static_cast<unsigned>(number); }
};

template <class Real>
class HostStep {
 public:
  struct Arrays {
    const Pack<Real>* medium = nullptr;
    Pack<Real>* q = nullptr;
    Real* traces = nullptr;
    Memories<Real>* memories = nullptr;  ///< none: no element attenuates
  };

  HostStep() = default;
  HostStep(const Operators<Real>& operators, const StepKernels<Real>& kernels, const RelaxingKernels<Real>& relaxing)
      : operators_(&operators), kernels_(kernels), relaxing_(relaxing) {}

  /// `dt`: of the run's step, i.e. of the largest cluster.
  void predict(const Placement& placement, const TracePlan& plan, const BlockRange& blocks, const StepPart& part,
               double dt, const Arrays& arrays) const;
  void correct(const Placement& placement, const TracePlan& plan, const BlockRange& blocks, const StepPart& part,
               const Arrays& arrays) const;

 private:
  std::size_t traces_of_block() const { return 4 * pack_size<Real> * trace_numbers<Real>(operators_->order); }
  std::size_t packs_of_block() const { return static_cast<std::size_t>(n_fields) * operators_->n_basis; }
  void hand_over(const TracePlan& plan, std::size_t block, bool second, const Real* first_half, Real* traces) const;

  const Operators<Real>* operators_ = nullptr;
  StepKernels<Real> kernels_;
  RelaxingKernels<Real> relaxing_;
};

extern template class HostStep<float>;
extern template class HostStep<double>;

}  // namespace unda::dg

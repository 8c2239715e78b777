// The two halves of a step of elements that attenuate. They have memory variables beside their fields: s_l of every mechanism, and the
// strain G that faces brought in the last second half. The next first half takes it into the s_l: they are read and written once a step.
// The recursion keeps what it keeps of elastic waves, polynomials of one degree less a derivative: parts of higher degree are small of
// the order of the step.
#pragma once

#include "dg/medium.hpp"
#include "dg/memory_arrays.hpp"
#include "dg/operators.hpp"
#include "dg/packs.hpp"
#include "dg/relaxing_step.hpp"

namespace unda::dg {

template <class Real>
struct RelaxingKernels {
  /// `moduli`: of the block, [mechanism][lambda and mu, or 21]; the others as those of StepKernels.
  void (*predict)(const Operators<Real>& operators, const RelaxingStep<Real>& step, const Pack<Real>* medium,
                  const Pack<Real>* moduli, Real dt, Pack<Real>* q, Pack<Real>* memory, Real* traces) = nullptr;
  void (*predict_in_halves)(const Operators<Real>& operators, const RelaxingStep<Real>& step, const Pack<Real>* medium,
                            const Pack<Real>* moduli, Real dt, Pack<Real>* q, Pack<Real>* memory, Real* traces,
                            Real* first_half) = nullptr;
  /// `strain`: the last part of the block's memory.
  void (*correct)(const Operators<Real>& operators, const Pack<Real>* medium, const Real* traces,
                  const Real* all_traces, const int* beyond, Pack<Real>* q, Pack<Real>* strain) = nullptr;
};

/// Plain: one element after another, any order.
template <class Real>
RelaxingKernels<Real> reference_relaxing_kernels(bool anisotropic = false);

/// Fast, for the orders of the build.
template <class Real>
RelaxingKernels<Real> cpu_relaxing_kernels(int order, bool anisotropic = false);

}  // namespace unda::dg

// The two halves of a step, on a block of as many elements as a pack has places. The five operations of the method:
//   predict  1  integrate_in_time   the fields over the step, by the Cauchy-Kovalewski recursion
//            2  add_volume_term     of the element itself
//            3  project_to_faces    traction and velocity on the four faces: all that the neighbours will see
//   correct  4  star_state          what the traces of both sides make of each other
//            5  add_face_terms      back into the element: the fields at the end of the step
#pragma once

#include "dg/medium.hpp"
#include "dg/operators.hpp"
#include "dg/packs.hpp"

namespace unda::dg {

template <class Real>
struct StepKernels {
  std::size_t n_medium =
      0;  ///< numbers by element: those of ElementMedium, or of GeneralMedium where some are anisotropic
  /// `medium`: of the block, [number]; `traces`: of the block's elements, [place][face][trace].
  void (*predict)(const Operators<Real>& operators, const Pack<Real>* medium, Real dt, Pack<Real>* q,
                  Real* traces) = nullptr;
  /// The same, and the traces over the first half of the step: what neighbours with half the step see of it.
  void (*predict_in_halves)(const Operators<Real>& operators, const Pack<Real>* medium, Real dt, Pack<Real>* q,
                            Real* traces, Real* first_half) = nullptr;
  /// `beyond`: the number of the trace beyond each face among `all_traces`, [place][face].
  void (*correct)(const Operators<Real>& operators, const Pack<Real>* medium, const Real* traces,
                  const Real* all_traces, const int* beyond, Pack<Real>* q) = nullptr;

  bool is_general() const { return n_medium == GeneralView<Real>::n_numbers; }
};

/// Plain: one element after another, any order. What the fast ones are tested against.
template <class Real>
StepKernels<Real> reference_kernels(bool anisotropic = false);

/// Fast, for the orders 2 to 8.
template <class Real>
StepKernels<Real> cpu_kernels(int order, bool anisotropic = false);

}  // namespace unda::dg

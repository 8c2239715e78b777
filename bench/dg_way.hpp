// Ways to do the two halves of a step of discontinuous Galerkin on a GPU.
#pragma once

#include <functional>

#include "dg/device/fast_step.hpp"

namespace unda::dg {

/// A way to do the two halves of a step.
template <class Real>
struct Way {
  std::function<void(const StepArrays<Real>&, const BlockRange&, Real dt)> predict;
  std::function<void(const StepArrays<Real>&, const BlockRange&)> correct;
};

/// A rung: the operations of the plain step with the non-zeros of the matrices as literals (dg_rung.cu). Orders 4 to 6, and in double
/// precision 4 and 5.
template <int Order, class Real>
Way<Real> way_with_literals(std::size_t n_blocks, const exec::Queue& queue);

}  // namespace unda::dg

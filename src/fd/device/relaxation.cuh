// Memory variables inside the update of a box on a GPU: relax and relax_change of relaxing.hpp, bit by bit, for neighbouring points of a
// row, whose memories are loaded and stored as packs, all of a mechanism together.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"
#include "exec/pack.cuh"
#include "fd/arrays.hpp"
#include "fd/scheme.hpp"

namespace unda::fd::detail {

/// The moduli of a mechanism at neighbouring points.
template <class Update, int Points, class Real>
struct MechanismModuli {
  exec::Pack<Real, Points> of[Update::parameters.size()];

  /// `first`: of all moduli at the points.
  __device__ __forceinline__ void load(const Real* first, int l) {
    constexpr int n_parameters = static_cast<int>(Update::parameters.size());
#pragma unroll
    for (int n = 0; n < n_parameters; ++n) of[n].load(first + (l * n_parameters + n) * gpu_row_unit);
  }
  /// From derivatives of point w, or changes of them.
  __device__ __forceinline__ void rates(int w, const Real* d, Real* rate) const {
    Real m[Update::parameters.size()];
#pragma unroll
    for (std::size_t n = 0; n < Update::parameters.size(); ++n) m[n] = of[n].of[w];
    Update::rates(d, m, rate);
  }
};

/// Memories of one mechanism, from the first of all at a node on.
template <class Update, class Real>
__device__ __forceinline__ Real* memories_of(Real* first, int l) {
  return first + l * (static_cast<int>(Update::targets.size()) * gpu_row_unit);
}
/// The memories of a node.
template <class Update, class Real>
__device__ __forceinline__ void prefetch_memories(const Relaxing<Real>& relaxing, int i, int j, int k) {
  if (relaxing.n == 0) return;
  const Real* first = relaxing.memory_at(0, 0, i, j, k);
#pragma unroll 1
  for (int n = 0; n < relaxing.n * static_cast<int>(Update::targets.size()); ++n)
    exec::prefetch(first + n * gpu_row_unit);
}

/// After the plain step: `d` by point, `value` by target.
template <class Update, int Points, class Real>
__device__ __forceinline__ void relax_points(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                             const Real (&d)[Points][Update::derivatives.size()],
                                             exec::Pack<Real, Points>* value) {
  constexpr std::size_t n_targets = Update::targets.size();
  Real* const first = relaxing.memory_at(0, 0, i, j, k);
  const Real* const first_modulus = relaxing.modulus_at(0, 0, i, j, k);
#pragma unroll 1
  for (int l = 0; l < relaxing.n; ++l) {
    exec::Pack<Real, Points> memory[n_targets];
    MechanismModuli<Update, Points, Real> moduli;
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n) memory[n].load_once(memories_of<Update>(first, l) + n * gpu_row_unit);
    moduli.load(first_modulus, l);
    const Real decay = relaxing.decay[l];
#pragma unroll
    for (int w = 0; w < Points; ++w) {
      Real rate[n_targets];
      moduli.rates(w, d[w], rate);
#pragma unroll
      for (std::size_t n = 0; n < n_targets; ++n) {
        const Real old = memory[n].of[w];
        value[n].of[w] = exec::multiply_add(decay, old, value[n].of[w]);
        memory[n].of[w] = exec::multiply_add(dt, rate[n], exec::multiply_add(decay, old, old));
      }
    }
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n) memory[n].store_once(memories_of<Update>(first, l) + n * gpu_row_unit);
  }
}

/// What changes of derivatives do to the memories of the targets that feel them, of which `kept(target, point, memory)` is left before.
template <class Update, int Points, class Real, class Kept>
__device__ __forceinline__ void relax_changes(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                              const Real (&change)[Points][Update::derivatives.size()],
                                              const std::array<bool, Update::targets.size()>& feels, const Kept& kept) {
  constexpr std::size_t n_targets = Update::targets.size();
  Real* const first = relaxing.memory_at(0, 0, i, j, k);
  const Real* const first_modulus = relaxing.modulus_at(0, 0, i, j, k);
#pragma unroll 1
  for (int l = 0; l < relaxing.n; ++l) {
    exec::Pack<Real, Points> memory[n_targets];
    MechanismModuli<Update, Points, Real> moduli;
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n)
      if (feels[n]) memory[n].load_changing(memories_of<Update>(first, l) + n * gpu_row_unit);
    moduli.load(first_modulus, l);
#pragma unroll
    for (int w = 0; w < Points; ++w) {
      Real rate[n_targets];
      moduli.rates(w, change[w], rate);
#pragma unroll
      for (std::size_t n = 0; n < n_targets; ++n)
        if (feels[n]) memory[n].of[w] = exec::multiply_add(dt, rate[n], kept(n, w, memory[n].of[w]));
    }
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n)
      if (feels[n]) memory[n].store(memories_of<Update>(first, l) + n * gpu_row_unit);
  }
}

}  // namespace unda::fd::detail

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

  __device__ __forceinline__ void load(const Relaxing<Real>& relaxing, int l, std::ptrdiff_t at) {
#pragma unroll
    for (std::size_t n = 0; n < Update::parameters.size(); ++n) of[n].load(relaxing.modulus[l][n] + at);
  }
  /// From derivatives of point w, or changes of them.
  __device__ __forceinline__ void rates(int w, const Real* d, Real* rate) const {
    Real m[Update::parameters.size()];
#pragma unroll
    for (std::size_t n = 0; n < Update::parameters.size(); ++n) m[n] = of[n].of[w];
    Update::rates(d, m, rate);
  }
};

/// A place that the compiler cannot know: addresses are found anew where they are needed, and take no registers between.
__device__ __forceinline__ std::ptrdiff_t hidden_place(std::ptrdiff_t place) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+l"(place));
#endif
  return place;
}

template <class Real>
__device__ __forceinline__ std::ptrdiff_t place_of_memory(const Relaxing<Real>& relaxing, int i, int j, int k) {
  return i + j * relaxing.memory_stride[1] + k * relaxing.memory_stride[2];
}
template <class Real>
__device__ __forceinline__ std::ptrdiff_t place_of_modulus(const Relaxing<Real>& relaxing, int i, int j, int k) {
  return i + j * relaxing.modulus_stride[1] + k * relaxing.modulus_stride[2];
}

/// The memories `ahead` numbers further are on their way.
template <class Update, class Real>
__device__ __forceinline__ void ask_for_memories(const Relaxing<Real>& relaxing, std::ptrdiff_t ahead) {
#pragma unroll 1
  for (int l = 0; l < relaxing.n; ++l)
#pragma unroll
    for (std::size_t n = 0; n < Update::targets.size(); ++n) exec::ask_for(relaxing.memory[l][n] + ahead);
}

/// After the plain step: `d` by point, `value` by target.
template <class Update, int Points, class Real>
__device__ __forceinline__ void relax_points(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                             const Real (&d)[Points][Update::derivatives.size()],
                                             exec::Pack<Real, Points>* value) {
  constexpr std::size_t n_targets = Update::targets.size();
  const std::ptrdiff_t here = place_of_memory(relaxing, i, j, k), of_moduli = place_of_modulus(relaxing, i, j, k);
#pragma unroll 1
  for (int l = 0; l < relaxing.n; ++l) {
    exec::Pack<Real, Points> memory[n_targets];
    MechanismModuli<Update, Points, Real> moduli;
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n) memory[n].load_once(relaxing.memory[l][n] + here);
    moduli.load(relaxing, l, of_moduli);
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
    const std::ptrdiff_t again = hidden_place(here);
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n) memory[n].store_once(relaxing.memory[l][n] + again);
  }
}

/// What changes of derivatives do to the memories of the targets that feel them, of which `kept(target, point, memory)` is left before.
template <class Update, int Points, class Real, class Kept>
__device__ __forceinline__ void relax_changes(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                              const Real (&change)[Points][Update::derivatives.size()],
                                              const std::array<bool, Update::targets.size()>& feels, const Kept& kept) {
  constexpr std::size_t n_targets = Update::targets.size();
  const std::ptrdiff_t here = place_of_memory(relaxing, i, j, k), of_moduli = place_of_modulus(relaxing, i, j, k);
#pragma unroll 1
  for (int l = 0; l < relaxing.n; ++l) {
    exec::Pack<Real, Points> memory[n_targets];
    MechanismModuli<Update, Points, Real> moduli;
#pragma unroll
    for (std::size_t n = 0; n < n_targets; ++n)
      if (feels[n]) memory[n].load_changing(relaxing.memory[l][n] + here);
    moduli.load(relaxing, l, of_moduli);
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
      if (feels[n]) memory[n].store(relaxing.memory[l][n] + here);
  }
}

}  // namespace unda::fd::detail

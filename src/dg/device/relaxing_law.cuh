// A thread's share in the laws of an element that attenuates: stresses of strains, which lie beside those of other threads.
#pragma once

#include "dg/device/fast_step.hpp"
#include "exec/arithmetic.hpp"

namespace unda::dg {

/// One component of the stress: own times its strain, and of_trace times the sum of normal strains.
template <class Real>
struct ComponentLaw {
  Real own = 0, of_trace = 0;

  static __device__ __forceinline__ ComponentLaw of(const physics::Isotropic<Real>& m, int field) {
    return field < 3 ? ComponentLaw{m.mu + m.mu, m.lambda} : ComponentLaw{m.mu, 0};
  }
  __device__ __forceinline__ Real operator()(Real strain, Real trace) const {
    return exec::multiply_add(own, strain, of_trace * trace);
  }
  __device__ __forceinline__ void add(Real factor, const ComponentLaw& other) {
    own = exec::multiply_add(factor, other.own, own);
    of_trace = exec::multiply_add(factor, other.of_trace, of_trace);
  }
};

/// The memory of one element of a block of `lanes` elements with `n_basis` coefficients, for one of its stresses.
template <int n_basis, int lanes, class Real>
struct ThreadMemory {
  const Real* moduli;
  Real* memory;  ///< of the element's first number
  int n_mechanisms, field;

  __device__ ThreadMemory(const MemoryArrays<Real>& arrays, std::size_t block, int lane, int of_field)
      : moduli(arrays.moduli + block * (2 * arrays.n_mechanisms) * lanes + lane),
        memory(arrays.memory + block * ((arrays.n_mechanisms + 1) * n_stresses) * n_basis * lanes + lane),
        n_mechanisms(arrays.n_mechanisms),
        field(of_field) {}

  __device__ __forceinline__ ComponentLaw<Real> law(int mechanism) const {
    return ComponentLaw<Real>::of({moduli[2 * mechanism * lanes], moduli[(2 * mechanism + 1) * lanes]}, field);
  }
  /// Coefficients, `lanes` numbers apart.
  __device__ __forceinline__ Real* s(int mechanism) const {
    return memory + (mechanism * n_stresses + field) * n_basis * lanes;
  }
  __device__ __forceinline__ Real* strain(int component) const {
    return memory + (n_mechanisms * n_stresses + component) * n_basis * lanes;
  }
  /// Of the strain that faces brought: of this component, and of the sum of the normal ones where that counts.
  __device__ __forceinline__ Real face_strain(int k) const { return strain(field)[k * lanes]; }
  __device__ __forceinline__ Real face_trace(int k) const {
    return field < 3 ? strain(0)[k * lanes] + strain(1)[k * lanes] + strain(2)[k * lanes] : Real(0);
  }
};

}  // namespace unda::dg

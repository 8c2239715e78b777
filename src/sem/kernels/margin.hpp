// The forces of elements in absorbing margins. There d/dx_a becomes (1/e_a) d/dx_a with
//
//   e_a = 1 + d_a / (s + alpha),   s = d/dt,   d_a the absorbing rate along axis a (convolutional perfectly matched layers).
//
// Times the product E of all e_a the equations keep their form: rho E s^2 u = sum over a of d/dx_a (E/e_a sigma_a), with stresses
// sigma from the gradients (1/e_a) du/dx_a. A division by s + alpha is a memory that forgets at the rate alpha; each is
// centred in time: with the state m of the step before, both sums
//
//   (1/e) g = (1 - gain) g - m,    m <- decay m + gain (1 + decay) g      decay = exp(-(alpha + d) dt), gain = d/(alpha + d) (1 - decay)/2
//   e g     = (1 + growth) g + m,  m <- fading m + growth (1 + fading) g  fading = exp(-alpha dt), growth = d/alpha (1 - fading)/2
#pragma once

#include <array>

#include "base/simd.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// What all elements share.
template <class Real>
struct MarginArrays {
  ElementArrays<Real> elements;  ///< of it the places, derivatives and weights
  int degree = 0;
  bool moduli_by_point = false, deformed = false;
  Real fading = 0;
};

/// Elements anywhere in the margins that are worked on side by side; no two of them share a point. The axes along which they
/// are stretched are the same for all.
template <class Real>
struct MarginPack {
  std::array<std::ptrdiff_t, pack_size<Real>> first{};  ///< places of their first points
  int count = 0;
  std::array<bool, 3> stretched{};
  /// Of columns (one for all where nothing is deformed): half the height, 1 over it, the slopes dz/dx_a of the lower and of the
  /// upper face.
  const Pack<Real>* shape = nullptr;
  const Pack<Real>* moduli = nullptr;          ///< [point][modulus] times the horizontal Jacobian
  std::array<const Pack<Real>*, 3> profile{};  ///< [point along the axis][decay, gain, growth]
  Pack<Real>* memory = nullptr;                ///< [point][n_memories]; none: as if nothing were stretched
};

/// Memories of a point for elements of so many components that are stretched along these axes: of each gradient along such an
/// axis, and of each stress across it.
constexpr int n_memories(int dim, int n_components, const std::array<bool, 3>& stretched) {
  int n = 0;
  for (int a = 0; a < dim; ++a) n += stretched[a] ? dim * n_components : 0;
  return n;
}

template <class Real>
using MarginKernel = void (*)(const MarginArrays<Real>& arrays, const MarginPack<Real>& pack, const Real* u, Real* f);

/// dim 2 or 3, any degree.
template <class Real>
MarginKernel<Real> margin_kernel(Physics physics, int dim, int degree);

}  // namespace unda::sem

// The forces of elements in absorbing layers (convolutional perfectly matched layers). There d/dx_a becomes 1/(m e_a) d/dx_a with
//
//   e_a = k_a + d_a / (s + alpha),   s = d/dt,   d_a the absorbing rate along axis a, k_a a real stretch
//   m = 1 + P/s,   P a small part of the sum of all d_a: plain damping of velocities and stresses alike
//
// m makes the layers multiaxial (Meza-Fajardo and Papageorgiou 2008): it ends what soft layers guide and the e_a alone let grow. Times
// the product E of all e_a the equations keep their form: rho m E s^2 u = sum over a of d/dx_a (E/e_a sigma_a), with stresses
// sigma = (1/m) C : (1/e_a) du/dx_a. A division by s + alpha is a memory that forgets at the rate alpha; each is
// centred in time: with the state m of the step before, both sums
//
//   (1/e) g = (1/k) ((1 - gain) g - m),  m <- decay m + gain (1 + decay) g      decay = exp(-(alpha + d/k) dt), gain = d/k /(alpha + d/k) (1 - decay)/2
//   e g     = k ((1 + growth) g + m),    m <- fading m + growth (1 + fading) g  fading = exp(-alpha dt), growth = d/(k alpha) (1 - fading)/2
//   (1/m) g = (1 - loss) g - m,          m <- keep m + loss (1 + keep) g        keep = exp(-P dt), loss = (1 - keep)/2
//
// and forces are those of u + viscosity du/dt, which damps what lies far above the band of the mesh.
#pragma once

#include <array>

#include "base/simd.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// What all elements share.
template <class Real>
struct AbsorbingArrays {
  ElementArrays<Real> elements;  ///< of it the places, derivatives and weights
  int degree = 0;
  bool moduli_by_point = false, deformed = false;
  Real fading = 0;
};

/// Elements anywhere in the absorbing layers that are worked on side by side; no two of them share a point. The axes along which they
/// are stretched are the same for all.
template <class Real>
struct AbsorbingPack {
  std::array<std::ptrdiff_t, pack_size<Real>> first{};  ///< places of their first points
  int count = 0;
  std::array<bool, 3> stretched{};
  /// Of columns (one for all where nothing is deformed): half the height, 1 over it, the slopes dz/dx_a of the lower and of the
  /// upper face.
  const Pack<Real>* shape = nullptr;
  const Pack<Real>* moduli = nullptr;          ///< [point][modulus] times the horizontal Jacobian
  std::array<const Pack<Real>*, 3> profile{};  ///< [point along the axis][n_profiles]
  Pack<Real> viscosity{};                      ///< s
  Pack<Real>* memory = nullptr;                ///< [point][n_memories]; none: as if nothing were stretched
};

/// Memories of a point for elements of so many components that are stretched along these axes: of each gradient along such an
/// axis, of each stress across it, and in solids of the stresses for plain damping.
constexpr int n_memories(int dim, int n_components, const std::array<bool, 3>& stretched) {
  int n = n_components > 1 ? dim * (dim + 1) / 2 : 0;
  for (int a = 0; a < dim; ++a) n += stretched[a] ? dim * n_components : 0;
  return n;
}

/// Of a point along a stretched axis: decay, gain, growth, k, 1/k, keep (that of P = plain d_a).
inline constexpr int n_profiles = 6;

template <class Real>
using AbsorbingKernel = void (*)(const AbsorbingArrays<Real>& arrays, const AbsorbingPack<Real>& pack, const Real* u,
                                 const Real* v, Real* f);

/// dim 2 or 3, any degree.
template <class Real>
AbsorbingKernel<Real> absorbing_kernel(Physics physics, int dim, int degree);

}  // namespace unda::sem

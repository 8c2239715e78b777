// The forces of elements in absorbing layers (convolutional perfectly matched layers). There d/dx_a becomes 1/(m e_a) d/dx_a with
//
//   e_a = k_a + d_a / (s + alpha),   s = d/dt,   d_a the absorbing rate along axis a, k_a a real stretch
//   m = 1 + P/s,   P a small part of the sum of all d_a: plain damping of velocities and stresses alike
//
// m makes the layers multiaxial (Meza-Fajardo and Papageorgiou 2008): it ends what soft layers guide and the e_a alone let grow. Times
// the product E of all e_a the equations keep their form: rho m E s^2 u = sum over a of d/dx_a (E/e_a sigma_a), with stresses
// sigma = (1/m) C : (1/e_a) du/dx_a. A division by s + alpha is a memory variable that decays at the rate alpha; each is
// centred in time: with the state m of the step before, both sums
//
//   (1/e) g = (1/k) ((1 - gain) g - m),  m <- decay m + gain (1 + decay) g      decay = exp(-(alpha + d/k) dt), gain = d/k /(alpha + d/k) (1 - decay)/2
//   e g     = k ((1 + growth) g + m),    m <- fading m + growth (1 + fading) g  fading = exp(-alpha dt), growth = d/(k alpha) (1 - fading)/2
//   (1/m) g = (1 - loss) g - m,          m <- keep m + loss (1 + keep) g        keep = exp(-P dt), loss = (1 - keep)/2
//
// and forces are those of u + viscosity du/dt, which damps what lies far above the band of the mesh.
#pragma once

#include <array>

#include "sem/kernels/stiffness.hpp"
#include "sem/kernels/stretch.hpp"

namespace unda::sem {

/// Elements are worked on in packs of so many.
template <class Real>
inline constexpr int elements_of_pack = static_cast<int>(64 / sizeof(Real));

/// Elements anywhere in the absorbing layers that are worked on side by side; no two of them share a point. The axes along which they
/// are stretched are the same for all. Numbers are counted in packs, in the arrays of all.
template <class Real>
struct AbsorbingPack {
  std::array<std::ptrdiff_t, elements_of_pack<Real>> first{};  ///< places of their first points
  std::array<Real, elements_of_pack<Real>> viscosity{};        ///< s
  int count = 0;
  std::array<bool, 3> stretched{};
  /// Of columns (one for all where nothing is deformed): half the height, 1 over it, the slopes dz/dx_a of the lower and of the
  /// upper face.
  std::size_t shape = 0;
  std::size_t moduli = 0;                ///< [point][modulus] times the horizontal Jacobian
  std::array<std::size_t, 3> profile{};  ///< [point along the axis][n_profiles]
  std::size_t memory = 0;                ///< [point][n_memories]
};

/// What all elements share.
template <class Real>
struct AbsorbingArrays {
  ElementArrays<Real> elements;  ///< of it the places, derivatives and weights
  int degree = 0;
  bool moduli_by_point = false, deformed = false;
  Real fading = 0;
  const Real* constants = nullptr;  ///< shapes, moduli and profiles of all packs
  Real* memory = nullptr;           ///< none: as if nothing were stretched
};

template <class Real>
using AbsorbingKernel = void (*)(const AbsorbingArrays<Real>& arrays, const AbsorbingPack<Real>& pack, const Real* u,
                                 const Real* v, Real* f);

/// dim 2 or 3, any degree.
template <class Real>
AbsorbingKernel<Real> absorbing_kernel(Physics physics, int dim, int degree);

}  // namespace unda::sem

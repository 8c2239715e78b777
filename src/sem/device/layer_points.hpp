// The points of absorbing layers on a device: each adds up what the elements around it pushed with, in the order of the elements, feels
// its inertia and damping, and moves.
//
// The mass of a point times m E s^2 u / (product of all k), with s = d/dt and e, m as in kernels/absorbing_layer.hpp, is inertia, a damping
// R = sum of d_a/k_a + P, a stiffness and as many memories of powers of 1/(s + alpha) as axes are stretched there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/arithmetic.hpp"
#include "sem/device/assembly.hpp"

namespace unda::sem {

/// What points at the same depths share, over their mass.
template <class Real>
struct LayerKind {
  Real damping = 0;               ///< R, 1/s
  Real behind = 1;                ///< 1/(1 + R dt/2): damping by the mean of the velocities before and after the step
  Real factor[4] = {0, 0, 0, 0};  ///< of the displacement, and of the memories
};

/// A point has no further element of layers around it.
inline constexpr std::uint32_t no_term = 0xffffffffu;
inline constexpr int most_terms = 8;

/// Points that are stretched along as many axes and have as many elements of layers around them, or fewer, one behind the other.
template <class Real>
struct LayerPoints {
  std::size_t first = 0, n = 0;  ///< in the lists of places and kinds
  const std::uint32_t* place = nullptr;
  const std::uint32_t* kind = nullptr;  ///< twice its number, and 1 where elements of the domain push too
  const std::uint32_t* term = nullptr;  ///< [n_terms][point]: in forces, of the first component
  int n_terms = 0;
  const LayerKind<Real>* kinds = nullptr;
  const Real* forces = nullptr;
  std::ptrdiff_t force_component = 0, component = 0;
  int n_components = 0, n_memories = 0;
  Real* memory = nullptr;  ///< [component][memory][point]
  Real fading = 0, gathering = 0;

  /// What elements of layers gave to point `number` of these, on top of what was there.
  constexpr void add_terms(std::size_t number, Real (&force)[3]) const {
    std::uint32_t at[most_terms]{};
    for (int t = 0; t < most_terms; ++t)
      if (t < n_terms) at[t] = term[static_cast<std::size_t>(t) * n + number];
    for (int t = 0; t < most_terms; ++t)
      if (t < n_terms && at[t] != no_term)
        for (int c = 0; c < 3; ++c)
          if (c < n_components) force[c] += forces[at[t] + c * force_component];
  }
  constexpr void read(const Real* f, std::ptrdiff_t at, Real (&force)[3]) const {
    for (int c = 0; c < 3; ++c)
      if (c < n_components) force[c] = f[at + c * component];
  }
};

template <class Real>
struct AddLayerForces {
  LayerPoints<Real> points;
  Real* f;

  constexpr void operator()(std::size_t n) const {
    const std::size_t point = points.first + n;
    const std::ptrdiff_t at = points.place[point];
    Real force[3]{};
    if (points.kind[point] % 2 != 0) points.read(f, at, force);
    points.add_terms(n, force);
    for (int c = 0; c < 3; ++c)
      if (c < points.n_components) f[at + c * points.component] = force[c];
  }
};

/// With a motion that moves points they have no f afterwards.
template <class Real>
struct FinishLayerPoints {
  LayerPoints<Real> points;
  Motion<Real> motion;
  Real* f;
  bool adds_terms, moves;

  /// What inertia adds, over the mass; the memories go a step on.
  constexpr Real inertia(const LayerKind<Real>& kind, std::size_t n, int c, Real displacement,
                         const Real (&before)[3]) const {
    Real value = displacement, sum = kind.factor[0] * value;
    Real* own = points.memory + static_cast<std::size_t>(c * points.n_memories) * points.n + n;
    for (int k = 0; k < 3; ++k)  // each is fed by the one before
      if (k < points.n_memories) {
        const Real now = before[k] + points.gathering * value;
        own[static_cast<std::size_t>(k) * points.n] = points.fading * now + points.gathering * value;
        sum += kind.factor[k + 1] * now;
        value = now;
      }
    return sum;
  }
  constexpr void operator()(std::size_t n) const {
    const std::size_t point = points.first + n;
    const std::ptrdiff_t at = points.place[point];
    const std::uint32_t number = points.kind[point];
    const LayerKind<Real>& kind = points.kinds[number / 2];
    MovingPoint<Real> moving;
    moving.read(motion, at, points.component, points.n_components);
    Real before[3][3]{}, force[3]{};
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k)
        if (c < points.n_components && k < points.n_memories)
          before[c][k] = points.memory[static_cast<std::size_t>(c * points.n_memories + k) * points.n + n];
    if (!adds_terms || number % 2 != 0) points.read(f, at, force);
    if (adds_terms) points.add_terms(n, force);
    const Real mass = moving.inverse_mass > 0 ? 1 / moving.inverse_mass : Real(0);
    for (int c = 0; c < 3; ++c)
      if (c < points.n_components) {
        const Real sum = inertia(kind, n, c, moving.displacement[c], before[c]) + kind.damping * moving.velocity[c];
        force[c] = (force[c] - mass * sum) * kind.behind;
      }
    if (moves) return moving.move(motion, at, points.component, points.n_components, force);
    for (int c = 0; c < 3; ++c)
      if (c < points.n_components) f[at + c * points.component] = force[c];
  }
};

}  // namespace unda::sem

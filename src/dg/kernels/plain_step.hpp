// The operations of the plain step on one element, matrices as lists of non-zeros.
#pragma once

#include <algorithm>
#include <vector>

#include "dg/medium.hpp"
#include "dg/operators.hpp"
#include "dg/packs.hpp"

namespace unda::dg {

/// Coefficients of the nine fields of one element, [field][coefficient].
template <class Real>
using Coefficients = std::vector<Real>;

/// Medium: that of a number, ElementMedium or GeneralMedium.
template <class Medium, class Real>
Medium medium_at(const Pack<Real>* from, int place) {
  Medium medium;
  auto* to = reinterpret_cast<Real*>(&medium);
  for (std::size_t n = 0; n < sizeof(medium) / sizeof(Real); ++n) to[n] = from[n][place];
  return medium;
}

/// q_k -= integral of dphi_k/dx_j times the flux along x_j.
template <class Real, class Medium>
void add_volume_term(const Operators<Real>& o, const Medium& m, const Coefficients<Real>& integral,
                     Coefficients<Real>& q) {
  const auto n = static_cast<std::size_t>(o.n_basis);
  auto flux = [&](int field, int axis, std::size_t l) {
    auto value = [&](int f) { return integral[f * n + l]; };
    if (field >= vx) return m.buoyancy * value(stress_field[field - vx][axis]);
    const Real along[3] = {Real(axis == 0), Real(axis == 1), Real(axis == 2)}, v[3] = {value(vx), value(vy), value(vz)};
    return physics::stress(m.moduli, physics::strain_along<3>(along, v)).of[field];
  };
  for (int f = 0; f < n_fields; ++f)
    for (int a = 0; a < 3; ++a)
      for (const Entry<Real>& e : o.stiffness[a])
        for (int axis = 0; axis < 3; ++axis)
          q[f * n + e.row] -= e.value * m.gradient[a][axis] * flux(f, axis, static_cast<std::size_t>(e.column));
}

template <class Real, class Medium>
void project_to_face(const Operators<Real>& o, const Medium& m, int face, const Coefficients<Real>& integral,
                     Real* trace) {
  const auto n = static_cast<std::size_t>(o.n_basis);
  std::fill_n(trace, n_face_fields * o.n_face, Real(0));
  for (const Entry<Real>& e : o.face[face])
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        trace[i * o.n_face + e.column] += e.value * m.face[face].normal[j] * integral[stress_field[i][j] * n + e.row];
      trace[(3 + i) * o.n_face + e.column] += e.value * integral[(vx + i) * n + e.row];
    }
}

template <class Real, class Medium>
void add_face_term(const Operators<Real>& o, const Medium& m, int face, const Real* own, const Real* other,
                   Coefficients<Real>& q) {
  const auto n = static_cast<std::size_t>(o.n_basis);
  const auto& side = m.face[face];
  std::vector<physics::FaceState<Real>> star;
  for (int mode = 0; mode < o.n_face; ++mode) {
    physics::FaceState<Real> minus, plus;
    for (int i = 0; i < 3; ++i) {
      minus.traction[i] = own[i * o.n_face + mode];
      minus.velocity[i] = own[(3 + i) * o.n_face + mode];
      plus.traction[i] = other[i * o.n_face + mode];
      plus.velocity[i] = other[(3 + i) * o.n_face + mode];
    }
    star.push_back(star_through(m, side, minus, plus));
  }
  for (const Entry<Real>& e : o.face[face]) {
    const physics::FaceState<Real>& s = star[static_cast<std::size_t>(e.column)];
    const Real weight = e.value * side.scale;
    const auto stress = physics::stress(m.moduli, physics::strain_along<3>(side.normal, s.velocity));
    for (int f = xx; f <= yz; ++f) q[f * n + e.row] += weight * stress.of[f];
    for (int i = 0; i < 3; ++i) q[(vx + i) * n + e.row] += weight * m.buoyancy * s.traction[i];
  }
}

template <class Real>
Coefficients<Real> coefficients_at(const Pack<Real>* q, std::size_t n, int place) {
  Coefficients<Real> c(n);
  for (std::size_t k = 0; k < n; ++k) c[k] = q[k][place];
  return c;
}

}  // namespace unda::dg

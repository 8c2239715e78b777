// The rate of one field from three others: what derivatives along the axes of the unit tetrahedron give to it. On the host and on
// devices.
#pragma once

#include "dg/fields.hpp"
#include "dg/medium.hpp"

namespace unda::dg {

/// d/dt of a field: the sum over sources j and axes a of weight[a][j] times the derivative of source[j] along a.
template <class Real>
struct Flux {
  int source[3];
  Real weight[3][3];
};

/// rho dv_i/dt = d_j s_ij and ds/dt = C : grad v.
template <class Real>
constexpr Flux<Real> flux_of(const MediumView<Real>& m, int field) {
  using Order = physics::Symmetric<3, Real>;
  Flux<Real> flux{};
  int axis[3] = {0, 1, 2};
  Real factor[3] = {};
  if (field >= vx) {
    for (int j = 0; j < 3; ++j) {
      flux.source[j] = Order::place(field - vx, j);
      factor[j] = m.buoyancy();
    }
  } else if (field < 3) {
    const physics::Isotropic<Real> moduli = m.moduli();
    for (int j = 0; j < 3; ++j) {
      flux.source[j] = vx + j;
      factor[j] = j == field ? physics::p_modulus(moduli) : moduli.lambda;
    }
  } else {
    const int a = Order::first_axis(field), b = Order::second_axis(field);
    flux.source[0] = vx + b;
    flux.source[1] = flux.source[2] = vx + a;  // the third counts for nothing
    axis[0] = a;
    axis[1] = b;
    factor[0] = factor[1] = m.moduli().mu;
  }
  for (int a = 0; a < 3; ++a)
    for (int j = 0; j < 3; ++j) flux.weight[a][j] = factor[j] * m.gradient(a, axis[j]);
  return flux;
}

/// A stress of the velocities along the axes: C_ij e_j.
template <class Real>
constexpr Real stress_of_velocity(const GeneralView<Real>& m, int field, int axis, int velocity) {
  return m.modulus(physics::voigt_of_place<3>(field), physics::voigt<3>(axis, velocity));
}

template <class Real>
constexpr Flux<Real> flux_of(const GeneralView<Real>& m, int field) {
  using Order = physics::Symmetric<3, Real>;
  Flux<Real> flux{};
  for (int j = 0; j < 3; ++j) flux.source[j] = field >= vx ? Order::place(field - vx, j) : vx + j;
  for (int a = 0; a < 3; ++a)
    for (int j = 0; j < 3; ++j) {
      if (field >= vx) {
        flux.weight[a][j] = m.buoyancy() * m.gradient(a, j);
        continue;
      }
      Real sum = 0;
      for (int i = 0; i < 3; ++i) sum += stress_of_velocity(m, field, i, j) * m.gradient(a, i);
      flux.weight[a][j] = sum;
    }
  return flux;
}

/// What a field gets of a star state: velocities of the traction, stresses of the velocity.
template <class Real>
struct FaceShare {
  int source[3];  ///< among the fields of a face
  Real weight[3];
};

template <class Real>
constexpr FaceShare<Real> face_share_of(const MediumView<Real>& m, int face, Real scale, int field) {
  using Order = physics::Symmetric<3, Real>;
  if (field >= vx) return {{field - vx, 0, 0}, {m.buoyancy() * scale, 0, 0}};
  const physics::Isotropic<Real> moduli = m.moduli();
  if (field < 3) {
    const Real lambda = scale * moduli.lambda, p = scale * physics::p_modulus(moduli);
    return {{3, 4, 5},
            {(field == 0 ? p : lambda) * m.normal(face, 0), (field == 1 ? p : lambda) * m.normal(face, 1),
             (field == 2 ? p : lambda) * m.normal(face, 2)}};
  }
  const int a = Order::first_axis(field), b = Order::second_axis(field);
  const Real mu = scale * moduli.mu;
  return {{3 + a, 3 + b, 3}, {mu * m.normal(face, b), mu * m.normal(face, a), 0}};
}

template <class Real>
constexpr FaceShare<Real> face_share_of(const GeneralView<Real>& m, int face, Real scale, int field) {
  if (field >= vx) return {{field - vx, 0, 0}, {m.buoyancy() * scale, 0, 0}};
  FaceShare<Real> share{{3, 4, 5}, {0, 0, 0}};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) share.weight[j] += scale * stress_of_velocity(m, field, i, j) * m.normal(face, i);
  return share;
}

}  // namespace unda::dg

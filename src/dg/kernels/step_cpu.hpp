// The fast step on the host: a pack is one number of as many elements, so that the sparsity of the matrices costs nothing.
// The operators of an order come as a type: straight code, or lists of non-zeros.
#pragma once

#include "dg/kernels/kernels.hpp"
#include "dg/kernels/transpose.hpp"

namespace unda::dg {

/// `MediumOf`: ElementMedium or GeneralMedium.
template <int Order, class Real, class Matrices, template <class> class MediumOf>
class StepCpu {
 public:
  using P = Pack<Real>;
  using Medium = MediumOf<P>;
  static constexpr int n_basis = numerics::n_tetrahedral(Order);
  static constexpr int n_inner = numerics::n_tetrahedral(Order - 1);  ///< of a derivative
  static constexpr int n_face = numerics::n_triangular(Order);
  static constexpr int n_trace = static_cast<int>(trace_numbers<Real>(Order));
  static constexpr int n_places = pack_size<Real>;

  static void predict(const Operators<Real>& /*lists*/, const P* medium, Real dt, P* q, Real* traces) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    P integral[n_fields][n_basis];
    integrate_in_time(m, Elastic{m}, dt, q, Whole{integral});
    add_volume_term(m, integral, q);
    project_to_faces(m, integral, traces);
  }

  static void predict_in_halves(const Operators<Real>& /*lists*/, const P* medium, Real dt, P* q, Real* traces,
                                Real* first_half) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    P integral[n_fields][n_basis], half[n_fields][n_basis];
    integrate_in_time(m, Elastic{m}, dt, q, Halves{integral, half});
    add_volume_term(m, integral, q);
    project_to_faces(m, integral, traces);
    project_to_faces(m, half, first_half);
  }

  static void correct(const Operators<Real>& /*lists*/, const P* medium, const Real* traces, const Real* all_traces,
                      const int* beyond, P* q) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    add_face_terms(m, AddStress{m, q}, traces, all_traces, beyond, q);
  }

 protected:
  /// The rate of the stress at coefficient k of the derivative after number Level.
  struct Elastic {
    const Medium& m;
    template <int Level>
    [[gnu::always_inline]] physics::Symmetric<3, P> rate(int /*k*/, const physics::Strain<3, P>& strain_rate) const {
      return physics::stress(m.moduli, strain_rate);
    }
  };

  /// Where the terms of the Taylor series go, each a factor times a derivative: the integral over the step.
  struct Whole {
    P (*integral)[n_basis];
    [[gnu::always_inline]] void begin(int f, int k, Real dt, const P& value) const { integral[f][k] = dt * value; }
    template <int Level>
    [[gnu::always_inline]] void add(int f, int k, Real factor, const P& derivative) const {
      integral[f][k] += factor * derivative;
    }
  };
  /// That, with the same bits, and the integral over the first half of the step: derivative n has 2^-(n + 1) times the factor.
  struct Halves {
    P (*integral)[n_basis];
    P (*half)[n_basis];
    [[gnu::always_inline]] void begin(int f, int k, Real dt, const P& value) const {
      integral[f][k] = dt * value;
      half[f][k] = (Real(0.5) * dt) * value;
    }
    template <int Level>
    [[gnu::always_inline]] void add(int f, int k, Real factor, const P& derivative) const {
      integral[f][k] += factor * derivative;
      half[f][k] += (Real(1) / Real(2 << (Level + 1)) * factor) * derivative;
    }
  };

  template <class Law, class Sums>
  static void integrate_in_time(const Medium& m, const Law& law, Real dt, const P* q, const Sums& sums) {
    for (int f = 0; f < n_fields; ++f)
      for (int k = 0; k < n_basis; ++k) sums.begin(f, k, dt, q[f * n_basis + k]);
    add_derivatives<0, n_basis>(m, law, dt, dt, q, sums);
  }

  /// Adds the derivative after number Level, from `before`, with its weight; then those that follow from it.
  template <int Level, int n_before, class Law, class Sums>
  static void add_derivatives(const Medium& m, const Law& law, Real dt, Real factor, const P* before,
                              const Sums& sums) {
    if constexpr (Level + 1 < Order) {
      constexpr int n = numerics::n_tetrahedral(Order - 1 - Level);
      P next[n_fields][n];
      time_derivative<Level, n_before, n>(m, law, before, next);
      factor *= dt / static_cast<Real>(Level + 2);
      for (int f = 0; f < n_fields; ++f)
        for (int k = 0; k < n; ++k) sums.template add<Level>(f, k, factor, next[f][k]);
      add_derivatives<Level + 1, n>(m, law, dt, factor, next[0], sums);
    }
  }

  template <int Level, int n_before, int n, class Law>
  static void time_derivative(const Medium& m, const Law& law, const P* q, P (*rate)[n]) {
    P a[n], b[n], c[n];
    auto derive = [&](Field f) { Matrices::template derive<Level>(q + f * n_before, a, b, c); };
    auto along = [&](int axis, int k) {
      return m.gradient[0][axis] * a[k] + m.gradient[1][axis] * b[k] + m.gradient[2][axis] * c[k];
    };
    derive(xx);
    for (int k = 0; k < n; ++k) rate[vx][k] = along(0, k);
    derive(yy);
    for (int k = 0; k < n; ++k) rate[vy][k] = along(1, k);
    derive(zz);
    for (int k = 0; k < n; ++k) rate[vz][k] = along(2, k);
    derive(xy);
    for (int k = 0; k < n; ++k) {
      rate[vx][k] += along(1, k);
      rate[vy][k] += along(0, k);
    }
    derive(yz);
    for (int k = 0; k < n; ++k) {
      rate[vy][k] = m.buoyancy * (rate[vy][k] + along(2, k));
      rate[vz][k] += along(1, k);
    }
    derive(xz);
    for (int k = 0; k < n; ++k) {
      rate[vx][k] = m.buoyancy * (rate[vx][k] + along(2, k));
      rate[vz][k] = m.buoyancy * (rate[vz][k] + along(0, k));
    }
    derive(vx);
    for (int k = 0; k < n; ++k) {
      rate[xx][k] = along(0, k);
      rate[xy][k] = along(1, k);
      rate[xz][k] = along(2, k);
    }
    derive(vy);
    for (int k = 0; k < n; ++k) {
      rate[xy][k] += along(0, k);
      rate[yy][k] = along(1, k);
      rate[yz][k] = along(2, k);
    }
    derive(vz);
    for (int k = 0; k < n; ++k) {
      const physics::Strain<3, P> strain{
          {{rate[xx][k], rate[yy][k], along(2, k), rate[xy][k], rate[xz][k] + along(0, k), rate[yz][k] + along(1, k)}}};
      const physics::Symmetric<3, P> stress = law.template rate<Level>(k, strain);
      for (int f = xx; f <= yz; ++f) rate[f][k] = stress.of[f];
    }
  }

  static void add_volume_term(const Medium& m, const P (*integral)[n_basis], P* q) {
    // The fluxes along the axes d of the unit tetrahedron are linear in three fields: minus what each of these gives.
    P of_velocity[6][3][3];  // [stress][d][of velocity i]
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < 3; ++i) {
        const P unit[3] = {fill_pack(Real(i == 0)), fill_pack(Real(i == 1)), fill_pack(Real(i == 2))};
        const physics::Symmetric<3, P> stress =
            physics::stress(m.moduli, physics::strain_along<3>(m.gradient[d], unit));
        for (int f = xx; f <= yz; ++f) of_velocity[f][d][i] = -stress.of[f];
      }
    add_volume_term_of_velocities(m, integral, q);
    for (int f = xx; f <= yz; ++f) add_flux(of_velocity[f], integral[vx], integral[vy], integral[vz], q + f * n_basis);
  }

  static void add_volume_term_of_velocities(const Medium& m, const P (*integral)[n_basis], P* q) {
    P of_stress[3][3];  // [d][of stress i]
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < 3; ++i) of_stress[d][i] = -(m.buoyancy * m.gradient[d][i]);
    for (int i = 0; i < 3; ++i)
      add_flux(of_stress, integral[stress_field[i][0]], integral[stress_field[i][1]], integral[stress_field[i][2]],
               q + (vx + i) * n_basis);
  }

  static void add_flux(const P (&w)[3][3], const P* x, const P* y, const P* z, P* q) {
    P a[n_inner], b[n_inner], c[n_inner];
    for (int k = 0; k < n_inner; ++k) {
      a[k] = w[0][0] * x[k] + w[0][1] * y[k] + w[0][2] * z[k];
      b[k] = w[1][0] * x[k] + w[1][1] * y[k] + w[1][2] * z[k];
      c[k] = w[2][0] * x[k] + w[2][1] * y[k] + w[2][2] * z[k];
    }
    Matrices::add_stiffness(a, b, c, q);
  }

  static void project_to_faces(const Medium& m, const P (*integral)[n_basis], Real* traces) {
    project_to_face<0>(m, integral, traces);
    project_to_face<1>(m, integral, traces);
    project_to_face<2>(m, integral, traces);
    project_to_face<3>(m, integral, traces);
  }

  template <int face>
  [[gnu::noinline]] static void project_to_face(const Medium& m, const P (*integral)[n_basis], Real* traces) {
    const P* n = m.face[face].normal;
    P trace[n_trace], traction[n_basis];
    for (int i = 0; i < 3; ++i) {
      const P *sx = integral[stress_field[i][0]], *sy = integral[stress_field[i][1]],
              *sz = integral[stress_field[i][2]];
      for (int k = 0; k < n_basis; ++k) traction[k] = n[0] * sx[k] + n[1] * sy[k] + n[2] * sz[k];
      Matrices::template project<face>(traction, trace + i * n_face);
      Matrices::template project<face>(integral[vx + i], trace + (3 + i) * n_face);
    }
    for (int k = n_face_fields * n_face; k < n_trace; ++k) trace[k] = P{};
    for (int k = 0; k < n_trace; k += n_places) {
      Transposition<Real>::apply(trace + k);
      for (int place = 0; place < n_places; ++place)
        store_pack(traces + (4 * place + face) * n_trace + k, trace[k + place]);
    }
  }

  /// The traces of one face of every element of the block; `at(place)` is where one begins.
  template <class At>
  [[gnu::always_inline]] static void load_traces(At at, P* trace) {
    for (int k = 0; k < n_trace; k += n_places) {
      for (int place = 0; place < n_places; ++place) trace[k + place] = load_pack<Real>(at(place) + k);
      Transposition<Real>::apply(trace + k);
    }
  }

  /// Of a jump v of the velocity across a face with normal n.
  struct AddStress {
    const Medium& m;
    P* q;
    [[gnu::always_inline]] void operator()(const P* n, const P (*v)[n_basis]) const {
      for (int k = 0; k < n_basis; ++k) {
        const P jump[3] = {v[0][k], v[1][k], v[2][k]};
        const physics::Symmetric<3, P> stress = physics::stress(m.moduli, physics::strain_along<3>(n, jump));
        for (int f = xx; f <= yz; ++f) q[f * n_basis + k] += stress.of[f];
      }
    }
  };

  /// `add` takes what the star velocities give.
  template <class Add>
  static void add_face_terms(const Medium& m, const Add& add, const Real* traces, const Real* all_traces,
                             const int* beyond, P* q) {
    add_face_term<0>(m, add, traces, all_traces, beyond, q);
    add_face_term<1>(m, add, traces, all_traces, beyond, q);
    add_face_term<2>(m, add, traces, all_traces, beyond, q);
    add_face_term<3>(m, add, traces, all_traces, beyond, q);
  }

  template <int face, class Add>
  [[gnu::noinline]] static void add_face_term(const Medium& m, const Add& add, const Real* traces,
                                              const Real* all_traces, const int* beyond, P* q) {
    P own[n_trace], other[n_trace];
    load_traces([&](int place) { return traces + (4 * place + face) * n_trace; }, own);
    load_traces([&](int place) { return all_traces + static_cast<std::size_t>(beyond[4 * place + face]) * n_trace; },
                other);
    // The star states take the place of the own traces: tractions times scale / rho, velocities times scale.
    const auto& side = m.face[face];
    const P buoyancy = m.buoyancy * side.scale;
    for (int k = 0; k < n_face; ++k) {
      physics::FaceState<P> minus, plus;
      for (int i = 0; i < 3; ++i) {
        minus.traction[i] = own[i * n_face + k];
        minus.velocity[i] = own[(3 + i) * n_face + k];
        plus.traction[i] = other[i * n_face + k];
        plus.velocity[i] = other[(3 + i) * n_face + k];
      }
      const physics::FaceState<P> star = star_through(m, side, minus, plus);
      for (int i = 0; i < 3; ++i) {
        own[i * n_face + k] = buoyancy * star.traction[i];
        own[(3 + i) * n_face + k] = side.scale * star.velocity[i];
      }
    }
    for (int i = 0; i < 3; ++i) Matrices::template add_lift<face>(own + i * n_face, q + (vx + i) * n_basis);
    P lifted[3][n_basis];
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < n_basis; ++k) lifted[i][k] = P{};
      Matrices::template add_lift<face>(own + (3 + i) * n_face, lifted[i]);
    }
    add(side.normal, lifted);
  }
};

template <int Order, class Real, class Matrices>
StepKernels<Real> steps_of_media(bool anisotropic) {
  using Step = StepCpu<Order, Real, Matrices, ElementMedium>;
  using General = StepCpu<Order, Real, Matrices, GeneralMedium>;
  if (anisotropic)
    return {GeneralView<Real>::n_numbers, General::predict, General::predict_in_halves, General::correct};
  return {MediumView<Real>::n_numbers, Step::predict, Step::predict_in_halves, Step::correct};
}

}  // namespace unda::dg

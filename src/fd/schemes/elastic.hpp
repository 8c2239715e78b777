// Elastic waves in particle velocity and stress, staggered in space and time (Virieux 1986, Levander 1988):
//   rho dv_a/dt  = sum_b d s_ab/dx_b
//   d s_aa/dt    = (lambda + 2 mu) dv_a/dx_a + lambda sum_{b != a} dv_b/dx_b
//   d s_ab/dt    = mu (dv_a/dx_b + dv_b/dx_a)
// Normal stresses sit on the nodes, v_a half a cell along a, s_ab half a cell along a and b. mu = 0 makes a fluid.
// 2-D is plane strain in x and z.
// Cells that an interface cuts are not isotropic: with Interfaces the normal stresses take a symmetric matrix of moduli,
// and each shear stress its own mean (model/stiffness.hpp). Without, the model must be smooth.
#pragma once

#include "fd/scheme.hpp"

namespace unda::fd {

template <int Dim, bool Interfaces = false>
struct Elastic {
  static_assert(Dim == 2 || Dim == 3);
  static constexpr int dim = Dim;
  static constexpr const char* name = "elastic";

  static constexpr int n_shear = Dim == 3 ? 3 : 1;
  static constexpr int n_fields = 2 * Dim + n_shear;
  static constexpr int v(int axis) { return axis; }
  static constexpr int normal(int axis) { return Dim + axis; }
  /// Pairs (0 1), (0 2), (1 2) of grid axes; the only pair in 2-D is number 0.
  static constexpr std::array<std::array<int, 2>, 3> pair{{{0, 1}, {0, 2}, {1, 2}}};
  static constexpr int shear(int number) { return 2 * Dim + number; }
  static constexpr int shear_of(int a, int b) {
    for (int n = 0; n < n_shear; ++n)
      if ((pair[n][0] == a && pair[n][1] == b) || (pair[n][0] == b && pair[n][1] == a)) return shear(n);
    return -1;
  }
  static constexpr Half half_of_shear(int number) {
    Half half{0, 0, 0};
    half[pair[number][0]] = half[pair[number][1]] = 1;
    return half;
  }

  static constexpr std::array<Field, n_fields> fields = [] {
    std::array<Field, n_fields> f{};
    constexpr std::array<const char*, 3> velocities{"velocity 1", "velocity 2", "velocity 3"};
    constexpr std::array<const char*, 3> normals{"normal stress 1", "normal stress 2", "normal stress 3"};
    constexpr std::array<const char*, 3> shears{"shear stress 1", "shear stress 2", "shear stress 3"};
    for (int a = 0; a < Dim; ++a) f[v(a)] = {velocities[a], {a == 0, a == 1, a == 2}};
    for (int a = 0; a < Dim; ++a) f[normal(a)] = {normals[a], {0, 0, 0}};
    for (int n = 0; n < n_shear; ++n) f[shear(n)] = {shears[n], half_of_shear(n)};
    return f;
  }();

  /// Normal moduli: lambda + 2 mu and lambda, or the matrix with its diagonal first and then the pairs of axes.
  static constexpr int n_normal = Interfaces ? Dim * (Dim + 1) / 2 : 2;
  static constexpr int n_parameters = Dim + n_normal + n_shear;
  static constexpr int b(int axis) { return axis; }
  static constexpr int modulus(int a, int c) {
    if (!Interfaces) return a == c ? Dim : Dim + 1;
    return a == c ? Dim + a : 2 * Dim + a + c - 1;
  }
  static constexpr int mu(int number) { return Dim + n_normal + number; }
  static constexpr int physical(int axis) { return Dim == 3 ? axis : 2 * axis; }
  static constexpr Property modulus_of(int a, int c) {
    constexpr auto first = static_cast<int>(Property::stiffness_xx);
    return static_cast<Property>(first + (a == c ? physical(a) : physical(a) + physical(c) + 2));
  }
  static constexpr Property shear_modulus_of(int number) {
    const int apart = 3 - physical(pair[number][0]) - physical(pair[number][1]);  // the axis that is in none of the two
    return static_cast<Property>(static_cast<int>(Property::shear_yz) + apart);
  }
  static constexpr std::array<Parameter, n_parameters> medium = [] {
    std::array<Parameter, n_parameters> m{};
    for (int a = 0; a < Dim; ++a) m[b(a)] = {Property::buoyancy, {a == 0, a == 1, a == 2}};
    for (int a = 0; a < Dim; ++a)
      for (int c = 0; c < Dim; ++c) {
        const Property isotropic = a == c ? Property::p_modulus : Property::lame_lambda;
        m[modulus(a, c)] = {Interfaces ? modulus_of(a, c) : isotropic, {0, 0, 0}};
      }
    for (int n = 0; n < n_shear; ++n)
      m[mu(n)] = {Interfaces ? shear_modulus_of(n) : Property::shear_modulus, half_of_shear(n)};
    return m;
  }();
  static constexpr std::array<int, Dim> stiffness = [] {
    std::array<int, Dim> diagonal{};
    for (int a = 0; a < Dim; ++a) diagonal[a] = modulus(a, a);
    return diagonal;
  }();

  /// Free: the traction vanishes on the face. Its normal part sits there and is held; its shear parts sit half a cell off
  /// and the one-sided differences know that they vanish. Rigid: the same with the velocities.
  static constexpr FaceRule face_rule(int field, int axis, bool free_face) {
    const bool on_face = fields[field].half[axis] == 0;
    const bool is_velocity = field < Dim;
    if (free_face) return field == normal(axis) ? FaceRule::held : FaceRule::open;
    return is_velocity && on_face ? FaceRule::held : FaceRule::open;
  }

  static constexpr SlipRole slip_role(int field, int axis) {
    if (field < Dim) return field == v(axis) ? SlipRole::continuous : SlipRole::velocity_along;
    if (field < 2 * Dim) return field == normal(axis) ? SlipRole::continuous : SlipRole::stress_along;
    return fields[field].half[axis] == 1 ? SlipRole::shear_across : SlipRole::stress_along;
  }

  /// The stage whose first target this is ends with the hold below.
  static constexpr int held_with = normal(0);
  /// On a traction-free face: the strain across it is what keeps the normal stress at zero, and acts on the others.
  template <class Value>
  static constexpr void hold_free_face(int axis, Value* f, const Value* m) {
    for (int a = 0; a < Dim; ++a)
      if (a != axis) f[normal(a)] -= m[modulus(a, axis)] / m[modulus(axis, axis)] * f[normal(axis)];
    f[normal(axis)] = f[normal(axis)] - f[normal(axis)];
  }

  /// The strain that does so.
  template <class Value>
  static constexpr Value strain_of_hold(int axis, const Value* f, const Value* m) {
    return f[normal(axis)] / m[modulus(axis, axis)];
  }
  /// Of the parameters of the update of stresses.
  template <class Value>
  static constexpr Value modulus_of_update(int a, int c, const Value* m) {
    return m[modulus(a, c) - Dim];
  }

  /// In a fluid beside a slip interface: pressure is the same in all directions, whatever rounding says. Nothing else would end a
  /// difference between its normal stresses, and that would drive the fluid for ever.
  template <class Value>
  static constexpr void hold_fluid(int axis, Value thickness, Value* f) {
    for (int a = 0; a < Dim; ++a)
      if (a != axis) f[normal(a)] = thickness * f[normal(axis)];
  }

  /// Where the component of a symmetric tensor stands among xx yy zz xy xz yz.
  static constexpr int tensor_place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

  static std::vector<Injection> injections(const method::PointSource& source, const std::array<int, 3>& physical) {
    std::vector<Injection> parts;
    if (source.kind == scenario::SourceKind::force) {
      for (int a = 0; a < Dim; ++a)
        if (source.force[physical[a]] != 0) parts.push_back({v(a), source.force[physical[a]], b(a)});
      return parts;
    }
    for (int a = 0; a < Dim; ++a) parts.push_back({normal(a), -1, -1, -1, {physical[a], physical[a]}});
    for (int n = 0; n < n_shear; ++n)
      parts.push_back({shear(n), -1, -1, -1, {physical[pair[n][0]], physical[pair[n][1]]}});
    return parts;
  }

  static std::vector<FieldTerm> readings(scenario::Quantity quantity, int component) {
    std::vector<FieldTerm> parts;
    if (quantity == scenario::Quantity::pressure) {
      // In plane strain s_yy = nu (s_xx + s_zz) with Poisson's ratio nu = lambda / (2 (lambda + mu)).
      auto plane_strain = [](const double* m) {
        const double lambda = m[modulus(0, 1)], p_modulus = (m[modulus(0, 0)] + m[modulus(1, 1)]) / 2;
        return 1 + lambda / (p_modulus + lambda);
      };
      for (int a = 0; a < Dim; ++a) {
        parts.push_back({normal(a), -1.0 / 3});
        if (Dim == 2) parts.back().medium_factor = plane_strain;
      }
      return parts;
    }
    if (quantity == scenario::Quantity::stress)
      return {{component < Dim ? normal(component) : shear(component - Dim), 1}};
    return {{v(component), 1}};
  }

  static double field_value(int field, const Vector& velocity, const std::array<double, 6>& stress,
                            const std::array<int, 3>& physical) {
    if (field < Dim) return velocity[physical[field]];
    if (field < 2 * Dim) return stress[tensor_place[physical[field - Dim]][physical[field - Dim]]];
    const auto& [a, c] = pair[field - 2 * Dim];
    return stress[tensor_place[physical[a]][physical[c]]];
  }

  /// Stress times strain of the normal parts: elimination in the matrix of moduli, which is singular in a fluid.
  template <class Value>
  static constexpr Value normal_energy(const Value* f, const Value* m) {
    Value c[Dim][Dim]{}, s[Dim]{}, energy{};
    for (int a = 0; a < Dim; ++a) {
      s[a] = f[normal(a)];
      for (int d = 0; d < Dim; ++d) c[a][d] = m[modulus(a, d)];
    }
    const Value largest = c[0][0];
    for (int a = 0; a < Dim; ++a) {
      const auto none_left = c[a][a] <= 1e-9 * largest;
      energy += none_left ? Value{} : s[a] * s[a] / c[a][a];
      for (int d = a + 1; d < Dim; ++d) {
        const Value ratio = none_left ? Value{} : c[d][a] / c[a][a];
        s[d] -= ratio * s[a];
        for (int e = a + 1; e < Dim; ++e) c[d][e] -= ratio * c[a][e];
      }
    }
    return energy;
  }

  template <class Value>
  static constexpr Value energy_density(const Value* f, const Value* m) {
    Value energy{};
    for (int a = 0; a < Dim; ++a) energy += f[v(a)] * f[v(a)] / m[b(a)];
    energy += normal_energy(f, m);
    for (int n = 0; n < n_shear; ++n) energy += m[mu(n)] > 0 ? f[shear(n)] * f[shear(n)] / m[mu(n)] : Value{};
    return energy / 2;
  }

  /// One velocity component: its derivatives share nothing with those of the others.
  template <int A>
  struct Velocity {
    static constexpr double flops = Dim;
    static constexpr std::array<int, 1> targets{v(A)};
    static constexpr std::array<Derivative, Dim> derivatives = [] {
      std::array<Derivative, Dim> d{};
      for (int c = 0; c < Dim; ++c) d[c] = {A == c ? normal(A) : shear_of(A, c), c};
      return d;
    }();
    static constexpr std::array<int, 1> parameters{b(A)};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      Value sum = d[0];
      for (int c = 1; c < Dim; ++c) sum += d[c];
      rate[0] = m[0] * sum;
    }
  };

  struct NormalStress {
    static constexpr double flops = 2 * Dim * Dim;
    static constexpr bool relaxes = true;
    static constexpr std::array<int, Dim> targets = [] {
      std::array<int, Dim> t{};
      for (int a = 0; a < Dim; ++a) t[a] = normal(a);
      return t;
    }();
    static constexpr std::array<Derivative, Dim> derivatives = [] {
      std::array<Derivative, Dim> d{};
      for (int a = 0; a < Dim; ++a) d[a] = {v(a), a};
      return d;
    }();
    static constexpr std::array<int, n_normal> parameters = [] {
      std::array<int, n_normal> m{};
      for (int n = 0; n < n_normal; ++n) m[n] = Dim + n;
      return m;
    }();
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      for (int a = 0; a < Dim; ++a) {
        rate[a] = m[modulus(a, a) - Dim] * d[a];
        for (int c = 0; c < Dim; ++c)
          if (c != a) rate[a] += m[modulus(a, c) - Dim] * d[c];
      }
    }
  };

  template <int N>
  struct ShearStress {
    static constexpr double flops = 2;
    static constexpr bool relaxes = true;
    static constexpr std::array<int, 1> targets{shear(N)};
    static constexpr std::array<Derivative, 2> derivatives{{{v(pair[N][0]), pair[N][1]}, {v(pair[N][1]), pair[N][0]}}};
    static constexpr std::array<int, 1> parameters{mu(N)};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      rate[0] = m[0] * (d[0] + d[1]);
    }
  };

  /// Velocities know nothing of moduli: media with and without interfaces have the same first stage, and its kernels once.
  using FirstStageOf = Elastic<Dim>;
  template <int A>
  using SharedVelocity = typename FirstStageOf::template Velocity<A>;

  using Stages = std::conditional_t<
      Dim == 3,
      std::tuple<Stage<Merged<SharedVelocity<0>, SharedVelocity<1>, SharedVelocity<Dim - 1>>>,
                 Stage<Merged<NormalStress, ShearStress<0>, ShearStress<n_shear / 2>, ShearStress<n_shear - 1>>>>,
      std::tuple<Stage<Merged<SharedVelocity<0>, SharedVelocity<1>>>, Stage<Merged<NormalStress, ShearStress<0>>>>>;
};

}  // namespace unda::fd

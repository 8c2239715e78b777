// Acoustic waves in pressure and particle velocity, staggered in space and time (Virieux 1984, Terentyev
// 2008):
//   dv_a/dt = -b dp/dx_a        b = 1/rho on the velocity's own point, or the mean of the nodes beside it
//   dp/dt   = -kappa div v
// p sits on the nodes, v_a half a cell along its axis.
#pragma once

#include "fd/scheme.hpp"

namespace unda::fd {

template <int Dim>
struct Acoustic {
  static constexpr int dim = Dim;
  static constexpr const char* name = "acoustic";
  static constexpr int n_fields = 1 + Dim;
  static constexpr int p = 0;
  static constexpr int v(int axis) { return 1 + axis; }

  static constexpr std::array<Field, n_fields> fields = [] {
    std::array<Field, n_fields> f{};
    constexpr std::array<const char*, 3> names{"velocity 1", "velocity 2", "velocity 3"};
    f[p] = {"pressure", {0, 0, 0}};
    for (int a = 0; a < Dim; ++a) f[v(a)] = {names[a], {a == 0, a == 1, a == 2}};
    return f;
  }();

  static constexpr int kappa = 0;
  static constexpr int b(int axis) { return 1 + axis; }
  static constexpr std::array<Parameter, 1 + Dim> medium = [] {
    std::array<Parameter, 1 + Dim> m{};
    m[kappa] = {Property::bulk_modulus, {0, 0, 0}};
    for (int a = 0; a < Dim; ++a) m[b(a)] = {Property::buoyancy, {a == 0, a == 1, a == 2}, true};
    return m;
  }();

  /// A pressure-release face mirrors p and the tangential velocities to their negatives; a rigid one the
  /// normal velocity.
  static constexpr FaceRule face_rule(int field, int axis, bool free_face) {
    const bool normal_velocity = field == v(axis);
    return normal_velocity == free_face ? FaceRule::even : FaceRule::odd;
  }

  static constexpr int stiffness = kappa;

  static std::vector<Injection> injections(const method::PointSource& source, const std::array<int, 3>& physical) {
    if (source.kind != scenario::SourceKind::force) return {{p, 1, -1, -1, {physical[Dim - 1], physical[Dim - 1]}}};
    std::vector<Injection> forces;
    for (int a = 0; a < Dim; ++a)
      if (source.force[physical[a]] != 0) forces.push_back({v(a), source.force[physical[a]], b(a)});
    return forces;
  }

  static std::vector<FieldTerm> readings(scenario::Quantity quantity, int component) {
    if (quantity == scenario::Quantity::pressure) return {{p, 1}};
    return {{v(component), 1}};
  }

  static double field_value(int field, const Vector& velocity, const std::array<double, 6>& stress,
                            const std::array<int, 3>& physical) {
    return field == p ? -(stress[0] + stress[1] + stress[2]) / 3 : velocity[physical[field - 1]];
  }

  template <class Value>
  static constexpr Value energy_density(const Value* f, const Value* m) {
    Value energy = m[kappa] > 0 ? f[p] * f[p] / m[kappa] : Value{};
    for (int a = 0; a < Dim; ++a) energy += f[v(a)] * f[v(a)] / m[b(a)];
    return energy / 2;
  }

  struct Velocity {
    static constexpr double flops = Dim;
    static constexpr std::array<int, Dim> targets = [] {
      std::array<int, Dim> t{};
      for (int a = 0; a < Dim; ++a) t[a] = v(a);
      return t;
    }();
    static constexpr std::array<Derivative, Dim> derivatives = [] {
      std::array<Derivative, Dim> d{};
      for (int a = 0; a < Dim; ++a) d[a] = {p, a};
      return d;
    }();
    static constexpr std::array<int, Dim> parameters = [] {
      std::array<int, Dim> m{};
      for (int a = 0; a < Dim; ++a) m[a] = b(a);
      return m;
    }();
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      for (int a = 0; a < Dim; ++a) rate[a] = -m[a] * d[a];
    }
  };

  struct Pressure {
    static constexpr double flops = Dim;
    static constexpr bool relaxes = true;
    static constexpr std::array<int, 1> targets{p};
    static constexpr std::array<Derivative, Dim> derivatives = [] {
      std::array<Derivative, Dim> d{};
      for (int a = 0; a < Dim; ++a) d[a] = {v(a), a};
      return d;
    }();
    static constexpr std::array<int, 1> parameters{kappa};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      Value divergence = d[0];
      for (int a = 1; a < Dim; ++a) divergence += d[a];
      rate[0] = -m[0] * divergence;
    }
  };

  using Stages = std::tuple<Stage<Velocity>, Stage<Pressure>>;
};

}  // namespace unda::fd

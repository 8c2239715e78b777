// Acoustic waves in pressure alone, second order in time on a conventional grid, for media of uniform density:
//   d2p/dt2 = c^2 laplacian p,   advanced as  r = dp/dt:  dr/dt = c^2 laplacian p,  dp/dt = r
// with r half a step before p. Eliminating r gives p(t+dt) - 2 p(t) + p(t-dt) = dt^2 c^2 laplacian p.
// Both fields sit on the nodes.
#pragma once

#include "fd/scheme.hpp"

namespace unda::fd {

template <int Dim>
struct AcousticSecondOrder {
  static constexpr int dim = Dim;
  static constexpr const char* name = "acoustic_second_order";
  static constexpr int p = 0, r = 1;
  static constexpr std::array<Field, 2> fields{{{"pressure", {0, 0, 0}}, {"pressure rate", {0, 0, 0}}}};
  static constexpr int c2 = 0;
  static constexpr std::array<Parameter, 1> medium{{{Property::squared_speed, {0, 0, 0}}}};

  /// The second derivatives bound the step: no stiffness and buoyancy apart.
  static constexpr int stiffness = c2;
  static constexpr int b(int /*axis*/) { return -1; }

  static constexpr FaceRule face_rule(int /*field*/, int /*axis*/, bool free_face) {
    return free_face ? FaceRule::odd : FaceRule::even;
  }

  /// An explosion adds M0 s to dp/dt. A force adds -kappa div(F s delta / rho) to dr/dt.
  static std::vector<Injection> injections(const method::PointSource& source, const std::array<int, 3>& physical) {
    if (source.kind != scenario::SourceKind::force) return {{p, 1, -1, -1, {physical[Dim - 1], physical[Dim - 1]}}};
    std::vector<Injection> forces;
    for (int a = 0; a < Dim; ++a)
      if (source.force[physical[a]] != 0) forces.push_back({r, source.force[physical[a]], c2, a});
    return forces;
  }

  /// Motion is known by its acceleration, -grad p / rho.
  static constexpr Motion motion = Motion::acceleration;
  static std::vector<FieldTerm> readings(scenario::Quantity quantity, int component) {
    if (quantity == scenario::Quantity::pressure) return {{p, 1}};
    return {{p, -1, nullptr, component}};
  }

  static double field_value(int /*field*/, const Vector& /*velocity*/, const std::array<double, 6>& stress,
                            const std::array<int, 3>& /*physical*/) {
    return -(stress[0] + stress[1] + stress[2]) / 3;
  }
  static constexpr int rate_of(int field) { return field == r ? p : -1; }

  /// Potential energy times density.
  template <class Value>
  static constexpr Value energy_density(const Value* f, const Value* m) {
    return f[p] * f[p] / (2 * m[c2]);
  }

  struct Rate {
    static constexpr double flops = Dim;
    static constexpr std::array<int, 1> targets{r};
    static constexpr std::array<Derivative, Dim> derivatives = [] {
      std::array<Derivative, Dim> d{};
      for (int a = 0; a < Dim; ++a) d[a] = {p, a, Operator::second};
      return d;
    }();
    static constexpr std::array<int, 1> parameters{c2};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      Value laplacian = d[0];
      for (int a = 1; a < Dim; ++a) laplacian += d[a];
      rate[0] = m[0] * laplacian;
    }
  };

  struct Pressure {
    static constexpr double flops = 0;
    static constexpr std::array<int, 1> targets{p};
    static constexpr std::array<Derivative, 1> derivatives{{{r, 0, Operator::value}}};
    static constexpr std::array<int, 0> parameters{};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* /*m*/, Value* rate) {
      rate[0] = d[0];
    }
  };

  using Stages = std::tuple<Stage<Rate>, Stage<Pressure>>;
};

}  // namespace unda::fd

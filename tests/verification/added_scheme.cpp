// A scheme of one's own in one file: a damped wave equation, declared, run by the framework and compared with its
// closed form. docs/adding.md walks through it.
//   dv/dt = -(1/rho) dp/dx,   dp/dt = -kappa dv/dx - gamma p
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "fd/finite_differences.hpp"
#include "fd/kernels/energy_row.hpp"
#include "fd/kernels/make_kernels.hpp"
#include "fd/schemes/acoustic.hpp"
#include "model/model.hpp"
#include "support.hpp"

namespace unda::fd::added_scheme_test {
namespace {

constexpr double gamma_per_second = 2.0;

/// All of the acoustic scheme but the update of the pressure.
struct Damped : Acoustic<1> {
  static constexpr const char* name = "damped";

  struct Pressure {
    static constexpr double flops = 3;
    static constexpr std::array<int, 1> targets{p};
    static constexpr std::array<Derivative, 2> derivatives{{{v(0), 0}, {p, 0, Operator::value}}};
    static constexpr std::array<int, 1> parameters{kappa};
    template <class Value>
    static constexpr void rates(const Value* d, const Value* m, Value* rate) {
      rate[0] = -m[0] * d[0] - gamma_per_second * d[1];
    }
  };

  using Stages = std::tuple<Stage<Velocity>, Stage<Pressure>>;
};

TEST(AddedScheme, ADampedStandingWaveDecaysAsItShould) {
  const auto s = verification::scenario_from(
      "[domain]\nx = [0, 1000]\n[boundary]\ndefault = 'periodic'\n[model]\nkind = 'uniform'\nvp = 1500\nvs = 0\nrho = "
      "1000\n"
      "[time]\nduration = 2\n[mesh]\nspacing = 20\n[solver]\nprecision = 'double'\n");
  const Grid grid = make_grid(s, 20, 0);
  FiniteDifferences<double> propagator(s, model::make_model(s), describe<Damped>(), kernels_for<Damped, double>(4),
                                       energy_row<Damped, double>, grid, uncut(grid), parallel::Communicator::world());
  propagator.add(method::Receiver{{0, 0, 0}, scenario::Quantity::pressure});
  constexpr double dt = 1e-4;
  constexpr int n_steps = 10000;
  propagator.set_step(dt, n_steps);

  // p = cos(k x) e^(-gamma t/2) (cos w t - gamma/(2 w) sin w t) with v = 0 at t = 0, w^2 = c^2 k^2 - gamma^2/4.
  const double k = 2 * std::numbers::pi / 1000;
  propagator.start_from({[](const Vector&, double) {
                           return Vector{0, 0, 0};
                         },
                         [k](const Vector& x, double) {
                           const double p = std::cos(k * x[0]);
                           return std::array<double, 6>{-p, -p, -p, 0, 0, 0};
                         }});
  const double w = std::sqrt(std::pow(1500 * k, 2) - gamma_per_second * gamma_per_second / 4);
  double worst = 0;
  for (int n = 1; n <= n_steps; ++n) {
    propagator.advance();
    propagator.sample();
    const std::vector<double> value = propagator.take_samples();
    const double t = n * dt;
    const double exact =
        std::exp(-gamma_per_second * t / 2) * (std::cos(w * t) - gamma_per_second / (2 * w) * std::sin(w * t));
    worst = std::max(worst, std::abs(value[0] - exact));
  }
  EXPECT_LT(worst, 2e-3);
}

}  // namespace
}  // namespace unda::fd::added_scheme_test

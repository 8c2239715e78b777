// The Rayleigh wave keeps momentum, has no tractions at the surface, and its derivatives are those of its displacement.
#include "reference/rayleigh_wave.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace unda::reference::rayleigh_wave_test {
namespace {

constexpr Medium rock{2500, 1200, 2100};
constexpr double h = 1e-2, dt = 1e-5;

RayleighWave wave() { return {rock, {0.012, 0.016, 0}, 30, 2.5}; }

/// sigma_ij, j = axis.
double stress(const std::array<std::array<double, 3>, 3>& g, std::size_t i, std::size_t axis) {
  const double mu = rock.rho * rock.vs * rock.vs, lambda = rock.rho * rock.vp * rock.vp - 2 * mu;
  return mu * (g[i][axis] + g[axis][i]) + (i == axis ? lambda * (g[0][0] + g[1][1] + g[2][2]) : 0);
}

Vector moved(const Vector& x, std::size_t axis, double by) {
  Vector y = x;
  y[axis] += by;
  return y;
}

TEST(RayleighWave, SpeedIsBelowThatOfShearWaves) {
  EXPECT_LT(wave().speed(), rock.vs);
  EXPECT_GT(wave().speed(), 0.9 * rock.vs);
  EXPECT_NEAR(std::abs(wave().velocity({0, 0, 30}, M_PI / 2 / (wave().speed() * 0.02))[2]), 2.5, 1e-9);
}

TEST(RayleighWave, HasNoTractionsAtTheSurface) {
  const auto g = wave().gradient({12, -7, 30}, 0.3);
  const double size = std::abs(stress(g, 0, 0));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(std::abs(stress(g, i, 2)), 1e-6 * size) << i;
}

TEST(RayleighWave, KeepsMomentum) {
  const Vector x{40, 15, -25};
  const double t = 0.21;
  for (std::size_t i = 0; i < 3; ++i) {
    double force = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      force += (stress(wave().gradient(moved(x, axis, h), t), i, axis) -
                stress(wave().gradient(moved(x, axis, -h), t), i, axis)) /
               (2 * h);
    const double rate = rock.rho * (wave().velocity(x, t + dt)[i] - wave().velocity(x, t - dt)[i]) / (2 * dt);
    EXPECT_NEAR(force, rate, 1e-5 * rock.rho * 2.5 * 0.02 * rock.vs) << i;
  }
}

TEST(RayleighWave, DerivativesAreThoseOfTheDisplacement) {
  const Vector x{40, 15, -25};
  const double t = 0.21;
  const auto g = wave().gradient(x, t);
  const Vector v = wave().velocity(x, t);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(
          g[i][axis],
          (wave().displacement(moved(x, axis, h), t)[i] - wave().displacement(moved(x, axis, -h), t)[i]) / (2 * h),
          1e-8);
    EXPECT_NEAR(v[i], (wave().displacement(x, t + dt)[i] - wave().displacement(x, t - dt)[i]) / (2 * dt), 1e-6);
  }
}

}  // namespace
}  // namespace unda::reference::rayleigh_wave_test

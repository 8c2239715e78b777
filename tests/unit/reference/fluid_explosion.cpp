// The explosion in a fluid against its differential equations, the other dimensions and its free surface.
// Derivatives are finite differences of the solution itself.
#include "reference/fluid_explosion.hpp"

#include <gtest/gtest.h>

#include "reference/integrate.hpp"
#include "unit/reference/pulses.hpp"

namespace unda::reference::fluid_explosion_test {
namespace {

using namespace testing;

const Medium water{1500, 0, 1000};
const double moment = 3e6;
const Vector offset{220, 90, -140};

class InDimension : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, InDimension, ::testing::Values(1, 2, 3));

TEST_P(InDimension, PressureSolvesTheWaveEquation) {
  const int dim = GetParam();
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  const auto p = [&](const Vector& x, double t) { return explosion_pressure(dim, water, moment, pulse, x, t); };
  for (double t : {0.33, 0.37, 0.41}) {
    const double tt = second_difference([&](double u) { return p(offset, u); }, t, 4e-4) / (water.vp * water.vp);
    double laplacian = 0;
    for (int axis = 0; axis < 3; ++axis)
      laplacian += second_difference([&](double d) { return p(moved(offset, axis, d), t); }, 0, 0.6);
    EXPECT_NEAR(tt, laplacian, 1e-5 * std::abs(tt)) << "t = " << t;
  }
}

TEST_P(InDimension, VelocityIsAcceleratedByThePressureGradient) {
  const int dim = GetParam();
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  for (double t : {0.33, 0.37, 0.41, 0.6}) {
    const Vector rate =
        first_difference([&](double u) { return explosion_velocity(dim, water, moment, pulse, offset, u); }, t, 4e-4);
    for (int axis = 0; axis < 3; ++axis) {
      const auto p = [&](double d) { return explosion_pressure(dim, water, moment, pulse, moved(offset, axis, d), t); };
      EXPECT_NEAR(water.rho * rate[axis], -first_difference(p, 0, 0.6), 1e-5 * water.rho * norm(rate) + 1e-9);
    }
  }
}

TEST_P(InDimension, DivergenceIsThatOfThePressureRate) {
  const int dim = GetParam();
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  const double t = 0.38, kappa = water.rho * water.vp * water.vp;
  double divergence = 0;
  for (int axis = 0; axis < 3; ++axis)
    divergence += first_difference(
        [&](double d) { return explosion_velocity(dim, water, moment, pulse, moved(offset, axis, d), t)[axis]; }, 0,
        0.6);
  const double rate =
      first_difference([&](double u) { return explosion_pressure(dim, water, moment, pulse, offset, u); }, t, 4e-4);
  EXPECT_NEAR(rate, -kappa * divergence, 1e-5 * std::abs(rate));
}

TEST_P(InDimension, DisplacementPulseGivesTheIntegralOfVelocity) {
  const int dim = GetParam();
  const Pulse pulse = gaussian_pulse(0.02, 0.2), integral = gaussian_pulse(0.02, 0.2, -1);
  const auto u = [&](double t) { return explosion_velocity(dim, water, moment, integral, offset, t); };
  const Vector v = explosion_velocity(dim, water, moment, pulse, offset, 0.39);
  const Vector difference = first_difference(u, 0.39, 4e-4);
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(v[axis], difference[axis], 1e-6 * norm(v));
}

TEST_P(InDimension, VolumeAddedAtTheSource) {
  // The volume that flows through a small surface around the source is M0/kappa times s.
  const int dim = GetParam();
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  const double r = 1e-3, t = 0.21;
  const double area = dim == 1 ? 2 : dim == 2 ? 2 * std::numbers::pi * r : 4 * std::numbers::pi * r * r;
  const double flow = area * explosion_velocity(dim, water, moment, pulse, {r, 0, 0}, t)[0];
  EXPECT_NEAR(flow, moment / (water.rho * water.vp * water.vp) * pulse.s(t), 1e-4 * flow);
}

TEST(FluidExplosion, LineOfPointsGivesTwoDimensions) {
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  for (double t : {0.36, 0.4, 0.7}) {
    const auto along = [&](auto&& f) {
      return 2 * integrate([&](double y) { return f(Vector{220, y, -140}); }, 0, 1500);
    };
    const double p = along([&](const Vector& x) { return explosion_pressure(3, water, moment, pulse, x, t); });
    const double vz = along([&](const Vector& x) { return explosion_velocity(3, water, moment, pulse, x, t)[2]; });
    const double p2 = explosion_pressure(2, water, moment, pulse, offset, t);
    const double vz2 = explosion_velocity(2, water, moment, pulse, offset, t)[2];
    EXPECT_NEAR(p, p2, 1e-9 * std::abs(p2));
    EXPECT_NEAR(vz, vz2, 1e-9 * std::abs(vz2));
  }
}

TEST(FluidExplosion, PlaneOfLinesGivesOneDimension) {
  const Pulse pulse = gaussian_pulse(0.02, 0.2);
  const double t = 0.36;
  const auto along = [&](auto&& f) { return 2 * integrate([&](double z) { return f(Vector{220, 0, z}); }, 0, 1500); };
  const double p1 = explosion_pressure(1, water, moment, pulse, {220, 0, 0}, t);
  const double v1 = explosion_velocity(1, water, moment, pulse, {220, 0, 0}, t)[0];
  EXPECT_NEAR(along([&](const Vector& x) { return explosion_pressure(2, water, moment, pulse, x, t); }), p1,
              1e-8 * std::abs(p1));
  EXPECT_NEAR(along([&](const Vector& x) { return explosion_velocity(2, water, moment, pulse, x, t)[0]; }), v1,
              1e-8 * std::abs(v1));
}

TEST(FluidExplosion, TwoDimensionalWakeByPlainQuadrature) {
  // int s'(u)/sqrt((t-u)^2 - r^2/c^2) du with w = sqrt(t - r/c - u), for a pulse without end.
  const Pulse pulse = brune_pulse(0.03);
  const double r = std::hypot(offset[0], offset[2]), travel = r / water.vp;
  for (double t : {0.2, 0.3, 2.0}) {
    const auto integrand = [&](double w) { return 2 * pulse.rate(t - travel - w * w) / std::sqrt(w * w + 2 * travel); };
    const double expected =
        moment / (2 * std::numbers::pi * water.vp * water.vp) * integrate(integrand, 0, std::sqrt(t - travel));
    EXPECT_NEAR(explosion_pressure(2, water, moment, pulse, offset, t), expected, 1e-9 * std::abs(expected));
  }
  EXPECT_EQ(explosion_pressure(2, water, moment, pulse, offset, 0.99 * travel), 0);
}

TEST(FluidExplosion, SurfaceIsFreeOfPressure) {
  const Pulse pulse = ricker_pulse(10, 0.15);
  const Vector source{10, 20, -150};
  for (int dim : {2, 3}) {
    const double p = explosion_pressure_below_surface(dim, water, moment, pulse, source, {150, 60, -2}, -2, 0.3);
    EXPECT_NEAR(p, 0, 1e-12);
    const Vector v = explosion_velocity_below_surface(dim, water, moment, pulse, source, {150, 60, -2}, -2, 0.3);
    EXPECT_NEAR(v[0], 0, 1e-18);
    EXPECT_NE(v[2], 0);
  }
}

TEST(FluidExplosion, ReceiverOnTheSourceIsRefused) {
  EXPECT_ANY_THROW(explosion_pressure(3, water, 1, ricker_pulse(10, 0.1), {0, 0, 0}, 0.1));
}

}  // namespace
}  // namespace unda::reference::fluid_explosion_test

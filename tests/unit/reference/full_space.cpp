// The elastic full space against its differential equation, couples of forces, the static limit and the
// Derivatives are finite differences of the solution itself.
// explosion.
#include "reference/full_space.hpp"

#include <gtest/gtest.h>

#include "reference/fluid_explosion.hpp"
#include "unit/reference/pulses.hpp"

namespace unda::reference::full_space_test {
namespace {

using namespace testing;

const Medium rock{4000, 2309, 2600};
const Moment general{1.1e12, -0.4e12, 0.7e12, 0.9e12, -1.3e12, 0.2e12};
const Vector push{1e8, -2e8, 3e8};
const Vector offset{300, -200, 250};

/// Times from before P to after S at the offset.
const double times[] = {0.3, 0.34, 0.38, 0.42, 0.46};
const double sigma = 0.03, delay = 0.25;

/// rho v_tt and (lambda + 2 mu) grad div v - mu curl curl v, of a velocity field.
template <class Field>
void expect_navier(const Field& v, double t) {
  const double h = 1.0, m = rock.rho * rock.vp * rock.vp, mu = rock.rho * rock.vs * rock.vs;
  const Vector tt = second_difference([&](double u) { return v(offset, u); }, t, 5e-4);
  Vector force{0, 0, 0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      force = force + mu / 3 * second_difference([&](double d) { return v(moved(offset, j, d), t); }, 0, h);
      const auto slope = [&](double d) {
        return first_difference([&](double e) { return v(moved(moved(offset, i, d), j, e), t)[j]; }, 0, h);
      };
      force[i] += (m - mu) * first_difference(slope, 0, h);
    }
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(rock.rho * tt[i], force[i], 2e-5 * rock.rho * norm(tt)) << "t = " << t;
}

TEST(FullSpace, SolvesNaviersEquation) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  for (double t : times) {
    expect_navier([&](const Vector& x, double u) { return moment_velocity(rock, general, pulse, x, u); }, t);
    expect_navier([&](const Vector& x, double u) { return force_velocity(rock, push, pulse, x, u); }, t);
  }
}

TEST(FullSpace, MomentIsACoupleOfForces) {
  // v_n = -M_jk d_k [velocity of a unit force along j with the time function S].
  const Pulse pulse = gaussian_pulse(sigma, delay), integral = gaussian_pulse(sigma, delay, -1);
  const double full[3][3] = {
      {general[0], general[3], general[4]}, {general[3], general[1], general[5]}, {general[4], general[5], general[2]}};
  for (double t : times) {
    Vector sum{0, 0, 0};
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        const auto v = [&](double d) {
          return force_velocity(rock, moved({0, 0, 0}, j, 1), integral, moved(offset, k, d), t);
        };
        sum = sum - full[j][k] * first_difference(v, 0, 0.5);
      }
    const Vector v = moment_velocity(rock, general, pulse, offset, t);
    EXPECT_LT(norm(v - sum), 1e-7 * norm(v)) << "t = " << t;
  }
}

TEST(FullSpace, ForceIsReciprocal) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vector a = force_velocity(rock, moved({0, 0, 0}, i, 1), pulse, offset, 0.38);
      const Vector b = force_velocity(rock, moved({0, 0, 0}, j, 1), pulse, -1.0 * offset, 0.38);
      EXPECT_DOUBLE_EQ(a[j], b[i]);
    }
}

TEST(FullSpace, LateDisplacementIsKelvins) {
  // u = 1/(16 pi mu (1 - nu) r) [(3 - 4 nu) F + g (gF)].
  const double mu = rock.rho * rock.vs * rock.vs, a2 = std::pow(rock.vs / rock.vp, 2);
  const double nu = (1 - 2 * a2) / (2 - 2 * a2), r = norm(offset);
  const Vector g = (1 / r) * offset;
  const Vector kelvin = (1 / (16 * std::numbers::pi * mu * (1 - nu) * r)) * ((3 - 4 * nu) * push + dot(g, push) * g);
  // The pulse whose value is the integral of S, so that force_velocity gives the displacement of the step S.
  const Pulse step = gaussian_pulse(sigma, delay, -1);
  const Pulse ramp{[](double t) { return t; }, step.value, step.start, step.end};
  EXPECT_LT(norm(force_velocity(rock, push, ramp, offset, 2) - kelvin), 1e-9 * norm(kelvin));
}

TEST(FullSpace, ExplosionIsThatOfAFluidWithVp) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  for (double t : times) {
    const Vector v = moment_velocity(rock, {2e12, 2e12, 2e12, 0, 0, 0}, pulse, offset, t);
    const Vector fluid = explosion_velocity(3, rock, 2e12, pulse, offset, t);
    EXPECT_LT(norm(v - fluid), 1e-9 * norm(explosion_velocity(3, rock, 2e12, pulse, offset, 0.34)));
    const double p = moment_pressure(rock, {2e12, 2e12, 2e12, 0, 0, 0}, pulse, offset, t);
    const double expected = explosion_pressure_factor(rock) * explosion_pressure(3, rock, 2e12, pulse, offset, t);
    EXPECT_NEAR(p, expected, 1e-12 * std::abs(expected));
  }
}

TEST(FullSpace, PressureRateIsTheDivergenceOfVelocity) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  const double bulk = rock.rho * rock.vp * rock.vp * explosion_pressure_factor(rock);
  const auto check = [&](auto&& velocity, auto&& pressure, double t) {
    double divergence = 0;
    for (int k = 0; k < 3; ++k)
      divergence += first_difference([&](double d) { return velocity(moved(offset, k, d), t)[k]; }, 0, 0.5);
    const double rate = first_difference([&](double u) { return pressure(offset, u); }, t, 2e-4);
    EXPECT_NEAR(rate, -bulk * divergence, 1e-5 * std::abs(rate)) << "t = " << t;
  };
  for (double t : {0.33, 0.36, 0.39}) {
    check([&](const Vector& x, double u) { return moment_velocity(rock, general, pulse, x, u); },
          [&](const Vector& x, double u) { return moment_pressure(rock, general, pulse, x, u); }, t);
    check([&](const Vector& x, double u) { return force_velocity(rock, push, pulse, x, u); },
          [&](const Vector& x, double u) { return force_pressure(rock, push, pulse, x, u); }, t);
  }
}

TEST(FullSpace, FarFieldOfADoubleCouple) {
  // P along the lobe (1, 0, 1): M/(4 pi rho vp^3 r) s'(t - r/vp); S along x moves along z: M/(4 pi rho vs^3
  // r) s'.
  const Pulse pulse = ricker_pulse(50, 0.05);
  const double r = 1e6, m = 1e15;
  const double p_time = r / rock.vp + 0.055, s_time = r / rock.vs + 0.055;
  const Vector p =
      moment_velocity(rock, {0, 0, 0, 0, m, 0}, pulse, {r / std::sqrt(2.0), 0, r / std::sqrt(2.0)}, p_time);
  const double p_far = m / (4 * std::numbers::pi * rock.rho * std::pow(rock.vp, 3) * r) * pulse.s_rate(0.055);
  EXPECT_NEAR(p[0] * std::sqrt(2.0), p_far, 1e-3 * std::abs(p_far));
  EXPECT_NEAR(p[2], p[0], 1e-9 * std::abs(p[0]));
  const Vector s = moment_velocity(rock, {0, 0, 0, 0, m, 0}, pulse, {r, 0, 0}, s_time);
  const double s_far = m / (4 * std::numbers::pi * rock.rho * std::pow(rock.vs, 3) * r) * pulse.s_rate(0.055);
  EXPECT_NEAR(s[2], s_far, 1e-3 * std::abs(s_far));
  EXPECT_NEAR(s[0], 0, 1e-9 * std::abs(s_far));
}

}  // namespace
}  // namespace unda::reference::full_space_test

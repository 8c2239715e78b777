// Point sources in anisotropic full spaces against the isotropic closed form, silence before the first arrival, the equation of
// motion and turned frames.
#include "reference/anisotropic_full_space.hpp"

#include <gtest/gtest.h>

#include "unit/reference/pulses.hpp"

namespace unda::reference::anisotropic_full_space_test {
namespace {

using namespace testing;
using physics::Moduli;

const Medium rock{4000, 2309, 2600};
const Moment general{1.1e12, -0.4e12, 0.7e12, 0.9e12, -1.3e12, 0.2e12};
const Vector push{1e8, -2e8, 3e8};
const double sigma = 0.03, delay = 0.25, highest = 20;

Moduli shale() {
  return physics::with_axis_along(physics::moduli_of({3000, 1500, 2300, 0.2, -0.1, 0.15}), physics::axis_of(35, 50));
}

Moduli isotropic_rock() {
  const double mu = rock.rho * rock.vs * rock.vs;
  return physics::isotropic_moduli(rock.rho * rock.vp * rock.vp - 2 * mu, mu);
}

TEST(AnisotropicFullSpace, IsTheIsotropicOneWithIsotropicModuli) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  for (const Vector& offset : {Vector{300, -200, 250}, Vector{0, 0, 700}, Vector{900, 1100, -400}}) {
    const AnisotropicFullSpace space(isotropic_rock(), rock.rho, offset, highest);
    double force_size = 0, force_error = 0, moment_size = 0, moment_error = 0;
    for (double t = 0.1; t < 1.4; t += 0.02) {
      const Vector f = force_velocity(rock, push, pulse, offset, t),
                   m = moment_velocity(rock, general, pulse, offset, t);
      force_size = std::max(force_size, norm(f));
      moment_size = std::max(moment_size, norm(m));
      force_error = std::max(force_error, norm(space.force_velocity(push, pulse, t) - f));
      moment_error = std::max(moment_error, norm(space.moment_velocity(general, pulse, t) - m));
    }
    EXPECT_LT(force_error, 1e-6 * force_size) << offset[0];
    EXPECT_LT(moment_error, 1e-6 * moment_size) << offset[0];
  }
}

/// Before the first wave both parts of the solution cancel: a measure of the quadrature, and of the static part.
TEST(AnisotropicFullSpace, NothingComesBeforeTheFirstWave) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  const Vector offset{600, 500, -700};
  const AnisotropicFullSpace space(shale(), 2300, offset, highest);
  double size = 0, before = 0;
  const double first = norm(offset) / physics::speed_range(shale(), 2300, 3).p_max;
  for (double t = 0.05; t < 1.6; t += 0.01) {
    const double v = norm(space.moment_velocity(general, pulse, t));
    size = std::max(size, v);
    if (t < first + delay - 5.5 * sigma) before = std::max(before, v);
  }
  EXPECT_LT(before, 1e-6 * size);
  EXPECT_GT(first, 0.25);
}

/// rho v_tt = C_ijkl d_j d_l v_k away from the source.
TEST(AnisotropicFullSpace, SolvesTheEquationOfMotion) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  const Vector offset{300, -200, 250};
  const Moduli c = shale();
  auto v = [&](const Vector& x, double t) {
    return AnisotropicFullSpace(c, 2300, x, highest).force_velocity(push, pulse, t);
  };
  for (const double t : {0.42, 0.5}) {
    const Vector tt = second_difference([&](double u) { return v(offset, u); }, t, 2e-3);
    Vector force{0, 0, 0};
    const double h = 4;
    for (int j = 0; j < 3; ++j)
      for (int l = 0; l < 3; ++l) {
        auto slope = [&](double d) {
          return first_difference([&](double e) { return v(moved(moved(offset, j, d), l, e), t); }, 0, h);
        };
        const Vector second = j == l  ? second_difference([&](double d) { return v(moved(offset, j, d), t); }, 0, h)
                              : j < l ? first_difference(slope, 0, h)
                                      : Vector{0, 0, 0};
        if (j > l) continue;
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) {
            force[i] += c(physics::voigt<3>(i, j), physics::voigt<3>(k, l)) * second[k];
            if (j != l) force[i] += c(physics::voigt<3>(i, l), physics::voigt<3>(k, j)) * second[k];
          }
      }
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(2300 * tt[i], force[i], 2e-4 * 2300 * norm(tt)) << "t = " << t;
  }
}

/// A quarter turn about z of medium, source and receiver turns the answer.
TEST(AnisotropicFullSpace, TurnsWithItsFrame) {
  const Pulse pulse = gaussian_pulse(sigma, delay);
  const std::array<Vector, 3> turn{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  auto turned = [](const Vector& x) { return Vector{-x[1], x[0], x[2]}; };
  const Vector offset{300, -200, 250};
  const AnisotropicFullSpace here(shale(), 2300, offset, highest),
      there(physics::rotated(shale(), turn), 2300, turned(offset), highest);
  for (const double t : {0.4, 0.5}) {
    const Vector a = turned(here.force_velocity(push, pulse, t)), b = there.force_velocity(turned(push), pulse, t);
    EXPECT_LT(norm(a - b), 1e-6 * norm(a));
  }
}

}  // namespace
}  // namespace unda::reference::anisotropic_full_space_test

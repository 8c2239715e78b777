// Quality factors of 21 moduli: the part of them that S waves have, isotropic media in other words, waves along axes of symmetry and in
// all directions, and the attenuation of P in transverse isotropy.
#include "physics/anisotropic_quality.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "physics/material.hpp"

namespace unda::physics::anisotropic_quality_test {
namespace {

const Thomsen shale{3000, 1500, 2300, 0.2, 0.1, 0.15};
const Symmetric<3, double> some{{2.0, 1.5, 1.1, 0.3, -0.2, 0.4}};
constexpr double p = 0.02, s = 0.05;  // 1/qp and 1/qs

Symmetric<3, double> upright(const Thomsen& t) { return shear_moduli_of(t, {0, 0, 1}); }

TEST(AnisotropicQuality, OfIsotropicMediaTheyAreLambdaAndMu) {
  const double lambda = 6e9, mu = 5e9, of_p = p * (lambda + 2 * mu), of_s = s * mu;
  const Moduli expected = isotropic_moduli(of_p - 2 * of_s, of_s);
  const Moduli found = with_factors(isotropic_moduli(lambda, mu), isotropic_shear_moduli(mu), p, s);
  for (int n = 0; n < Moduli::size; ++n) EXPECT_NEAR(found.of[n], expected.of[n], 1e-3) << n;
}

/// Gamma(A) = N t N^T with N v = n x v: no wave that moves along n feels it.
TEST(AnisotropicQuality, TheShearPartOfAPlaneWave) {
  const Vector n{0.48, -0.6, 0.64};
  const double across[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  const auto gamma = christoffel_matrix(shear_part(some), n);
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k) {
      double expected = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) expected += across[i][a] * some(std::min(a, b), std::max(a, b)) * across[k][b];
      EXPECT_NEAR(gamma(i, k), expected, 1e-12) << i << k;
    }
}

/// What turns with the medium are moduli and t alike.
TEST(AnisotropicQuality, AxesTurn) {
  const Vector axis = axis_of(35, 50);
  const Moduli before = with_axis_along(shear_part(upright(shale)), axis),
               after = shear_part(shear_moduli_of(shale, axis));
  for (int n = 0; n < Moduli::size; ++n) EXPECT_NEAR(before.of[n], after.of[n], 1e-3 * std::abs(before.of[n]) + 1) << n;
}

TEST(AnisotropicQuality, OneFactorAfterTheOther) {
  const Moduli c = moduli_of(shale);
  Symmetric<3, double> t = upright(shale);
  const Moduli first = with_factors(c, t, 0.9, 0.7), together = with_factors(c, t, 0.9 * 1.1, 0.7 * 1.3);
  for (double& x : t.of) x *= 0.7;
  const Moduli second = with_factors(first, t, 1.1, 1.3);
  for (int n = 0; n < Moduli::size; ++n) EXPECT_NEAR(second.of[n], together.of[n], 1e-9 * c(0, 0)) << n;
}

/// 1/Q of a plane wave: what its stiffness loses.
double loss(const Moduli& c, const Moduli& lost, const Vector& n, int wave) {
  const PlaneWaves waves = plane_waves(c, shale.rho, n);
  const Vector& u = waves.polarization[static_cast<std::size_t>(wave)];
  const auto gamma = christoffel_matrix(lost, n);
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) sum += u[i] * gamma(std::min(i, k), std::max(i, k)) * u[k];
  const double v = waves.speed[static_cast<std::size_t>(wave)];
  return sum / (shale.rho * v * v);
}

TEST(AnisotropicQuality, AlongAxesAsAskedFor) {
  const Vector axis = axis_of(35, 50);
  const Moduli c = with_axis_along(moduli_of(shale), axis), lost = with_factors(c, shear_moduli_of(shale, axis), p, s);
  const Vector beside{-std::sin(50 * std::acos(-1) / 180), std::cos(50 * std::acos(-1) / 180), 0};
  for (const Vector& n : {axis, beside}) {
    EXPECT_NEAR(loss(c, lost, n, 0), p, 1e-9);
    for (const int wave : {1, 2}) EXPECT_NEAR(loss(c, lost, n, wave), s, 1e-9);
  }
}

/// Zhu and Tsvankin (2006): with epsilon_Q = 0 the attenuation of P over the angle from the axis is 1 + delta_Q sin^2 cos^2 + ..., and
/// delta_Q = (qp/qs - 1) c55 (c33 - c13 - 2 c55)^2/(c33 (c33 - c55)^2).
TEST(AnisotropicQuality, AttenuationOfPIsNearlyEven) {
  const Moduli c = moduli_of(shale), lost = with_factors(c, upright(shale), p, s);
  const double c13 = c(0, 2), c33 = c(2, 2), c55 = c(4, 4),
               delta = (s / p - 1) * c55 * std::pow((c33 - c13 - 2 * c55) / (c33 - c55), 2) / c33;
  EXPECT_LT(delta, 0.02);
  const double angle = 0.02, near = loss(c, lost, {std::sin(angle), 0, std::cos(angle)}, 0) / p - 1;
  EXPECT_NEAR(near / (angle * angle), delta, 0.03 * delta);
  for (double at = 0; at < 1.58; at += 0.05)
    EXPECT_NEAR(loss(c, lost, {std::sin(at), 0, std::cos(at)}, 0), p, 0.03 * p) << at;
}

TEST(AnisotropicQuality, WavesDecay) {
  EXPECT_TRUE(waves_decay(moduli_of(shale), upright(shale), {50, 20}, 3));
  EXPECT_TRUE(waves_decay(moduli_of(shale), upright(shale), {20, 20}, 2));
  const Thomsen convex{3000, 1500, 2300,
                       0.05, 0.3,  0};  // delta > epsilon: SV waves between the axes grow where S alone is elastic
  EXPECT_TRUE(waves_decay(moduli_of(convex), upright(convex), {20, 20}, 2));
  EXPECT_FALSE(waves_decay(moduli_of(convex), upright(convex), {20, 0}, 2));
}

TEST(AnisotropicQuality, InThePlane) {
  const Strain<2, double> plane{{{1e-4, -3e-5, 2e-5}}};
  const double t[1] = {some(1, 1)};
  const auto in = shear_stress(t, plane);
  const auto all = shear_stress(some.of, in_space(plane));
  EXPECT_NEAR(in(0, 0), all(0, 0), 1e-18);
  EXPECT_NEAR(in(1, 1), all(2, 2), 1e-18);
  EXPECT_NEAR(in(0, 1), all(0, 2), 1e-18);
}

}  // namespace
}  // namespace unda::physics::anisotropic_quality_test

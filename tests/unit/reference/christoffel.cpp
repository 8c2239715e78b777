// Plane waves in anisotropic solids: isotropic and VTI closed forms, invariants and the equation itself.
// The second route to the stiffness goes through strain and stress in Voigt's notation.
#include "reference/christoffel.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::reference::christoffel_test {
namespace {

TEST(Christoffel, IsotropicSpeedsInEveryDirection) {
  const double rho = 2500, lambda = 1e10, mu = 9e9;
  const auto c = isotropic_moduli(lambda, mu);
  for (const Vector& n : {Vector{1, 0, 0}, Vector{0, 2, 0}, Vector{1, -2, 3}}) {
    const PlaneWaves waves = plane_waves(c, rho, n);
    EXPECT_NEAR(waves.speed[0], std::sqrt((lambda + 2 * mu) / rho), 1e-9);
    EXPECT_NEAR(waves.speed[1], std::sqrt(mu / rho), 1e-9);
    EXPECT_NEAR(waves.speed[2], std::sqrt(mu / rho), 1e-9);
    EXPECT_NEAR(std::abs(dot(waves.polarization[0], n)), norm(n), 1e-12 * norm(n));
  }
}

TEST(Christoffel, VtiClosedForm) {
  const double rho = 2300, c11 = 3.4e10, c33 = 2.2e10, c44 = 5.4e9, c66 = 1.06e10, c13 = 1.07e10;
  const auto c = vti_moduli(c11, c33, c44, c66, c13);
  for (double th = 0; th < 1.6; th += 0.1) {
    const double s2 = std::pow(std::sin(th), 2), k2 = std::pow(std::cos(th), 2);
    const double a = c11 * s2 + c33 * k2 + c44;
    const double b = std::pow((c11 - c44) * s2 - (c33 - c44) * k2, 2) + 4 * std::pow(c13 + c44, 2) * s2 * k2;
    const double qp = std::sqrt((a + std::sqrt(b)) / 2 / rho), qsv = std::sqrt((a - std::sqrt(b)) / 2 / rho);
    const double sh = std::sqrt((c66 * s2 + c44 * k2) / rho);
    const PlaneWaves waves =
        plane_waves(c, rho, {std::sin(th) * std::cos(0.7), std::sin(th) * std::sin(0.7), std::cos(th)});
    EXPECT_NEAR(waves.speed[0], qp, 1e-8);
    EXPECT_NEAR(waves.speed[1], std::max(qsv, sh), 1e-8);
    EXPECT_NEAR(waves.speed[2], std::min(qsv, sh), 1e-8);
  }
}

/// sigma_ij for the strain (n u + u n)/2, written out in Voigt's notation as a second route to C_ijkl n_j n_l
/// u_k.
Vector stiffness_times(const std::array<double, 21>& c, const Vector& n, const Vector& u) {
  double full[6][6];
  for (int a = 0, k = 0; a < 6; ++a)
    for (int b = a; b < 6; ++b) full[a][b] = full[b][a] = c[k++];
  const double strain[6] = {n[0] * u[0],
                            n[1] * u[1],
                            n[2] * u[2],
                            n[1] * u[2] + n[2] * u[1],
                            n[0] * u[2] + n[2] * u[0],
                            n[0] * u[1] + n[1] * u[0]};
  double s[6] = {};
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) s[a] += full[a][b] * strain[b];
  return {s[0] * n[0] + s[5] * n[1] + s[4] * n[2], s[5] * n[0] + s[1] * n[1] + s[3] * n[2],
          s[4] * n[0] + s[3] * n[1] + s[2] * n[2]};
}

TEST(Christoffel, TriclinicWavesSatisfyTheEquation) {
  const std::array<double, 21> c{30, 11,  9,    1, -2, 0.5, 27,   8, -1,  0.7, 1.2,
                                 25, 0.3, -0.8, 2, 8,  0.4, -0.6, 9, 0.9, 10};
  const double rho = 2.4;
  const Vector n = (1 / std::sqrt(14.0)) * Vector{1, -2, 3};
  const PlaneWaves waves = plane_waves(c, rho, n);
  for (int k = 0; k < 3; ++k) {
    const Vector& u = waves.polarization[k];
    EXPECT_LT(norm(stiffness_times(c, n, u) - (rho * waves.speed[k] * waves.speed[k]) * u), 1e-13 * 30);
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(dot(u, waves.polarization[j]), j == k, 1e-14);
  }
  EXPECT_GT(waves.speed[0], waves.speed[1]);
  EXPECT_GT(waves.speed[1], waves.speed[2]);
}

TEST(Christoffel, RefusesWhatIsNoSolid) {
  EXPECT_THROW(plane_waves(std::array<double, 6>{}, 1, {1, 0, 0}), InputError);
  EXPECT_THROW(plane_waves(isotropic_moduli(1, -1e-3), 1, {1, 0, 0}), InputError);
  EXPECT_EQ(plane_waves(isotropic_moduli(4, 0), 1, {1, 0, 0}).speed[0], 2);
}

}  // namespace
}  // namespace unda::reference::christoffel_test

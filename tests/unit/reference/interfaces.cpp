// Reflection coefficients and guided waves: known figures, limits, conservation of energy.
// Coefficients are solved for from the boundary conditions as a second route.
#include <cmath>

#include <gtest/gtest.h>

#include "reference/interface_waves.hpp"
#include "reference/reflection.hpp"

namespace unda::reference::interfaces_test {
namespace {

TEST(FluidSolidReflection, KnownFigure) {
  const auto r = fluid_solid_reflection({1, 0, 1}, {3, 2, 1}, 0.2);
  EXPECT_NEAR(r.real(), 0.480555914321674, 1e-14);
  EXPECT_EQ(r.imag(), 0);
}

TEST(FluidSolidReflection, FromTheBoundaryConditions) {
  // Unknown pressure reflection and potentials of P and S in the solid: normal velocity and normal stress
  // continuous, shear stress zero. Per slowness, P: motion (sin, cos), S: motion (cos, -sin); e.g. traction
  // of P: rho vp (1 - 2 vs^2 q^2).
  const double c = 1.5, rf = 1.0, vp = 2.6, vs = 1.2, rs = 2.1, th = 0.3, q = std::sin(th) / c;
  const double cf = std::cos(th), sp = q * vp, cp = std::sqrt(1 - sp * sp), ss = q * vs, cs = std::sqrt(1 - ss * ss);
  // Shear stress zero: a rho vs^2 2 sp cp/vp + b rho vs (2 cs^2 - 1) = 0 gives b from a.
  const double b_over_a = -(vs * vs * 2 * sp * cp / vp) / (vs * (2 * cs * cs - 1));
  const double pressure = rs * vp * (1 - 2 * vs * vs * q * q) - b_over_a * rs * vs * 2 * ss * cs;
  const double normal_velocity = cp - b_over_a * ss;
  const double impedance = pressure / normal_velocity, z = rf * c / cf;
  EXPECT_NEAR(fluid_solid_reflection({c, 0, rf}, {vp, vs, rs}, th).real(), (impedance - z) / (impedance + z), 1e-13);
}

TEST(FluidSolidReflection, IsTotalBeyondBothCriticalAngles) {
  const Medium fluid{1, 0, 1}, solid{3, 2, 1};
  EXPECT_NEAR(std::abs(fluid_solid_reflection(fluid, solid, std::asin(0.5) + 0.1)), 1, 1e-14);
  EXPECT_LT(std::abs(fluid_solid_reflection(fluid, solid, std::asin(1.0 / 3) + 0.05)), 0.999);
}

TEST(FluidSolidReflection, NormalIncidenceIsThatOfImpedances) {
  const Medium fluid{1500, 0, 1000}, solid{4000, 2000, 2500};
  EXPECT_NEAR(fluid_solid_reflection(fluid, solid, 0).real(), normal_incidence(fluid, solid).stress_reflected, 1e-15);
}

TEST(NormalIncidence, IsContinuousAndConservesEnergy) {
  const Medium first{2000, 0, 1000}, second{4000, 2000, 2500};
  const NormalIncidence n = normal_incidence(first, second);
  EXPECT_NEAR(1 + n.velocity_reflected, n.velocity_transmitted, 1e-15);
  EXPECT_NEAR(1 + n.stress_reflected, n.stress_transmitted, 1e-15);
  const double z1 = 2e6, z2 = 1e7;
  EXPECT_NEAR(z1 * std::pow(n.velocity_reflected, 2) + z2 * std::pow(n.velocity_transmitted, 2), z1, 1e-8);
}

TEST(ScholteWave, KnownFigure) {
  EXPECT_NEAR(scholte_slowness({1, 0, 1}, {std::sqrt(3.0), 1, 1}), 1.406466352506808, 1e-14);
}

TEST(ScholteWave, LightFluidGivesRayleighWhereItIsSlower) {
  // A fluid faster than the Rayleigh wave and almost without mass leaves it as it is.
  const Medium solid{4000, 2000, 2500};
  EXPECT_NEAR(scholte_slowness({3000, 0, 1e-9}, solid) / rayleigh_slowness(solid), 1, 1e-10);
}

TEST(ScholteWave, IsSlowerThanEveryBodyWave) {
  for (double c : {500.0, 1500.0, 2500.0}) {
    const double p = scholte_slowness({c, 0, 1000}, {3000, 1400, 2200});
    EXPECT_GT(p, 1 / c);
    EXPECT_GT(p, 1 / 1400.0);
  }
}

TEST(RayleighWave, PoissonSolid) {
  // c/vs = sqrt(2 - 2/sqrt 3).
  EXPECT_NEAR(1 / rayleigh_slowness({std::sqrt(3.0), 1, 1}), std::sqrt(2 - 2 / std::sqrt(3.0)), 1e-14);
}

}  // namespace
}  // namespace unda::reference::interfaces_test

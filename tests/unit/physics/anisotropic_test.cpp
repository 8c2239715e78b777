// The law of 21 moduli: isotropic moduli in other words, plane waves, rotations, Thomsen's parameters, energies, impedances.
#include "physics/anisotropic.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "physics/material.hpp"

namespace unda::physics::anisotropic_test {
namespace {

const Isotropic<double> rock{15.6e9, 10.4e9};

/// All 21 are there and none is like another.
Moduli triclinic() {
  Moduli c = isotropic_moduli(6e9, 5e9);
  double part = 0.1e9;
  for (double& m : c.of) m += part += 0.07e9;
  return c;
}

Moduli shale() { return moduli_of({3000, 1500, 2300, 0.2, -0.1, 0.15}); }

template <int Dim>
void expect_isotropic(const Anisotropic<Dim, double>& c) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1e-4, 1e-4);
  Strain<Dim, double> e{};
  for (double& x : e.of) x = number(random);
  const auto expected = stress(rock, e), found = stress(c, e);
  for (int n = 0; n < expected.size; ++n) EXPECT_NEAR(found.of[n], expected.of[n], 1e-6) << n;
}

TEST(Anisotropic, IsotropicModuliAreTheIsotropicLaw) {
  const Moduli c = isotropic_moduli(rock.lambda, rock.mu);
  expect_isotropic<3>(c);
  expect_isotropic<2>(in_plane(c));
}

/// Motion in the plane of x and z in space is that of the six moduli.
TEST(Anisotropic, ThePlaneIsPartOfSpace) {
  const Moduli c = triclinic();
  const Strain<2, double> plane{{{1e-4, -3e-5, 2e-5}}};
  const auto in = stress(in_plane(c), plane);
  const auto all = stress(c, in_space(plane));
  EXPECT_NEAR(in(0, 0), all(0, 0), 1e-9 * std::abs(all(0, 0)));
  EXPECT_NEAR(in(1, 1), all(2, 2), 1e-9 * std::abs(all(0, 0)));
  EXPECT_NEAR(in(0, 1), all(0, 2), 1e-9 * std::abs(all(0, 0)));
}

TEST(Anisotropic, PacksAndNumbersGetTheSameBits) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> number(-1, 1);
  Anisotropic<3, Pack<float>> c{};
  Strain<3, Pack<float>> e{};
  for (int lane = 0; lane < pack_size<float>; ++lane) {
    for (auto& m : c.of) m[lane] = number(random);
    for (auto& x : e.of) x[lane] = number(random);
  }
  const auto together = stress(c, e);
  for (int lane = 0; lane < pack_size<float>; ++lane) {
    Anisotropic<3, float> own{};
    Strain<3, float> strain{};
    for (int n = 0; n < 21; ++n) own.of[n] = c.of[n][lane];
    for (int n = 0; n < 6; ++n) strain.of[n] = e.of[n][lane];
    const auto alone = stress(own, strain);
    for (int n = 0; n < 6; ++n) EXPECT_EQ(alone.of[n], together.of[n][lane]) << n;
  }
}

/// rho dv/dt = div sigma: the traction across a plane wave of velocity p is -rho c p.
TEST(Anisotropic, PlaneWavesKeepMomentum) {
  const Moduli c = triclinic();
  const double rho = 2000;
  const Vector n{0.48, -0.6, 0.64};
  const PlaneWaves waves = plane_waves(c, rho, n);
  const auto z = impedance_matrix(c, rho, n);
  for (int w = 0; w < 3; ++w) {
    const Vector& p = waves.polarization[w];
    auto s = stress(c, strain_along<3>(n.data(), p.data()));
    for (int a = 0; a < 3; ++a) {
      const double of_stress = -traction(s, n.data(), a) / waves.speed[w], expected = -rho * waves.speed[w] * p[a];
      EXPECT_NEAR(of_stress, expected, 1e-9 * rho * waves.speed[0]) << w << a;
      double of_matrix = 0;
      for (int b = 0; b < 3; ++b) of_matrix -= z(std::min(a, b), std::max(a, b)) * p[b];
      EXPECT_NEAR(of_matrix, expected, 1e-9 * rho * waves.speed[0]) << w << a;
    }
  }
}

/// Waves of a medium that is turned are those of the medium in the direction turned back.
TEST(Anisotropic, RotationsTurnTheWaves) {
  const Vector axis = axis_of(40, 65);
  const Moduli upright = shale(), tilted = with_axis_along(upright, axis);
  EXPECT_TRUE(positive_definite(tilted));
  EXPECT_FALSE(is_orthorhombic(tilted));
  EXPECT_FALSE(has_plane_of_symmetry(tilted));
  EXPECT_TRUE(is_orthorhombic(upright));
  EXPECT_TRUE(has_plane_of_symmetry(with_axis_along(upright, axis_of(40, 180))));
  EXPECT_FALSE(is_orthorhombic(with_axis_along(upright, axis_of(40, 180))));
  for (const Vector& n : {Vector{0.48, -0.6, 0.64}, Vector{0, 0.6, 0.8}, axis}) {
    const double along = dot(n, axis), across = std::sqrt(std::max(0.0, 1 - along * along));
    const PlaneWaves expected = plane_waves(upright, 2300, {across, 0, along}), found = plane_waves(tilted, 2300, n);
    for (int w = 0; w < 3; ++w) EXPECT_NEAR(found.speed[w], expected.speed[w], 1e-8 * expected.speed[0]);
  }
  // And back again.
  const std::array<Vector, 3> turn{{{0.6, 0, 0.8}, {0, 1, 0}, {-0.8, 0, 0.6}}},
      back{{{0.6, 0, -0.8}, {0, 1, 0}, {0.8, 0, 0.6}}};
  const Moduli same = rotated(rotated(triclinic(), turn), back);
  for (int n = 0; n < 21; ++n) EXPECT_NEAR(same.of[n], triclinic().of[n], 1e-3) << n;
}

/// Along the axis vp and vs; across it sqrt(1 + 2 epsilon) and sqrt(1 + 2 gamma) times as fast; delta is the curvature of P near it.
TEST(Anisotropic, ThomsensParameters) {
  const PlaneWaves along = plane_waves(shale(), 2300, {0, 0, 1}), across = plane_waves(shale(), 2300, {1, 0, 0});
  EXPECT_NEAR(along.speed[0], 3000, 1e-6);
  EXPECT_NEAR(along.speed[1], 1500, 1e-6);
  EXPECT_NEAR(across.speed[0], 3000 * std::sqrt(1.4), 1e-6);
  EXPECT_NEAR(across.speed[1], 1500 * std::sqrt(1.3), 1e-6);
  const double angle = 0.01;
  const double near = plane_waves(shale(), 2300, {std::sin(angle), 0, std::cos(angle)}).speed[0];
  EXPECT_NEAR((near / 3000 - 1) / (angle * angle), -0.1, 1e-3);
  const Moduli plain = moduli_of({3000, 1500, 2300, 0, 0, 0});
  const Moduli isotropic = isotropic_moduli(2300 * (9e6 - 2 * 2.25e6), 2300 * 2.25e6);
  for (int n = 0; n < 21; ++n) EXPECT_NEAR(plain.of[n], isotropic.of[n], 1e-4) << n;
}

TEST(Anisotropic, EnergyIsHalfTheWork) {
  const Strain<3, double> e{{{1e-4, 2e-5, -3e-5, 4e-5, -5e-5, 6e-5}}};
  const Moduli c = triclinic();
  const auto s = stress(c, e);
  double work = 0;
  for (int n = 0; n < 6; ++n) work += 0.5 * s.of[n] * e.of[n];
  EXPECT_NEAR(StrainEnergy(c).of(s), work, 1e-10 * work);
  const Moduli inverse = compliance(c);
  double by_compliance = 0;
  for (int p = 0; p < 6; ++p)
    for (int q = 0; q < 6; ++q)
      by_compliance += 0.5 * s.of[p] * inverse(voigt_of_place<3>(p), voigt_of_place<3>(q)) * s.of[q];
  EXPECT_NEAR(by_compliance, work, 1e-10 * work);
  const Symmetric<3, double> water{{-3e5, -3e5, -3e5, 0, 0, 0}};
  EXPECT_NEAR(StrainEnergy(isotropic_moduli(2.25e9, 0)).of(water), 0.5 * 9e10 / 2.25e9, 1e-9);
}

TEST(Anisotropic, SpeedsOverAllDirections) {
  const Thomsen medium{3000, 1500, 2300, 0.2, -0.1, 0.15};
  const SpeedRange by_angle = speed_range(medium, 3),
                   by_directions = speed_range(with_axis_along(moduli_of(medium), axis_of(20, 70)), 2300, 3);
  EXPECT_NEAR(by_angle.p_max, 3000 * std::sqrt(1.4), 1e-6);
  EXPECT_NEAR(by_angle.p_max, by_directions.p_max, 2e-3 * 3000);
  EXPECT_NEAR(by_angle.p_min, by_directions.p_min, 2e-3 * 3000);
  EXPECT_NEAR(by_angle.s_min, by_directions.s_min, 2e-3 * 1500);
  EXPECT_NEAR(by_angle.s_max, by_directions.s_max, 2e-3 * 1500);
  const Moduli c = isotropic_moduli(rock.lambda, rock.mu);
  const SpeedRange same = speed_range(c, 2600, 2);
  EXPECT_NEAR(same.p_min, same.p_max, 1e-6);
  EXPECT_NEAR(same.s_max, 2000, 1e-6);
  EXPECT_EQ(backward_ratios(c, 2600, 3), (std::array<double, 3>{}));
}

TEST(Anisotropic, WhatIsNotPositiveDefinite) {
  EXPECT_TRUE(positive_definite(shale()));
  Moduli c = shale();
  c(0, 2) = 1.1 * std::sqrt(c(0, 0) * c(2, 2));
  EXPECT_FALSE(positive_definite(c));
  EXPECT_TRUE(std::isnan(moduli_of({3000, 1500, 2300, 0.1, -0.5, 0})(0, 2)));
}

}  // namespace
}  // namespace unda::physics::anisotropic_test

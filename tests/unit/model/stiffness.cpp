// Effective stiffness of boxes that interfaces cut.
#include "model/stiffness.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace unda::model::stiffness_test {
namespace {

const Properties soft{4000, 2000, 2600}, hard{6000, 3464, 2700}, water{1500, 0, 1000};

TEST(IsotropicLaminate, IsTheLaminateOfIsotropicMedia) {
  const std::vector<Properties> media{{3000, 1700, 2300}, {1500, 600, 1900}, {5200, 3000, 2800}};
  for (int axis = 0; axis < 3; ++axis) {
    Laminate general(axis);
    IsotropicLaminate quick;
    for (const Properties& p : media) {
      general.add(isotropic(p), 1);
      quick.add(p);
    }
    const Stiffness a = general.stiffness(), b = quick.stiffness(axis);
    for (std::size_t n = 0; n < 6; ++n) EXPECT_NEAR(b.normals[n], a.normals[n], 1e-12 * a.normals[0]) << axis << n;
    for (std::size_t n = 0; n < 3; ++n) EXPECT_NEAR(b.shear[n], a.shear[n], 1e-12 * a.normals[0]) << axis << n;
  }
  IsotropicLaminate with_water;
  with_water.add({1500, 0, 1000});
  with_water.add({3000, 1700, 2300});
  EXPECT_EQ(with_water.stiffness(2).shear[0], 0);
  EXPECT_GT(with_water.stiffness(2).shear[2], 0);
}

TEST(Stiffness, OneMediumStaysWhatItIs) {
  for (int axis = 0; axis < 3; ++axis) {
    Laminate layers(axis);
    layers.add(isotropic(soft), 0.3);
    layers.add(isotropic(soft), 0.7);
    const Stiffness c = layers.stiffness(), expected = isotropic(soft);
    for (int n = 0; n < 6; ++n) EXPECT_NEAR(c.normals[n], expected.normals[n], 1e-9 * expected.normals[0]);
    for (int n = 0; n < 3; ++n) EXPECT_NEAR(c.shear[n], expected.shear[n], 1e-9 * expected.normals[0]);
  }
}

/// The definition itself: equal tractions across the layers and equal strains along them.
TEST(Stiffness, TwoLayersCarryOneTractionAndShareTheStrainAlongThem) {
  constexpr int axis = 2;
  const double share = 0.4, strain_x = 2e-3, strain_y = -1e-3, strain_z = 5e-4;
  const Stiffness parts[2] = {isotropic(soft), isotropic(hard)};
  Laminate layers(axis);
  layers.add(parts[0], share);
  layers.add(parts[1], 1 - share);
  const Stiffness c = layers.stiffness();
  const double traction = c.normal(0, 2) * strain_x + c.normal(1, 2) * strain_y + c.normal(2, 2) * strain_z;
  double mean_strain = 0, mean_stress_x = 0, mean_stress_y = 0;
  for (int n = 0; n < 2; ++n) {
    const Stiffness& p = parts[n];
    const double weight = n == 0 ? share : 1 - share;
    const double own = (traction - p.normal(0, 2) * strain_x - p.normal(1, 2) * strain_y) / p.normal(2, 2);
    mean_strain += weight * own;
    mean_stress_x += weight * (p.normal(0, 0) * strain_x + p.normal(0, 1) * strain_y + p.normal(0, 2) * own);
    mean_stress_y += weight * (p.normal(0, 1) * strain_x + p.normal(1, 1) * strain_y + p.normal(1, 2) * own);
  }
  EXPECT_NEAR(mean_strain, strain_z, 1e-12);
  EXPECT_NEAR(c.normal(0, 0) * strain_x + c.normal(0, 1) * strain_y + c.normal(0, 2) * strain_z, mean_stress_x,
              1e-9 * std::abs(mean_stress_x));
  EXPECT_NEAR(c.normal(0, 1) * strain_x + c.normal(1, 1) * strain_y + c.normal(1, 2) * strain_z, mean_stress_y,
              1e-9 * std::abs(mean_stress_y));
}

TEST(Stiffness, ShearAlongLayersAddsUpAndAcrossThemYields) {
  Laminate layers(2);
  layers.add(isotropic(soft), 1);
  layers.add(isotropic(hard), 1);
  const Stiffness c = layers.stiffness();
  const double a = shear_modulus(soft), b = shear_modulus(hard);
  EXPECT_NEAR(c.shear[2], (a + b) / 2, 1e-6 * a);          // xy
  EXPECT_NEAR(c.shear[0], 2 / (1 / a + 1 / b), 1e-6 * a);  // yz
  EXPECT_NEAR(c.shear[1], 2 / (1 / a + 1 / b), 1e-6 * a);  // xz
}

TEST(Stiffness, AFluidBesideASolidSlips) {
  Laminate layers(2);
  layers.add(isotropic(water), 1);
  layers.add(isotropic(soft), 1);
  const Stiffness c = layers.stiffness();
  EXPECT_EQ(c.shear[0], 0);
  EXPECT_EQ(c.shear[1], 0);
  EXPECT_GT(c.shear[2], 0);
  EXPECT_NEAR(c.normal(2, 2), 2 / (1 / p_wave_modulus(water) + 1 / p_wave_modulus(soft)), 1e-6 * c.normal(2, 2));
}

}  // namespace
}  // namespace unda::model::stiffness_test

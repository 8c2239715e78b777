// Hooke's law against textbook states: a rod that is pulled, plane waves, work and energy; the same bits for numbers and packs.
#include "physics/isotropic.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "physics/fluid.hpp"

namespace unda::physics::isotropic_test {
namespace {

const Material rock{2600, {15.6e9, 10.4e9}}, water{1000, {2.25e9, 0}};

/// Young's modulus E and Poisson's ratio nu: a rod that is pulled by e gets thinner by nu e, and its sides are free.
TEST(Isotropic, ARodThatIsPulled) {
  constexpr double young = 70e9, poisson = 0.3, e = 1e-4;
  const Isotropic<double> m{young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
  const Symmetric<3, double> s = stress(m, Strain<3, double>{{{e, -poisson * e, -poisson * e, 0, 0, 0}}});
  EXPECT_NEAR(s(0, 0), young * e, 1e-12 * young * e);
  for (int n = 1; n < 6; ++n) EXPECT_NEAR(s.of[n], 0, 1e-12 * young * e) << n;
  EXPECT_NEAR(bulk_modulus(m), young / (3 * (1 - 2 * poisson)), 1e-3);
}

/// In plane strain the stress across the plane counts as well.
TEST(Isotropic, PressureIsTheMeanStressInBothDimensions) {
  const Strain<2, double> plane{{{1e-4, -3e-5, 2e-5}}};
  const Strain<3, double> space{{{1e-4, 0, -3e-5, 0, 2e-5, 0}}};
  const Symmetric<2, double> in_plane = stress(rock.moduli, plane);
  const Symmetric<3, double> in_space = stress(rock.moduli, space);
  const double mean = -(in_space(0, 0) + in_space(1, 1) + in_space(2, 2)) / 3;
  EXPECT_NEAR(pressure(rock.moduli, plane), mean, 1e-9 * std::abs(mean));
  EXPECT_NEAR(pressure(rock.moduli, space), mean, 1e-9 * std::abs(mean));
  EXPECT_DOUBLE_EQ(in_plane(0, 0), in_space(0, 0));
  EXPECT_DOUBLE_EQ(in_plane(1, 1), in_space(2, 2));
  EXPECT_DOUBLE_EQ(in_plane(0, 1), in_space(0, 2));
}

/// rho dv/dt = div sigma: the traction across a plane wave is -rho c v.
template <int Dim>
void expect_plane_wave(const Material& m, const double* n, const double* d, double c) {
  const Symmetric<Dim, double> s = plane_wave_stress<Dim>(m.moduli, n, d, c);
  for (int a = 0; a < Dim; ++a) EXPECT_NEAR(traction(s, n, a), -m.rho * c * d[a], 1e-12 * m.rho * c) << a;
}

TEST(Isotropic, PlaneWavesKeepMomentum) {
  const double n[3]{0.48, -0.6, 0.64}, across[3]{0.8, 0, -0.6};
  const double in_plane[2]{0.6, 0.8}, sideways[2]{-0.8, 0.6};
  expect_plane_wave<3>(rock, n, n, rock.vp());
  expect_plane_wave<3>(rock, n, across, rock.vs());
  expect_plane_wave<3>(water, n, n, water.vp());
  expect_plane_wave<2>(rock, in_plane, in_plane, rock.vp());
  expect_plane_wave<2>(rock, in_plane, sideways, rock.vs());
}

TEST(Isotropic, EnergyIsHalfTheWork) {
  const Strain<3, double> e{{{1e-4, 2e-5, -3e-5, 4e-5, -5e-5, 6e-5}}};
  const Symmetric<3, double> s = stress(rock.moduli, e);
  double work = 0;
  for (int n = 0; n < 6; ++n) work += 0.5 * s.of[n] * e.of[n];  // shear strains are doubled already
  EXPECT_NEAR(strain_energy(rock.moduli, s), work, 1e-12 * work);
  const Symmetric<3, double> p = stress(water.moduli, e);
  EXPECT_NEAR(strain_energy(water.moduli, p), 0.5 * 2.25e9 * std::pow(9e-5, 2), 1e-9);
}

template <int Dim, class Real>
void expect_same_bits() {
  std::mt19937 random(3);
  std::uniform_real_distribution<Real> number(-1, 1);
  Pack<Real> gradient[Dim][Dim];
  Isotropic<Pack<Real>> m{};
  for (int lane = 0; lane < pack_size<Real>; ++lane) {
    m.lambda[lane] = number(random);
    m.mu[lane] = number(random);
    for (auto& row : gradient)
      for (Pack<Real>& g : row) g[lane] = number(random);
  }
  const Symmetric<Dim, Pack<Real>> together = stress(m, strain_of_gradient(gradient));
  for (int lane = 0; lane < pack_size<Real>; ++lane) {
    Real alone[Dim][Dim];
    for (int a = 0; a < Dim; ++a)
      for (int b = 0; b < Dim; ++b) alone[a][b] = gradient[a][b][lane];
    const Symmetric<Dim, Real> s = stress(Isotropic<Real>{m.lambda[lane], m.mu[lane]}, strain_of_gradient(alone));
    for (int n = 0; n < s.size; ++n) EXPECT_EQ(s.of[n], together.of[n][lane]) << n;
  }
}

TEST(Isotropic, PacksAndNumbersGetTheSameBits) {
  expect_same_bits<2, float>();
  expect_same_bits<3, float>();
  expect_same_bits<2, double>();
  expect_same_bits<3, double>();
}

TEST(Material, SpeedsAndImpedances) {
  EXPECT_NEAR(rock.vp(), std::sqrt(36.4e9 / 2600), 1e-9);
  EXPECT_DOUBLE_EQ(rock.vs(), 2000);
  EXPECT_DOUBLE_EQ(rock.slowest(), 2000);
  EXPECT_DOUBLE_EQ(water.slowest(), 1500);
  EXPECT_TRUE(water.is_fluid());
  EXPECT_FALSE(rock.is_fluid());
  EXPECT_DOUBLE_EQ(rock.impedance().s, 5.2e6);
  EXPECT_DOUBLE_EQ(water.impedance().p, 1.5e6);
  EXPECT_EQ(water.impedance().s, 0);
  EXPECT_DOUBLE_EQ(potential_impedance(water), 1 / 1.5e6);
}

}  // namespace
}  // namespace unda::physics::isotropic_test

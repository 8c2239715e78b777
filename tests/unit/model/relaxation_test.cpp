// Quality factors of a model as relaxation mechanisms.
#include "model/relaxation.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "model/properties.hpp"
#include "model/uniform.hpp"

namespace unda::model::relaxation_test {
namespace {

using std::numbers::pi;

scenario::ModelSpec spec(int mechanisms) {
  scenario::ModelSpec s;
  s.reference_frequency = 2.5;
  s.attenuation = {mechanisms, scenario::Interval{0.5, 5}};
  return s;
}

/// The table between its entries, from the lowest Q to the highest. The law itself is not causal by terms of 1/Q ln(f/f0): its
/// dispersion asks for another Q.
TEST(RelaxationLaw, StandsForTheLawAtEveryQuality) {
  const RelaxationLaw law(spec(3));
  for (double q = 5; q < 2e4; q *= 1.07) {
    const numerics::RelaxationMisfit misfit = law.misfit(q);
    EXPECT_LT(misfit.loss_largest, 0.01 + 0.1 / q) << q;
    EXPECT_LT(misfit.velocity_largest * q, 0.007 + 0.05 / q) << q;
  }
}

TEST(RelaxationLaw, LeavesMediaWithoutAttenuationAlone) {
  const RelaxationLaw law(spec(4));
  const Properties p{1500, 0, 1000}, u = law.unrelaxed(p);
  EXPECT_EQ(u.vp, p.vp);
  EXPECT_EQ(law.moduli_of(material(u), 2).lambda, 0);
}

/// Unrelaxed moduli less what mechanisms have relaxed at a frequency give the complex velocities of the law, for P and S.
TEST(RelaxationLaw, SplitsPAndSWaves) {
  const RelaxationLaw law(spec(3));
  const Properties p{4000, 2000, 2600, 120, 40};
  const auto model = unrelaxed_model({}, *make_uniform_model(p), law);
  const physics::Material m = material(model->at({0, 0, 0}));
  EXPECT_GT(m.vp(), p.vp);
  EXPECT_EQ(m.quality.s, 40);
  for (const double f : {0.5, 1.0, 2.5, 5.0}) {
    std::complex<double> p_modulus = physics::p_modulus(m.moduli), mu = m.moduli.mu;
    for (int l = 0; l < law.n_mechanisms(); ++l) {
      const double rate = law.rates()[static_cast<std::size_t>(l)];
      const std::complex<double> relaxed = rate / std::complex<double>(rate, 2 * pi * f);
      p_modulus -= relaxed * physics::p_modulus(law.moduli_of(m, l));
      mu -= relaxed * law.moduli_of(m, l).mu;
    }
    EXPECT_NEAR(p_modulus.real() / p_modulus.imag(), 120, 1.2) << f;
    EXPECT_NEAR(mu.real() / mu.imag(), 40, 0.4) << f;
    const Properties at = law.at_frequency(p, f);
    EXPECT_NEAR(1 / (1.0 / std::sqrt(p_modulus / p.rho)).real(), at.vp, 1e-4 * at.vp) << f;
    EXPECT_NEAR(1 / (1.0 / std::sqrt(mu / p.rho)).real(), at.vs, 2e-4 * at.vs) << f;
    EXPECT_NEAR(at.vs, 2000 * (1 + std::log(f / 2.5) / (pi * 40)), 1e-9) << f;
  }
  const Properties once = law.with_one_relaxed(model->at({0, 0, 0}), 1);
  EXPECT_NEAR(m.moduli.mu - shear_modulus(once), law.moduli_of(m, 1).mu, 1e-9 * m.moduli.mu);
}

TEST(RelaxationLaw, KnowsWhereABulkModulusGains) {
  EXPECT_FALSE(bulk_modulus_gains({4000, 2000, 2600, 120, 40}));  // no loss in bulk, as LOH.3
  EXPECT_FALSE(bulk_modulus_gains({4000, 2000, 2600, 50, 40}));
  EXPECT_TRUE(bulk_modulus_gains({4000, 2000, 2600, 200, 40}));
  EXPECT_FALSE(bulk_modulus_gains({4000, 2000, 2600, 200, 0}));
}

}  // namespace
}  // namespace unda::model::relaxation_test

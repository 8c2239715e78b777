// PREM: what is known of the earth without its table, and what elements see of it.
#include "model/radial.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "model/prem.hpp"
#include "model/properties.hpp"
#include "model/relaxation.hpp"
#include "scenario/chunk.hpp"

namespace unda::model::radial_test {
namespace {

using scenario::earth_radius;
using std::numbers::pi;

scenario::Scenario earth(double depth, bool anisotropic = false, bool attenuates = false) {
  scenario::Scenario s;
  s.domain.kind = scenario::DomainKind::chunk;
  s.domain.chunk = scenario::Chunk{{0, 0}, {60, 60}, 0, depth};
  s.model.kind = scenario::ModelKind::radial;
  s.model.radial.anisotropic = anisotropic;
  s.model.radial.attenuates = attenuates;
  return s;
}

Vector under(double depth) { return {0, 0, -depth}; }

/// sum over shells of int f(r, properties) dr, by Simpson's rule, from a depth down to another.
double integral(const Model& model, double from, double to, const std::function<double(double, const Properties&)>& f) {
  const std::vector<double> radii = model.shell_radii();
  double sum = 0;
  for (std::size_t n = 0; n + 1 < radii.size(); ++n) {
    const double high = std::min(radii[n], earth_radius - from), low = std::max(radii[n + 1], earth_radius - to);
    if (high <= low) continue;
    constexpr int parts = 200;
    const Vector inside = under(earth_radius - 0.5 * (high + low));
    for (int k = 0; k <= parts; ++k) {
      const double r = std::lerp(low, high, static_cast<double>(k) / parts);
      const double weight = (k == 0 || k == parts ? 1 : k % 2 == 1 ? 4 : 2) * (high - low) / (3 * parts);
      sum += weight * f(r, model.at_side(under(earth_radius - r), inside));
    }
  }
  return sum;
}

/// G M = 3.986004e14 m^3/s^2 of satellites and G = 6.6743e-11: 5.9722e24 kg; the moment of inertia about the axis is 0.3307 M R^2, and
/// PREM's own are 5.974e24 kg and 0.3308. Crust in place of the ocean is 2.4e21 kg more.
TEST(Prem, HasTheMassAndInertiaOfTheEarth) {
  const auto model = make_radial_model(earth(earth_radius));
  const double mass =
      integral(*model, 0, earth_radius, [](double r, const Properties& p) { return 4 * pi * r * r * p.rho; });
  const double inertia = integral(*model, 0, earth_radius,
                                  [](double r, const Properties& p) { return 8 * pi / 3 * r * r * r * r * p.rho; });
  EXPECT_NEAR(mass, 5.974e24 + 2.4e21, 0.001e24);
  EXPECT_NEAR(inertia / (mass * earth_radius * earth_radius), 0.3308, 0.0002);
}

/// Along the vertical from the surface and back, by TauP of ObsPy 1.4 for its own table of PREM: PcP 510.35 s, ScS 935.66 s, PKiKP 992.04 s.
TEST(Prem, EchoesOfTheCoreTakeAsLongAsInTables) {
  const auto model = make_radial_model(earth(5400e3));
  const auto there_and_back = [&](double depth, double Properties::*speed) {
    return integral(*model, 0, depth, [speed](double, const Properties& p) { return 2 / (p.*speed); });
  };
  EXPECT_NEAR(there_and_back(2891e3, &Properties::vp), 510.35, 0.05);
  EXPECT_NEAR(there_and_back(2891e3, &Properties::vs), 935.66, 0.1);
  EXPECT_NEAR(there_and_back(5149.5e3, &Properties::vp), 992.04, 0.1);
}

/// 1/Qp = 4/3 (vs/vp)^2 / Qmu + (1 - 4/3 (vs/vp)^2) / Qkappa; Dziewonski and Anderson's table II has Qp = 195 at 80 to 220 km and 359 to
/// 372 from 220 to 670 km.
TEST(Prem, QualityFactors) {
  const auto model = make_radial_model(earth(3000e3, false, true));
  EXPECT_NEAR(model->at(under(150e3)).qp, 195, 2);
  EXPECT_EQ(model->at(under(150e3)).qs, 80);
  EXPECT_NEAR(model->at(under(500e3)).qp, 365, 8);
  EXPECT_NEAR(model->at(under(2950e3)).qp, 57823, 1);
  EXPECT_EQ(model->at(under(2950e3)).qs, 0);
  EXPECT_EQ(make_radial_model(earth(3000e3))->at(under(150e3)).qp, 0);
}

TEST(Prem, SidesOfInterfacesAndTheOuterCore) {
  const auto model = make_radial_model(earth(3000e3));
  EXPECT_EQ(model->at(under(15e3)).vs, 3900) << "a point on an interface belongs to what is below";
  EXPECT_EQ(model->at_side(under(15e3), under(10e3)).vs, 3200);
  EXPECT_EQ(model->at_side(under(15.02e3), under(10e3)).vs, 3200) << "where an element bends less than the interface";
  EXPECT_EQ(model->at(under(2950e3)).vs, 0);
  EXPECT_TRUE(model->extremes().any_fluid && model->extremes().any_solid);
  EXPECT_FALSE(make_radial_model(earth(2891e3))->extremes().any_fluid);
  EXPECT_EQ(make_radial_model(earth(700e3))->shell_radii().back(), earth_radius - 700e3);
  EXPECT_NEAR(model->extremes().slowest, 3200, 1e-9);
}

/// Along the vertical of any place waves are as fast as the table says there, by the moduli of the frame.
TEST(Prem, AnisotropyTurnsWithTheVertical) {
  const auto model = make_radial_model(earth(700e3, true));
  for (const Vector& up :
       {Vector{0, 0, 1}, Vector{0.3, -0.2, std::sqrt(1 - 0.13)}, Vector{-0.45, 0.1, std::sqrt(1 - 0.2125)}}) {
    const double r = earth_radius - 150e3, x = r / earth_radius;
    const Vector at = r * up - Vector{0, 0, earth_radius};
    const physics::Material m = material(*model, at);
    ASSERT_TRUE(m.anisotropy);
    const physics::PlaneWaves vertical = physics::plane_waves(m.anisotropy->moduli, m.rho, up);
    EXPECT_NEAR(vertical.speed[0], 1e3 * (0.8317 + 7.2180 * x), 1e-6);
    EXPECT_NEAR(vertical.speed[1], 1e3 * (5.8582 - 1.4678 * x), 1e-6);
    EXPECT_NEAR(std::abs(dot(vertical.polarization[0], up)), 1, 1e-9);
    const Vector flat{up[2], 0, -up[0]};
    const physics::PlaneWaves horizontal = physics::plane_waves(m.anisotropy->moduli, m.rho, (1 / norm(flat)) * flat);
    EXPECT_NEAR(horizontal.speed[0], 1e3 * (3.5908 + 4.6172 * x), 1e-6);
    EXPECT_NEAR(horizontal.speed[1], 1e3 * (-1.0839 + 5.7176 * x), 1e-6) << "SH";
    EXPECT_NEAR(horizontal.speed[2], 1e3 * (5.8582 - 1.4678 * x), 1e-6) << "SV";
    // F = eta (A - 2 L) is the off-diagonal modulus of the vertical and a horizontal.
    const double vph = 1e3 * (3.5908 + 4.6172 * x), vsv = 1e3 * (5.8582 - 1.4678 * x), eta = 3.3687 - 2.4778 * x;
    if (up[2] == 1) {
      EXPECT_NEAR(m.anisotropy->moduli(0, 2), eta * m.rho * (vph * vph - 2 * vsv * vsv), 1e3);
    }
  }
  EXPECT_EQ(model->anisotropy(under(10e3)), nullptr);
  EXPECT_EQ(model->anisotropy(under(300e3)), nullptr);
  EXPECT_TRUE(model->extremes().any_anisotropic);
}

/// Along the vertical waves have the quality factors of the shell, whatever the place: moduli at other frequencies are such.
TEST(Prem, AnisotropicShellsAttenuate) {
  scenario::Scenario s = earth(700e3, true, true);
  s.model.attenuation.band = {0.01, 0.1};
  const auto given = make_radial_model(s);
  const RelaxationLaw law(s.model);
  const auto unrelaxed = unrelaxed_model(s, *given, law);
  EXPECT_EQ(given->extremes().qs_min, 80);
  for (const Vector& up : {Vector{0, 0, 1}, Vector{0.3, -0.2, std::sqrt(1 - 0.13)}}) {
    const Vector at = (earth_radius - 150e3) * up - Vector{0, 0, earth_radius};
    const physics::Material before = material(*given, at), after = material(*unrelaxed, at);
    ASSERT_TRUE(before.anisotropy && after.anisotropy);
    EXPECT_NEAR(after.quality.p, 195, 2);
    EXPECT_EQ(after.quality.s, 80);
    const auto slow = physics::plane_waves(before.anisotropy->moduli, before.rho, up),
               fast = physics::plane_waves(after.anisotropy->moduli, after.rho, up);
    EXPECT_NEAR(std::pow(fast.speed[0] / slow.speed[0], 2), law.of(after.quality.p).unrelaxed, 1e-9);
    EXPECT_NEAR(std::pow(fast.speed[1] / slow.speed[1], 2), law.of(80).unrelaxed, 1e-9);
    const physics::Anisotropy relaxing = *law.relaxing(after, 1).anisotropy;
    const auto parts = law.parts_of(after.quality, 1);
    const auto lost = physics::christoffel_matrix(relaxing.moduli, up),
               whole = physics::christoffel_matrix(after.anisotropy->moduli, up);
    const auto along = [&](const physics::Symmetric<3, double>& m, const Vector& n) {
      double sum = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) sum += n[a] * m(std::min(a, b), std::max(a, b)) * n[b];
      return sum;
    };
    const Vector flat = (1 / std::hypot(up[2], up[0])) * Vector{up[2], 0, -up[0]};
    EXPECT_NEAR(along(lost, up) / along(whole, up), parts.p, 1e-9);
    EXPECT_NEAR(along(lost, flat) / along(whole, flat), parts.s, 1e-9);
    EXPECT_NEAR(after.anisotropy->speeds.p_max / before.anisotropy->speeds.p_max, std::sqrt(law.of(195).unrelaxed),
                1e-3);
  }
}

}  // namespace
}  // namespace unda::model::radial_test

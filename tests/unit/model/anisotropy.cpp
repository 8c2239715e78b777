// Anisotropic models: Thomsen's parameters and moduli in every kind of model, files among them, and what is refused.
#include "model/stiffness.hpp"
#include "unit/model/support.hpp"

namespace unda::model::test::anisotropy_test {
namespace {

scenario::Material shale() {
  scenario::Material m;
  m.vp = 3000;
  m.vs = 1500;
  m.rho = 2300;
  m.epsilon = 0.2;
  m.delta = -0.1;
  m.gamma = 0.15;
  m.tilt = 30;
  m.azimuth = 20;
  return m;
}

physics::Moduli expected(double epsilon, double tilt, double azimuth) {
  return physics::with_axis_along(physics::moduli_of({3000, 1500, 2300, epsilon, -0.1, 0.15}),
                                  physics::axis_of(tilt, azimuth));
}

void expect_moduli(const Model& model, const Vector& x, const physics::Moduli& right) {
  const auto found = model.anisotropy(x);
  ASSERT_TRUE(found);
  for (int n = 0; n < 21; ++n) EXPECT_NEAR(found->moduli.of[n], right.of[n], 2e-6 * right.of[0]) << n;
}

TEST(AnisotropicModel, UniformAndLayers) {
  scenario::Scenario s = scenario_of(3, {{0, 100}, {0, 100}, {-100, 0}});
  s.model.uniform = shale();
  const auto uniform = make_model(s);
  expect_moduli(*uniform, {1, 2, -3}, expected(0.2, 30, 20));
  EXPECT_TRUE(uniform->extremes().any_anisotropic);
  EXPECT_NEAR(uniform->extremes().vp_max, 3000 * std::sqrt(1.4), 3);
  EXPECT_LT(uniform->extremes().slowest, 1500.1);
  s.model.kind = scenario::ModelKind::layers;
  scenario::Material soil;
  soil.vp = 1000;
  soil.vs = 400;
  soil.rho = 1800;
  s.model.layers = {{0, soil}, {-50, shale()}};
  const auto layers = make_model(s);
  EXPECT_FALSE(layers->anisotropy({0, 0, -20}));
  expect_moduli(*layers, {0, 0, -60}, expected(0.2, 30, 20));
  EXPECT_NEAR(layers->extremes().slowest, 400, 1e-9);
}

/// Nine moduli as cells of fd have them; a mean over two layers is Backus'.
TEST(AnisotropicModel, StiffnessOfCells) {
  scenario::Scenario s = scenario_of(3, {{0, 100}, {0, 100}, {-100, 0}});
  s.model.uniform = shale();
  s.model.uniform.tilt = 0;
  const Stiffness c = make_model(s)->stiffness({0, 0, -1}, {1, 1, 0});
  const physics::Moduli upright = expected(0.2, 0, 0);
  EXPECT_NEAR(c.normal(0, 0), upright(0, 0), 1);
  EXPECT_NEAR(c.normal(2, 2), upright(2, 2), 1);
  EXPECT_NEAR(c.normal(0, 1), upright(0, 1), 1);
  EXPECT_NEAR(c.normal(1, 2), upright(1, 2), 1);
  EXPECT_NEAR(c.shear[0], upright(3, 3), 1);
  EXPECT_NEAR(c.shear[2], upright(5, 5), 1);
}

class AnisotropicGrid : public ::testing::Test {
 protected:
  AnisotropicGrid() : s(scenario_of(3, {{0, 100}, {0, 100}, {-100, 0}})) {
    s.model.kind = scenario::ModelKind::grid;
    scenario::GridModel& grid = s.model.grid;
    grid.vp = number(3000);
    grid.vs = number(1500);
    grid.rho = number(2300);
    grid.delta = number(-0.1);
    grid.gamma = number(0.15);
    grid.origin = {0, 0, -100};
    grid.spacing = {100, 100, 100};
    grid.geometry_given = true;
    grid.axes = "zyx";
  }
  scenario::GridSource samples(const std::string& name, const std::vector<float>& values) {
    scenario::GridSource source;
    source.file = folder.write(name, npy_float("(2, 2, 2)", values));
    return source;
  }
  Folder folder;
  scenario::Scenario s;
};

/// epsilon from 0.1 at x = 0 to 0.3 at x = 100.
TEST_F(AnisotropicGrid, ParametersAreLinearBetweenSamples) {
  s.model.grid.epsilon = samples("epsilon.npy", {0.1F, 0.3F, 0.1F, 0.3F, 0.1F, 0.3F, 0.1F, 0.3F});
  s.model.grid.tilt = number(30);
  const auto model = make_model(s);
  expect_moduli(*model, {0, 40, -20}, expected(0.1, 30, 0));
  expect_moduli(*model, {50, 40, -20}, expected(0.2, 30, 0));
  EXPECT_TRUE(model->varies_along(0));
  EXPECT_FALSE(model->varies_along(2));
  EXPECT_NEAR(model->extremes().vp_max, 3000 * std::sqrt(1.6), 1);
}

/// Axes of 350 and 10 degrees have one of 0 between them, and an axis has no head: 170 is as good as 350.
TEST_F(AnisotropicGrid, AxesTurnTheShortWay) {
  s.model.grid.epsilon = number(0.2);
  s.model.grid.tilt = number(90);
  for (const float first : {350.0F, 170.0F}) {
    s.model.grid.azimuth = samples("azimuth.npy", {first, 10.0F, first, 10.0F, first, 10.0F, first, 10.0F});
    expect_moduli(*make_model(s), {50, 40, -20}, expected(0.2, 90, 0));
  }
}

TEST_F(AnisotropicGrid, NumbersAloneAreAUniformModel) {
  s.model.grid.epsilon = number(0.2);
  expect_moduli(*make_model(s), {50, 40, -20}, expected(0.2, 0, 0));
}

TEST_F(AnisotropicGrid, WrongSamplesAreNamed) {
  s.model.grid.epsilon = number(0.2);
  s.model.grid.delta = samples("delta.npy", {0, 0, 0, 0, 0, -0.9F, 0, 0});
  const std::string message = failure(s);
  EXPECT_NE(message.find("model.delta"), std::string::npos) << message;
  EXPECT_NE(message.find("delta.npy"), std::string::npos) << message;
  EXPECT_NE(message.find("leaves no c13"), std::string::npos) << message;
  s.model.grid.delta = number(0);
  s.model.grid.vs = samples("vs.npy", {1500, 1500, 1500, 0, 1500, 1500, 1500, 1500});
  const std::string fluid = failure(s);
  EXPECT_NE(fluid.find("a fluid is isotropic"), std::string::npos) << fluid;
}

TEST(AnisotropicModel, WhatIsNotPossibleIsRefused) {
  scenario::Scenario s = scenario_of(3, {{0, 100}, {0, 100}, {-100, 0}});
  auto message = [&](double epsilon, double delta, double gamma) {
    s.model.uniform = shale();
    s.model.uniform.epsilon = epsilon;
    s.model.uniform.delta = delta;
    s.model.uniform.gamma = gamma;
    return failure(s);
  };
  EXPECT_NE(message(-0.6, 0, 0).find("model.epsilon: -0.6"), std::string::npos);
  EXPECT_NE(message(0.1, -0.5, 0).find("model.delta: -0.5 leaves no c13"), std::string::npos);
  EXPECT_NE(message(0.1, 0, -0.5).find("model.gamma: -0.5"), std::string::npos);
  const std::string stiff = message(0.1, 2, 0);
  EXPECT_NE(stiff.find("model.delta"), std::string::npos) << stiff;
  EXPECT_NE(stiff.find("not positive definite"), std::string::npos) << stiff;
}

}  // namespace
}  // namespace unda::model::test::anisotropy_test

// Uniform and layered models: exact means, extremes, who owns an interface, and what is refused.
#include "model/layers.hpp"

#include "unit/model/support.hpp"

namespace unda::model::test::layers_test {
namespace {

scenario::Material material(double vp, double vs, double rho) {
  scenario::Material m;
  m.vp = vp;
  m.vs = vs;
  m.rho = rho;
  return m;
}

scenario::Scenario layered(std::vector<scenario::Layer> layers, scenario::Interval z = {-6000, 0}) {
  scenario::Scenario s = scenario_of(3, {{0, 1000}, {0, 1000}, z});
  s.model.kind = scenario::ModelKind::layers;
  s.model.layers = std::move(layers);
  return s;
}

const scenario::Layer soft{0, material(2000, 1000, 2000)};      // mu 2e9, kappa 16/3 e9, M 8e9
const scenario::Layer hard{-1000, material(4000, 2000, 2500)};  // mu 1e10, kappa 80/3 e9, M 4e10
const scenario::Layer deep{-3000, material(6000, 3000, 3000)};
const scenario::Layer water{0, material(1500, 0, 1000)};  // kappa = M = 2.25e9

CellMeans mean_z(const Model& model, double low, double high) { return model.mean({100, 100, low}, {150, 150, high}); }

TEST(UniformModel, IsTheSameEverywhere) {
  scenario::Scenario s = scenario_of(2, {{0, 1}, {-1, 0}});
  s.model.uniform = material(3000, 1500, 2200);
  const auto model = make_model(s);
  EXPECT_EQ(model->at({5, 0, 7}).vp, 3000);
  const CellMeans m = model->mean({0, 0, -1}, {1, 0, 0});
  EXPECT_DOUBLE_EQ(m.rho, 2200);
  EXPECT_DOUBLE_EQ(m.mu, 2200.0 * 1500 * 1500);
  EXPECT_DOUBLE_EQ(m.kappa, 2200.0 * (9e6 - 3e6));
  EXPECT_DOUBLE_EQ(m.p_modulus, 2200.0 * 9e6);
  const Extremes e = model->extremes();
  EXPECT_EQ(e.slowest, 1500);
  EXPECT_TRUE(e.any_solid);
  EXPECT_FALSE(e.any_fluid);
  for (int axis : {0, 1, 2}) EXPECT_FALSE(model->varies_along(axis));
}

TEST(UniformModel, RefusesWhatCannotBe) {
  scenario::Scenario s = scenario_of(2, {{0, 1}, {-1, 0}});
  s.model.uniform = material(3000, 2598.1, 2200);
  EXPECT_TRUE(contains(failure(s), "model.vs: vs = 2598.1 with vp = 3000"));
  s.model.uniform = material(3000, 2598.0, 2200);
  EXPECT_NO_THROW(make_model(s));
  s.model.uniform = material(0, 0, 2200);
  EXPECT_TRUE(contains(failure(s), "model.vp: 0 is not allowed"));
  s.model.uniform = material(1500, -1, 2200);
  EXPECT_TRUE(contains(failure(s), "model.vs: -1"));
  s.model.uniform = material(1500, 0, std::nan(""));
  EXPECT_TRUE(contains(failure(s), "model.rho: nan"));
}

TEST(LayeredModel, PointOnAnInterfaceBelongsToTheLayerBelow) {
  const auto model = make_model(layered({soft, hard, deep}));
  EXPECT_EQ(model->at({0, 0, 0}).vp, 2000);
  EXPECT_EQ(model->at({0, 0, -999.999}).vp, 2000);
  EXPECT_EQ(model->at({0, 0, -1000}).vp, 4000);
  EXPECT_EQ(model->at({0, 0, -3000}).vp, 6000);
  EXPECT_EQ(model->at({0, 0, 500}).vp, 2000);
  EXPECT_EQ(model->at({0, 0, -1e9}).vp, 6000);
  EXPECT_TRUE(model->varies_along(2));
  EXPECT_FALSE(model->varies_along(0));
}

TEST(LayeredModel, MeansCountEachLayerWithItsShare) {
  const auto model = make_model(layered({soft, hard, deep}));
  // A quarter soft, three quarters hard.
  const CellMeans m = mean_z(*model, -1030, -990);
  EXPECT_NEAR(m.rho, 0.25 * 2000 + 0.75 * 2500, 1e-9);
  EXPECT_NEAR(m.mu / (1 / (0.25 / 2e9 + 0.75 / 1e10)), 1, 1e-12);
  EXPECT_NEAR(m.kappa / (1 / (0.25 * 3 / 16e9 + 0.75 * 3 / 80e9)), 1, 1e-12);
  EXPECT_NEAR(m.p_modulus / (1 / (0.25 / 8e9 + 0.75 / 4e10)), 1, 1e-12);
  // All three: 500 m, 2000 m and 1500 m.
  EXPECT_NEAR(mean_z(*model, -4500, -500).rho, (500 * 2000 + 2000 * 2500 + 1500 * 3000) / 4000.0, 1e-9);
  // Beside an interface, not across it.
  EXPECT_EQ(mean_z(*model, -1000, -950).rho, 2000);
  EXPECT_EQ(mean_z(*model, -1050, -1000).rho, 2500);
  EXPECT_EQ(mean_z(*model, -1000, -1000).rho, 2500);
}

TEST(LayeredModel, AnyFluidPartTakesTheShearModulusAway) {
  const auto model = make_model(layered({water, hard}));
  const CellMeans m = mean_z(*model, -1010, -990);
  EXPECT_EQ(m.mu, 0);
  EXPECT_NEAR(m.kappa / (2 / (1 / 2.25e9 + 3 / 80e9)), 1, 1e-12);
  EXPECT_EQ(m.rho, 1750);
  // A share of the fluid that is only rounding does not count.
  EXPECT_DOUBLE_EQ(mean_z(*model, -1020, -1000 + 1e-11).mu, 1e10);
  EXPECT_GT(mean_z(*model, -1020, -1000 + 1e-11).mu, 0);
}

TEST(LayeredModel, BeyondTheDomainTheValueAtItsEdgeGoesOn) {
  const auto model = make_model(layered({soft, hard, deep}, {-2000, -500}));
  EXPECT_EQ(model->at({0, 0, -5000}).vp, 4000);
  EXPECT_EQ(mean_z(*model, -5000, -2000).rho, 2500);
  EXPECT_EQ(mean_z(*model, -500, 400).rho, 2000);
  const Extremes e = model->extremes();
  EXPECT_EQ(e.vp_max, 4000);
  EXPECT_EQ(e.slowest, 1000);
  EXPECT_EQ(e.rho_min, 2000);
  // A layer that ends at the top of the domain is not in it.
  EXPECT_EQ(make_model(layered({soft, hard, deep}, {-2000, -1000}))->extremes().vp_min, 4000);
}

TEST(LayeredModel, ExtremesOfFluidAndSolid) {
  const Extremes e = make_model(layered({water, hard}))->extremes();
  EXPECT_TRUE(e.any_fluid && e.any_solid);
  EXPECT_EQ(e.vs_min, 2000);
  EXPECT_EQ(e.vs_max, 2000);
  EXPECT_EQ(e.slowest, 1500);
  const Extremes fluid = make_model(layered({water}))->extremes();
  EXPECT_EQ(fluid.vs_min, 0);
  EXPECT_FALSE(fluid.any_solid);
}

TEST(LayeredModel, RefusesWhatCannotBe) {
  EXPECT_TRUE(contains(failure(layered({})), "model.layer: there is none"));
  EXPECT_TRUE(contains(failure(layered({hard, soft})), "is not below the top of the layer above"));
  EXPECT_TRUE(contains(failure(layered({soft}, {-100, 5})), "0 lies below the top of the domain, z = 5"));
  EXPECT_TRUE(contains(failure(layered({soft, {-10, material(1000, 0, -3)}})), "rho: -3"));
  scenario::Scenario line = scenario_of(1, {{0, 1000}});
  line.model.kind = scenario::ModelKind::layers;
  line.model.layers = {soft, hard};
  EXPECT_TRUE(contains(failure(line), "the domain has no z"));
}

TEST(Model, KindsThatNeedAMeshAreRefused) {
  scenario::Scenario s = scenario_of(3, {{0, 1}, {0, 1}, {0, 1}});
  s.model.kind = scenario::ModelKind::radial;
  EXPECT_TRUE(contains(failure(s), "allowed here: uniform, layers, grid"));
  s.model.kind = scenario::ModelKind::regions;
  EXPECT_TRUE(contains(failure(s), "model.kind: \"regions\""));
}

}  // namespace
}  // namespace unda::model::test::layers_test

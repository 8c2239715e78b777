// Layers whose tops are surfaces: who owns a point, shares of boxes, the medium on either side, and what is refused.
#include "model/curved_layers.hpp"

#include "model/relaxation.hpp"
#include "model/stiffness.hpp"
#include "unit/model/support.hpp"

namespace unda::model::test::curved_layers_test {
namespace {

/// Water over a floor from z = -300 at x = 0 to -100 at x = 1000, over rock that is level at -500.
scenario::Scenario sea(const Folder& folder) {
  scenario::Scenario s = scenario_of(2, {{0, 1000}, {-900, 0}});
  s.model.kind = scenario::ModelKind::layers;
  s.model.layers.resize(3);
  s.model.layers[0].material = {.vp = 1500, .vs = 0, .rho = 1000, .qp = 0, .qs = 0, .c = {}};
  s.model.layers[1].material = {.vp = 2000, .vs = 1000, .rho = 2000, .qp = 0, .qs = 0, .c = {}};
  s.model.layers[2].material = {.vp = 4000, .vs = 2000, .rho = 2500, .qp = 0, .qs = 0, .c = {}};
  scenario::Topography floor;
  floor.file = folder.write("floor.npy", npy_float("(2,)", {-300, -100}));
  floor.spacing = {1000, 0};
  s.model.layers[1].surface = floor;
  s.model.layers[2].top = -500;
  return s;
}

TEST(CurvedLayers, APointOnAnInterfaceBelongsToTheLayerBelow) {
  const Folder folder;
  const auto model = make_model(sea(folder));
  EXPECT_EQ(model->at({500, 0, -199}).vp, 1500);
  EXPECT_EQ(model->at({500, 0, -200}).vp, 2000);
  EXPECT_EQ(model->at({500, 0, -500}).vp, 4000);
  EXPECT_EQ(model->at({2000, 0, -99}).vp, 1500);  // outside the nearest point of the domain counts
  EXPECT_EQ(model->at({2000, 0, -101}).vp, 2000);
  EXPECT_TRUE(model->level_interfaces().empty());
  EXPECT_EQ(model->interfaces().size(), 2U);
  EXPECT_TRUE(model->varies_along(0) && model->varies_along(2));
  EXPECT_FALSE(model->varies_along(1));
}

TEST(CurvedLayers, MeansGoByShares) {
  const Folder folder;
  const auto model = make_model(sea(folder));
  // The floor goes through the middle of this box, and of each of its columns on average.
  EXPECT_NEAR(model->mean({450, 0, -250}, {550, 0, -150}).rho, 1500, 1);
  EXPECT_EQ(model->mean({450, 0, -250}, {550, 0, -150}).mu, 0);
  EXPECT_DOUBLE_EQ(model->mean({450, 0, -550}, {550, 0, -450}).rho, 2250);
  EXPECT_DOUBLE_EQ(model->mean({450, 0, -100}, {550, 0, -50}).rho, 1000);
}

TEST(CurvedLayers, EitherSideIsKnown) {
  const Folder folder;
  const auto model = make_model(sea(folder));
  EXPECT_EQ(model->of_side({500, 0, -150}, true).vp, 2000);
  EXPECT_EQ(model->of_side({500, 0, -600}, false).vp, 1500);
  EXPECT_EQ(model->of_side({500, 0, -600}, true).vp, 4000);
}

scenario::Material shale(double tilt) {
  scenario::Material m;
  m.vp = 2000;
  m.vs = 1000;
  m.rho = 2000;
  m.qp = 40;
  m.qs = 20;
  m.epsilon = 0.2;
  m.delta = -0.1;
  m.tilt = tilt;
  return m;
}

TEST(CurvedLayers, AreAnisotropic) {
  const Folder folder;
  scenario::Scenario s = sea(folder);
  s.model.layers[1].material = shale(30);
  s.model.attenuation.band = {1, 10};
  const auto model = make_model(s);
  const auto expected = anisotropy_of(shale(30), 2)->moduli;
  EXPECT_FALSE(model->anisotropy({500, 0, -199}));
  EXPECT_FALSE(model->anisotropy({500, 0, -501}));
  const auto found = model->anisotropy({500, 0, -201});
  ASSERT_TRUE(found);
  for (int n = 0; n < 21; ++n) EXPECT_DOUBLE_EQ(found->moduli.of[n], expected.of[n]) << n;
  const Extremes earth = model->extremes();
  EXPECT_TRUE(earth.any_anisotropic);
  EXPECT_DOUBLE_EQ(earth.slowest, anisotropy_of(shale(30), 2)->speeds.s_min);
  const auto interfaces = model->interfaces();
  EXPECT_TRUE(!interfaces[0].above.anisotropy && interfaces[0].below.anisotropy);
  EXPECT_TRUE(interfaces[1].above.anisotropy && !interfaces[1].below.anisotropy);
  // The moduli go with the speeds to those at other frequencies.
  const auto unrelaxed = unrelaxed_model(s, *model, RelaxationLaw(s.model));
  EXPECT_GT(unrelaxed->anisotropy({500, 0, -201})->moduli(2, 2), expected(2, 2));
}

/// Backus' means of cells that a surface cuts, as of level layers.
TEST(CurvedLayers, StiffnessOfAnisotropicCells) {
  const Folder folder;
  scenario::Scenario s = sea(folder);
  s.model.layers[1].material = shale(0);
  const auto curved = make_model(s);
  s.model.layers[1].surface.reset();
  s.model.layers[1].top = -200;
  const auto level = make_model(s);
  const Stiffness whole = curved->stiffness({450, 0, -400}, {550, 0, -300}),
                  same = stiffness_of(medium_of(shale(0), 2)), cut = curved->stiffness({450, 0, -550}, {550, 0, -450}),
                  as_level = level->stiffness({450, 0, -550}, {550, 0, -450});
  for (std::size_t n = 0; n < 6; ++n) {
    EXPECT_NEAR(whole.normals[n], same.normals[n], 1e-9 * same.normals[0]);
    EXPECT_NEAR(cut.normals[n], as_level.normals[n], 1e-9 * as_level.normals[0]);
  }
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_NEAR(whole.shear[n], same.shear[n], 1e-9 * same.normals[0]);
    EXPECT_NEAR(cut.shear[n], as_level.shear[n], 1e-9 * as_level.normals[0]);
  }
  EXPECT_NE(same.normals[0], same.normals[2]);
}

TEST(CurvedLayers, WrongModuliAreNamed) {
  const Folder folder;
  scenario::Scenario s = sea(folder);
  s.model.layers[1].material = shale(0);
  s.model.layers[1].material.delta = -0.6;
  const std::string message = failure(s);
  EXPECT_TRUE(contains(message, "model.layer.delta: -0.6 leaves no c13")) << message;
}

TEST(CurvedLayers, WhatCannotBeIsRefused) {
  const Folder folder;
  scenario::Scenario s = sea(folder);
  s.model.layers[2].top = -200;
  EXPECT_TRUE(contains(failure(s), "model.layer.top: at x = 0 layer 3 begins at z = -200, above layer 2 at z = -300"));
  s.model.layers[2].top = -300;  // they touch
  EXPECT_NO_THROW(make_model(s));
  s = sea(folder);
  s.domain.extent[2].low = -250;
  EXPECT_TRUE(contains(failure(s), "model.layer.top: reaches down to z = -300"));
  s = sea(folder);
  s.domain.extent[2].high = -150;
  EXPECT_TRUE(contains(failure(s), "above the top of the domain"));
  s = sea(folder);
  scenario::SourceSpec source;
  source.kind = scenario::SourceKind::moment_tensor;
  source.moment = {1, 0, -1, 0, 0, 0};
  source.position = {500, 0, -150};
  s.sources.push_back(source);
  EXPECT_TRUE(contains(failure(s), "a deviatoric moment tensor stands in a fluid"));
  s.sources[0].position = {900, 0, -150};
  EXPECT_NO_THROW(make_model(s));
}

}  // namespace
}  // namespace unda::model::test::curved_layers_test

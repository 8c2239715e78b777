// Boxes of the methods on meshes: counts, faces on layer tops, planes under a topography, and what cannot be divided.
#include "mesh/levels.hpp"

#include <cmath>

#include <fmt/format.h>

#include "unit/model/support.hpp"
#include "unit/scenario/support.hpp"

namespace unda::mesh::levels_test {
namespace {

using scenario::test::ScenarioFiles;

constexpr const char* rest =
    "[[receivers]]\npositions = [[100, 100, -500]]\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\n";
constexpr const char* two_layers =
    "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 500\nvp = 3000\nvs = 1500\nrho = 2000\n"
    "[[model.layer]]\ntop = -1000\nvp = 5000\nvs = 3000\nrho = 2500\n";
constexpr const char* box = "x = [0, 2000]\ny = [-300, 700]\nz = [-4000, 0]\n";

class LevelsTest : public ScenarioFiles {
 protected:
  Levels levels(const std::string& domain, const std::string& model, const std::string& mesh,
                double wavelengths = 0.8) {
    const auto s = scenario::read_scenario(
        write("case.toml", "[domain]\n" + domain + model + "[mesh]\n" + mesh + "\n" + rest), {});
    return make_levels(s, *model::make_model(s), wavelengths);
  }
  std::string refusal(const std::string& domain, const std::string& model, const std::string& mesh) {
    try {
      levels(domain, model, mesh);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  /// A hill of 200 m around x = 1000 on elevations every 100 m, y from -500 to 1000.
  std::string hill(double foot = 0) {
    std::vector<float> z;
    for (int j = 0; j <= 15; ++j)
      for (int i = 0; i <= 20; ++i)
        z.push_back(static_cast<float>(foot + 200 * std::exp(-std::pow((i - 10) / 4.0, 2))));
    write("hill.npy", model::test::npy_float("(16, 21)", z));
    return std::string(box) + "topography = { file = 'hill.npy', origin = [0, -500], spacing = [100, 100] }\n";
  }
};

TEST_F(LevelsTest, LayersAreDividedEvenlyWithFacesOnTheirTops) {
  const Levels found = levels(box, two_layers, "spacing = 400");
  EXPECT_EQ(found.n, (std::array<int, 3>{5, 3, 8 + 3}));
  EXPECT_DOUBLE_EQ(found.plane[8], -1000);
  EXPECT_DOUBLE_EQ(found.plane[1] - found.plane[0], 375);
  EXPECT_DOUBLE_EQ(found.plane.back(), 0);
  EXPECT_EQ(found.corner(5, 3, 11), (Vector{2000, 700, 0}));
  EXPECT_FALSE(found.is_deformed());
}

TEST_F(LevelsTest, FrequencyGivesEachDepthOfAGridItsOwnHeight) {
  // Depths every 400 m from -4000 up: fast rock, a slow layer in it, and a slow top.
  const std::vector<double> speed{5000, 5000, 5000, 2000, 5000, 5000, 5000, 4000, 3000, 1500, 1500};
  std::vector<float> vp;
  for (const double c : speed)
    for (int i = 0; i < 4; ++i) vp.push_back(static_cast<float>(c + (i == 2 ? 0 : 500)));
  write("vp.npy", model::test::npy_float("(11, 2, 2)", vp));
  const std::string grid =
      "[model]\nkind = 'grid'\nvp = 'vp.npy'\nvs = 0.0\nrho = 1000.0\norigin = [0, -300, -4000]\n"
      "spacing = [2000, 1000, 400]\n";
  const Levels found = levels(box, grid, "max_frequency = 12");
  ASSERT_EQ(std::ssize(found.plane), found.n[2] + 1);
  EXPECT_EQ(found.plane.front(), -4000);
  EXPECT_EQ(found.plane.back(), 0);
  double highest = 0;
  for (std::size_t k = 0; k + 1 < found.plane.size(); ++k) {
    const double height = found.plane[k + 1] - found.plane[k];
    double slowest = INFINITY;
    for (std::size_t n = 0; n < speed.size(); ++n)  // each sample reaches its neighbours
      if (-4000 + 400.0 * n + 400 > found.plane[k] && -4000 + 400.0 * n - 400 < found.plane[k + 1])
        slowest = std::min(slowest, speed[n]);
    EXPECT_GT(height, 0) << k;
    EXPECT_LE(height, 0.8 * slowest / 12 * (1 + 1e-6)) << k;
    highest = std::max(highest, height);
  }
  EXPECT_GT(highest, 0.9 * 0.8 * 5000 / 12);
  EXPECT_LT(found.n[2], 28);  // 40 of them if all were as high as at the top
  EXPECT_EQ(levels(box, grid, "spacing = 100").n[2], 40);
}

TEST_F(LevelsTest, FrequencyGivesEachLayerItsOwnHeight) {
  const Levels found = levels(box, two_layers, "max_frequency = 3");  // 0.8 x 1500/3 = 400 m, below 800 m
  EXPECT_EQ(found.n, (std::array<int, 3>{5, 3, 4 + 3}));
  EXPECT_DOUBLE_EQ(found.plane[1] - found.plane[0], 750);
}

TEST_F(LevelsTest, PlanesAboveTheHighestInterfaceFollowTheSurface) {
  const Levels found = levels(hill(), two_layers, "spacing = 400");
  EXPECT_EQ(found.n[2], 8 + 3);  // 1200 m at the highest
  EXPECT_DOUBLE_EQ(found.height(8, 1000, 0), -1000);
  EXPECT_NEAR(found.height(11, 1000, 0), 200, 1e-4);
  EXPECT_NEAR(found.height(11, 1050, 33), 100 * (1 + std::exp(-1 / 16.0)), 1e-4);
  EXPECT_NEAR(found.height(9, 1000, 0), -600, 1e-4);
  EXPECT_NEAR(found.height(10, 0, 0), -1000 + 2.0 / 3 * (1000 + 200 * std::exp(-100 / 16.0)), 1e-4);
  EXPECT_TRUE(found.is_deformed(8));
  EXPECT_FALSE(found.is_deformed(7));
}

/// An interface above domain.z but below the surface is one; one that comes to the surface is refused.
TEST_F(LevelsTest, LayersAboveTheDomainCountUnderATopography) {
  const std::string three_layers =
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 500\nvp = 2000\nvs = 1000\nrho = 1800\n"
      "[[model.layer]]\ntop = 100\nvp = 3000\nvs = 1500\nrho = 2000\n"
      "[[model.layer]]\ntop = -1000\nvp = 5000\nvs = 3000\nrho = 2500\n";
  const Levels found = levels(hill(150), three_layers, "spacing = 400");
  EXPECT_EQ(found.n[2], 8 + 3 + 1);
  EXPECT_DOUBLE_EQ(found.plane[11], 100);
  EXPECT_NEAR(found.plane[12], 350, 1e-4);
  const auto s = scenario::read_scenario(
      write("case.toml", "[domain]\n" + hill(150) + three_layers + "[mesh]\nspacing = 400\n" + rest), {});
  EXPECT_EQ(model::make_model(s)->at({1000, 0, 200}).vs, 1000);
  EXPECT_EQ(model::make_model(s)->at({1000, 0, 50}).vs, 1500);
  EXPECT_NE(refusal(hill(), three_layers, "spacing = 400").find("not above the layer that begins at z = 100"),
            std::string::npos);
}

TEST_F(LevelsTest, BoxesGoOnBehindAbsorbingFaces) {
  const auto s = scenario::read_scenario(
      write("case.toml", "[domain]\n" + hill(-20) + two_layers + "[boundary]\ntop = 'free'\nwest = 'rigid'\n[mesh]\n" +
                             "spacing = 400\n" + rest),
      {});
  Levels found = make_levels(s, *model::make_model(s), 0.8);
  const Levels inner = found;
  add_absorbing_boxes(s, 2, 1.5, found);
  EXPECT_EQ(found.n, (std::array<int, 3>{5 + 2, 3 + 4, inner.n[2] + 2}));
  EXPECT_EQ(found.n_absorbing_boxes(), 7 * 7 * found.n[2] - inner.n_boxes());
  EXPECT_EQ(found.describe("boxes"), inner.describe("boxes"));
  EXPECT_DOUBLE_EQ(found.coordinate(0, 0), 0);
  EXPECT_DOUBLE_EQ(found.coordinate(0, 5), 2000);
  EXPECT_DOUBLE_EQ(found.coordinate(0, 6), 2400);
  EXPECT_DOUBLE_EQ(found.coordinate(0, 7), 3000);
  EXPECT_DOUBLE_EQ(found.coordinate(1, 2), -300);
  EXPECT_DOUBLE_EQ(found.plane[0], -4000 - 2.5 * 375);
  EXPECT_DOUBLE_EQ(found.plane[2], -4000);
  for (int k = 0; k <= inner.n[2]; ++k) EXPECT_DOUBLE_EQ(found.height(k + 2, 1100, 50), inner.height(k, 1100, 50));
  EXPECT_DOUBLE_EQ(found.height(found.n[2], 2900, 1000), inner.height(inner.n[2], 2000, 700));
}

TEST_F(LevelsTest, AbsorbingBoxesBelowAThinLayerAreNotFlat) {
  const std::string domain = "[domain]\nx = [0, 2000]\ny = [0, 2000]\nz = [-1050, 0]\n";
  const auto s =
      scenario::read_scenario(write("case.toml", domain + two_layers + "[mesh]\nspacing = 400\n" + rest), {});
  Levels found = make_levels(s, *model::make_model(s), 0.8);
  ASSERT_DOUBLE_EQ(found.plane[1] - found.plane[0], 50);
  add_absorbing_boxes(s, 2, 1.5, found);
  EXPECT_DOUBLE_EQ(found.plane[2] - found.plane[1], 400);
  EXPECT_DOUBLE_EQ(found.plane[1] - found.plane[0], 600);
}

/// Below a level layer a surface, under a hill: planes between follow both, each layer by the height that it has at most.
TEST_F(LevelsTest, PlanesFollowTheSurfacesOfLayers) {
  const std::string domain = hill();
  std::vector<float> z;
  for (int j = 0; j <= 1; ++j)
    for (int i = 0; i <= 2; ++i) z.push_back(static_cast<float>(-1000 + 300 * i));
  write("floor.npy", model::test::npy_float("(2, 3)", z));
  const std::string layers =
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 500\nvp = 3000\nvs = 1500\nrho = 2000\n"
      "[[model.layer]]\ntop = { file = 'floor.npy', origin = [0, -300], spacing = [1000, 1000] }\nvp = 4000\nvs = "
      "2500\nrho = 2300\n[[model.layer]]\ntop = -2000\nvp = 5000\nvs = 3000\nrho = 2500\n";
  const Levels found = levels(domain, layers, "spacing = 400");
  // 2000 m, up to 1600 m, up to 1000 m at the western end (or 1200 m from the middle of the floor to the top of the hill).
  EXPECT_EQ(found.n[2], 5 + 4 + 3);
  EXPECT_FALSE(found.is_deformed(4));
  EXPECT_TRUE(found.is_deformed(5));
  EXPECT_TRUE(found.is_deformed(9));
  EXPECT_TRUE(found.is_interface(5) && found.is_interface(9));
  EXPECT_FALSE(found.is_interface(0) || found.is_interface(6) || found.is_interface(12));
  for (const double x : {0.0, 700.0, 2000.0}) {
    const double floor = -1000 + 0.3 * x;
    EXPECT_DOUBLE_EQ(found.height(5, x, 0), -2000);
    EXPECT_NEAR(found.height(9, x, 0), floor, 1e-4) << x;
    EXPECT_NEAR(found.height(7, x, 0), 0.5 * (floor - 2000), 1e-4) << x;
    EXPECT_NEAR(found.height(12, x, 0), found.surface->height(x, 0), 1e-9) << x;
    EXPECT_NEAR(found.height(10, x, 0), floor + (found.surface->height(x, 0) - floor) / 3, 1e-4) << x;
  }
  const auto says = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const auto with = [&](const std::string& upper, const std::string& lower) {
    return refusal(box,
                   "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 3000\nvs = 1500\nrho = 2000\n"
                   "[[model.layer]]\ntop = " +
                       upper +
                       "\nvp = 4000\nvs = 2500\nrho = 2300\n"
                       "[[model.layer]]\ntop = " +
                       lower + "\nvp = 5000\nvs = 3000\nrho = 2500\n",
                   "spacing = 400");
  };
  const std::string floor = "{ file = 'floor.npy', origin = [0, -300], spacing = [1000, 1000] }";
  says(with("-700", floor), "model.layer.top: at x = 2000");
  says(with("-700", floor), "layer 3 begins at z = -400, above layer 2 at z = -700; surfaces may touch, not cross");
  says(with(floor, "-1000"), "cannot be meshed; methods that take them: fd");
  says(with("-100", "{ file = 'floor.npy', origin = [0, -300], spacing = [900, 1000] }"), "they must cover it");
}

TEST_F(LevelsTest, WhatCannotBeDividedIsRefused) {
  const auto says = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says(refusal(hill(-1050), two_layers, "spacing = 400"), "not above the layer that begins at z = -1000");
  says(refusal(hill(-4100), "[model]\nvp = 2000\nvs = 0\nrho = 1000\n", "spacing = 400"), "not above the bottom");
  says(refusal(box + std::string("topography = { file = 'hill.npy', origin = [500, -500], spacing = [100, 100] }\n"),
               two_layers, "spacing = 400"),
       "they must cover it");
  const std::string slope = hill() + "[boundary]\nnorth = 'periodic'\nsouth = 'periodic'\n";
  EXPECT_EQ(refusal(slope, two_layers, "spacing = 400"), "");
  says(refusal(box, two_layers, "spacing = 1e-6"), "more than any machine holds");
}

TEST_F(LevelsTest, TwoDimensions) {
  const auto s = scenario::read_scenario(
      write("case.toml",
            "[domain]\nx = [0, 1000]\nz = [-600, 0]\n[model]\nvp = 2000\nvs = 0\nrho = 1000\n[mesh]\nspacing = "
            "100\n[[receivers]]\npositions = [[100, -500]]\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\n"),
      {});
  const Levels found = make_levels(s, *model::make_model(s), 0.8);
  EXPECT_EQ(found.n, (std::array<int, 3>{10, 1, 6}));
  EXPECT_EQ(found.corner(3, 0, 6), (Vector{300, 0, 0}));
  EXPECT_EQ(found.describe("elements"), "10 x 6 elements of 100 x 100 m");
}

}  // namespace
}  // namespace unda::mesh::levels_test

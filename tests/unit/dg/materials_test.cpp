// A model is asked once for a layer, or once for a point of an element, isotropic or not.
#include <gtest/gtest.h>

#include "dg/make_medium.hpp"
#include "mesh/levels.hpp"
#include "unit/model/counting_model.hpp"
#include "unit/model/support.hpp"
#include "unit/scenario/support.hpp"

namespace unda::dg::materials_test {
namespace {

using model::test::CountingModel;

class DgMaterials : public scenario::test::ScenarioFiles {
 protected:
  /// Counted while the materials of a box of 2 x 2 x 2 km are made.
  CountingModel& count(const std::string& earth, const std::string& top = "") {
    const scenario::Scenario s = scenario::read_scenario(
        write("case.toml", "[domain]\nx = [0, 2000]\ny = [0, 2000]\nz = [-2000, 0]\n" + top + earth +
                               "[boundary]\ndefault = 'free'\n[mesh]\nspacing = 1000\n[time]\nduration = 1\n[solver]\n"
                               "method = 'dg'\n[[receivers]]\npositions = [[100, 100, -500]]\n"),
        {});
    const auto model = model::make_model(s);
    const mesh::Tetrahedra mesh = mesh::cut_boxes(mesh::make_levels(s, *model, 1));
    counting_ = std::make_unique<CountingModel>(model);
    n_elements_ = mesh.size();
    make_materials(mesh, *counting_);
    return *counting_;
  }

  std::unique_ptr<CountingModel> counting_;
  std::size_t n_elements_ = 0;
};

/// Where elements follow surfaces they are of the medium of their layer.
TEST_F(DgMaterials, AreAskedOnceALayer) {
  write("hill.npy", model::test::npy_float("(3, 3)", {0, -10, -20, -30, -40, -30, -20, -10, 0}));
  const CountingModel& model = count(
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 3000\nvs = 1500\nrho = 2000\n"
      "[[model.layer]]\ntop = -1000\nvp = 5000\nvs = 3000\nrho = 2500\n",
      "topography = { file = 'hill.npy', origin = [0, 0], spacing = [1000, 1000] }\n");
  EXPECT_EQ(n_elements_, 48U);
  EXPECT_EQ(model.n_points(), 2U);
  EXPECT_EQ(model.most(), 1);
}

TEST_F(DgMaterials, AreAskedOnceAPointOfAnElement) {
  write("vp.npy", model::test::npy_float("(3, 3, 3)", std::vector<float>(27, 3000)));
  for (const bool anisotropic : {false, true}) {
    const CountingModel& model = count(
        "[model]\nkind = 'grid'\nvp = 'vp.npy'\nvs = 1500.0\nrho = 2000.0\norigin = [0, 0, -2000]\n"
        "spacing = [1000, 1000, 1000]\n" +
        std::string(anisotropic ? "epsilon = 0.2\ndelta = 0.1\ngamma = 0.1\n" : ""));
    EXPECT_GE(model.n_points(), 4 * n_elements_);
    EXPECT_EQ(model.most(), 1) << anisotropic;
  }
}

}  // namespace
}  // namespace unda::dg::materials_test

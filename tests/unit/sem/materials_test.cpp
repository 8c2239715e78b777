// A model is asked once for an element, or once for a point of it, whoever needs to know: step limit, tables, faces between parts.
#include "sem/materials.hpp"

#include <gtest/gtest.h>

#include "sem/region.hpp"
#include "sem/worst_patches.hpp"
#include "unit/model/counting_model.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::materials_test {
namespace {

using model::test::CountingModel;

class MaterialsTest : public SemTest {
 protected:
  static std::vector<Box> worst(const Mesh& mesh, const Materials& materials) {
    return worst_patches(mesh, mesh.dim(), scenario::BoundaryKind::free, materials, parallel::Communicator::world(),
                         {0, 2000, 2});
  }
};

TEST_F(MaterialsTest, AreAskedOnceAPoint) {
  for (const int dim : {2, 3})
    for (const bool grid : {false, true})
      for (const int degree : {1, 4}) {
        const scenario::Scenario s = scenario({dim, true, true, grid, "default = 'free'"});
        CountingModel model(model::make_model(s));
        const RankMesh whole{mesh(s, model, degree), {}, parallel::Communicator::world()};
        model.forget();
        Region<double> region(whole, Physics::elastic, model, elements_are_uniform(s, model));
        EXPECT_FALSE(worst(region.mesh(), region.materials()).empty());
        const auto n_elements = static_cast<std::size_t>(whole.mesh.n_elements());
        const auto n_points = static_cast<std::size_t>(whole.mesh.points_of_an_element());
        EXPECT_EQ(model.most(), 1) << dim << grid << degree;
        region.build();
        EXPECT_EQ(model.n_points(), (grid ? n_points : 1) * n_elements);
        EXPECT_EQ(model.most(), 1) << dim << grid << degree;
        EXPECT_EQ(region.materials().bytes() == 0, grid);
      }
}

/// Where several receivers stand, or one that records several quantities.
TEST_F(MaterialsTest, AreAskedOnceAPlace) {
  const scenario::Scenario s = scenario({2, true, false, true, "default = 'free'"});
  CountingModel model(model::make_model(s));
  const Mesh whole = mesh(s, model, 4);
  const Materials materials(whole, model, false);
  model.forget();
  for (int times = 0; times < 3; ++times)
    for (const double x : {130.0, 170.0}) EXPECT_GT(materials.near({0, 0, 0}, {x, 0, -1400}).rho, 0);
  EXPECT_EQ(model.n_points(), 2U);
  EXPECT_EQ(model.most(), 1);
}

}  // namespace
}  // namespace unda::sem::test::materials_test

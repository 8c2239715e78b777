// Parts of a mesh: some layers with their own law act as a mesh of these layers alone.
#include "sem/region.hpp"

#include <gtest/gtest.h>

#include "sem/worst_patches.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::region_test {
namespace {

class RegionTest : public SemTest {
 protected:
  static double step(const RankMesh& rank_mesh, const parallel::Range& layers, Physics physics,
                     const Materials& materials) {
    Region<double> region(rank_mesh, layers, physics);
    region.build(materials);
    return region.stable_step();
  }

  /// The step of a part of the layers, over that of a mesh of them with nothing beyond.
  static double part_over_patch(const scenario::Scenario& s, bool upper, Physics physics) {
    const auto model = model::make_model(s);
    const auto& alone = parallel::Communicator::world();
    const RankMesh whole{mesh(s, *model, 3), {}, alone};
    const int up = whole.mesh.up(), n = whole.mesh.n(up);
    int n_below = 0;  // the interface is at -800
    while (n_below < n && whole.mesh.levels().plane[static_cast<std::size_t>(n_below)] < -800 - 1e-6) ++n_below;
    const parallel::Range layers = upper ? parallel::Range{n_below, n} : parallel::Range{0, n_below};
    EXPECT_GT(layers.count(), 0);
    EXPECT_LT(layers.count(), n);
    Box box{{{0, whole.mesh.n(0)}, {0, whole.mesh.n(1)}, {0, whole.mesh.n(2)}}};
    box[up] = layers;
    // A face on which nothing acts: free for solids, rigid for fluids.
    const auto loose = physics == Physics::elastic ? scenario::BoundaryKind::free : scenario::BoundaryKind::rigid;
    const RankMesh patch{whole.mesh.patch(box, loose), {}, alone};
    const bool uniform = elements_are_uniform(s, *model);
    return step(whole, layers, physics, Materials(whole.mesh, *model, uniform)) /
           step(patch, {0, layers.count()}, physics, Materials(patch.mesh, *model, uniform));
  }
};

TEST_F(RegionTest, APartActsAsAMeshOfItsLayers) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (const bool upper : {false, true}) {
          const scenario::Scenario s = scenario({dim, solid, hill, false, "default = 'free'"});
          const double ratio = part_over_patch(s, upper, solid ? Physics::elastic : Physics::acoustic);
          EXPECT_NEAR(ratio, 1, 1e-5) << dim << solid << hill << upper;
        }
}

}  // namespace
}  // namespace unda::sem::test::region_test

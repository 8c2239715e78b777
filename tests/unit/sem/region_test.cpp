// Parts of a mesh: the slab of some layers acts as the plain operator on its elements says.
#include "sem/region.hpp"

#include <gtest/gtest.h>

#include "sem/kernels/stiffness_reference.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::region_test {
namespace {

class RegionTest : public SemTest {
 protected:
  /// How far the forces of the layers above or below the interface at -800 are from those of the plain operator, over the largest.
  static double difference(const scenario::Scenario& s, bool upper, Physics physics) {
    const auto model = model::make_model(s);
    const Mesh whole = mesh(s, *model, 3);
    int n_below = 0;
    while (whole.levels().plane[static_cast<std::size_t>(n_below)] < -800 - 1e-6) ++n_below;
    const int n = whole.n(whole.up());
    const parallel::Range layers = upper ? parallel::Range{n_below, n} : parallel::Range{0, n_below};
    EXPECT_GT(layers.count(), 0);
    EXPECT_LT(layers.count(), n);
    const RankMesh slab{whole.slab(layers, loose_face(physics)), {}, parallel::Communicator::world()};
    EXPECT_EQ(slab.mesh.n(whole.up()), layers.count());
    Region<double> region(slab, physics, *model, elements_are_uniform(s, *model));
    region.build();
    const std::vector<double> u = random_field(slab.mesh, region.n_components());
    std::vector<double> found(u.size(), 0.0), plain(u.size(), 0.0);
    region.apply_stiffness(u.data(), found.data());
    add_forces_plainly(slab.mesh, physics, *model, u, plain);
    double off = 0, size = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      off = std::max(off, std::abs(found[i] - plain[i]));
      size = std::max(size, std::abs(plain[i]));
    }
    return off / size;
  }
};

TEST_F(RegionTest, PushesAsThePlainOperatorSays) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (const bool upper : {false, true}) {
          const scenario::Scenario s = scenario({dim, solid, hill, false, "default = 'free'"});
          EXPECT_LT(difference(s, upper, solid ? Physics::elastic : Physics::acoustic), 1e-12)
              << dim << solid << hill << upper;
        }
}

/// A rank that ends where a part begins has a plane of its points and no elements, one beyond that no points.
TEST_F(RegionTest, SlabsOnRanks) {
  const scenario::Scenario s = scenario({3, true, false, false, "default = 'free'"});
  const auto model = model::make_model(s);
  const mesh::Levels levels = mesh::make_levels(s, *model, 0.8);
  ASSERT_EQ(levels.n[2], 4);  // 2 below the interface, 2 above
  const auto slab = [&](int n_ranks, int rank, parallel::Range layers) {
    const parallel::Cartesian cuts({1, 1, n_ranks}, levels.n, {}, rank);
    return Mesh(s, levels, 2, cuts).slab(layers, scenario::BoundaryKind::free);
  };
  const Mesh beside = slab(2, 0, {2, 4});  // has layers 0 and 1
  EXPECT_EQ(beside.n(2), 0);
  EXPECT_EQ(beside.n_points(2), 1);
  EXPECT_TRUE(beside.is_cut(2, 1));
  EXPECT_FALSE(beside.is_cut(2, 0));
  EXPECT_FALSE(beside.owns({0, 0, 0}));
  EXPECT_NEAR(beside.position({0, 0, 0})[2], -800, 1e-9);
  const Mesh own = slab(2, 1, {2, 4});
  EXPECT_EQ(own.n(2), 2);
  EXPECT_TRUE(own.is_cut(2, 0));
  EXPECT_TRUE(own.owns({0, 0, 0}));
  EXPECT_EQ(own.number({0, 0, 0}), beside.number({0, 0, 0}));
  const Mesh far = slab(4, 0, {2, 4});
  EXPECT_TRUE(far.is_empty());
  EXPECT_EQ(far.n_points(), 0U);
  EXPECT_FALSE(far.is_cut(2, 0) || far.is_cut(2, 1));
}

}  // namespace
}  // namespace unda::sem::test::region_test

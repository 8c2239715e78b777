// Elements of absorbing layers: without stretching they push as the plain operator says, and the domain's kernels leave them.
#include "sem/absorbing_layer.hpp"

#include <gtest/gtest.h>

#include "sem/kernels/stiffness_reference.hpp"
#include "sem/propagator.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::absorbing_layer_test {
namespace {

class AbsorbingLayerTest : public SemTest {
 protected:
  /// The forces of absorbing layers and domain together, over those of the plain operator.
  static double error(const scenario::Scenario& s, bool solid) {
    const auto model = model::make_model(s);
    mesh::Levels levels = mesh::make_levels(s, *model, 0.8);
    mesh::add_absorbing_boxes(s, 2, 1, levels);
    const Index n = levels.dim == 3 ? levels.n : Index{levels.n[0], levels.n[2], 1};
    const Mesh mesh(s, levels, 3, parallel::Cartesian({1, 1, 1}, n, {}, 0));
    const Physics physics = model->extremes().any_anisotropic ? Physics::anisotropic
                            : solid                           ? Physics::elastic
                                                              : Physics::acoustic;
    const Materials materials(mesh, *model, elements_are_uniform(s, *model));
    const ElementTables<double> tables = make_tables<double>(mesh, physics, materials);
    AbsorbingLayer<double> absorbing(mesh, physics, *model, tables.arrays(), !materials.by_point());
    materials.for_each_element(
        [&](const Index& e, const auto& of_element) { absorbing.take(mesh, physics, e, of_element); });
    const std::vector<double> u = random_field(mesh, solid ? mesh.dim() : 1);
    std::vector<double> plain(u.size(), 0.0), found(u.size(), 0.0);
    add_forces_plainly(mesh, physics, *model, u, plain);
    absorbing.add_unstretched_forces(u.data(), found.data());
    const auto kernels = stiffness_kernels<double>(physics, mesh.dim(), mesh.degree());
    for (int layer = 0; layer < (mesh.dim() == 3 ? mesh.n(2) : 1); ++layer)
      for (int j = 0; j < mesh.n(1); ++j) {
        const bool deformed = mesh.is_deformed(mesh.dim() == 3 ? layer : j);
        (deformed ? kernels.deformed : kernels.flat)(tables.arrays(), u.data(), found.data(), layer, j * mesh.row(),
                                                     (j + 1) * mesh.row() - 1);
      }
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      difference = std::max(difference, std::abs(found[i] - plain[i]));
      size = std::max(size, std::abs(plain[i]));
    }
    return difference / size;
  }
};

TEST_F(AbsorbingLayerTest, UnstretchedElementsPushAsThePlainOperatorSays) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (const bool grid : {false, true})
          EXPECT_LT(error(scenario({dim, solid, hill, grid, "top = 'free'"}), solid), 1e-12)
              << dim << solid << hill << grid;
}

TEST_F(AbsorbingLayerTest, UnstretchedElementsOfTiltedSolids) {
  for (const int dim : {2, 3})
    for (const bool grid : {false, true})
      EXPECT_LT(error(scenario({dim, true, true, grid, "top = 'free'", tilted(dim)}), true), 1e-12) << dim << grid;
}

TEST_F(AbsorbingLayerTest, LayersTakeNothingOffTheStep) {
  scenario::Scenario s = scenario({2, true, false, false, "top = 'free'"});
  const auto model = model::make_model(s);
  const auto step = [&](int n) {
    s.solver.sem.absorbing_elements = n;
    return make_propagator(s, model, parallel::Communicator::world())->max_step().dt;
  };
  EXPECT_GT(step(2) / step(0), 0.999);
  EXPECT_NEAR(step(4) / step(2), 1, 0.01);
}

}  // namespace
}  // namespace unda::sem::test::absorbing_layer_test

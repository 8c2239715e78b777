// The largest stable step against all eigenvalues of a small mesh.
#include <gtest/gtest.h>

#include "numerics/dense.hpp"
#include "sem/kernels/stiffness_reference.hpp"
#include "sem/propagator.hpp"
#include "sem/spectral_elements.hpp"
#include "sem/worst_patches.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::step_test {
namespace {

class Step : public SemTest {};

/// By the plain operator applied to unit vectors, with the masses as they are.
double largest_step(const Mesh& mesh, Physics physics, const model::Model& model, int nc) {
  std::vector<std::size_t> places;
  for (int c = 0; c < nc; ++c)
    for_each_point(mesh, [&](const Index& point) {
      places.push_back(static_cast<std::size_t>(c) * mesh.size() + static_cast<std::size_t>(mesh.place(point)));
    });
  std::vector<double> mass(mesh.size(), 0.0);
  Materials(mesh, model, false).for_each_element([&](const Index& e, const auto& materials) {
    add_mass(mesh, physics, e, materials, mass);
  });
  const auto n = static_cast<Eigen::Index>(places.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    std::vector<double> u(static_cast<std::size_t>(nc) * mesh.size(), 0.0), f(u.size(), 0.0);
    u[places[static_cast<std::size_t>(i)]] = 1;
    add_forces_plainly(mesh, physics, model, u, f);
    for (Eigen::Index j = 0; j < n; ++j) {
      const std::size_t a = places[static_cast<std::size_t>(i)], b = places[static_cast<std::size_t>(j)];
      matrix(j, i) = -f[b] / std::sqrt(mass[a % mesh.size()] * mass[b % mesh.size()]);
    }
  }
  return 2 / std::sqrt(numerics::symmetric_eigenvalues(matrix)[n - 1]);
}

TEST_F(Step, IsThatOfTheLargestEigenvalue) {
  for (const bool solid : {false, true}) {
    const Case c{2, solid, true, false, solid ? "default = 'free'" : "default = 'rigid'"};
    scenario::Scenario s = scenario(c);
    s.solver.sem.degree = 3;
    const auto model = model::make_model(s);
    const double exact =
        largest_step(mesh(s, *model, 3), solid ? Physics::elastic : Physics::acoustic, *model, solid ? 2 : 1);
    for (const auto precision : {scenario::Precision::single_precision, scenario::Precision::double_precision}) {
      s.solver.precision = precision;
      const double found = make_propagator(s, model, parallel::Communicator::world())->max_step().dt;
      EXPECT_NEAR(found / exact, 1, 1e-3) << solid;
    }
  }
}

/// The step of the worst patches over that of all elements.
double patches_over_all(const scenario::Scenario& s, const std::shared_ptr<const model::Model>& model, Physics physics,
                        const Mesh& mesh, const PatchLimits& limits) {
  const auto& alone = parallel::Communicator::world();
  double step = INFINITY;
  const std::vector<Box> boxes = worst_patches(mesh, physics == Physics::elastic ? mesh.dim() : 1, loose_face(physics),
                                               Materials(mesh, *model, elements_are_uniform(s, *model)), alone, limits);
  EXPECT_LE(boxes.size(), limits.n_patches);
  for (const Box& box : boxes) {
    EXPECT_LT(box[0].count(), mesh.n_whole(0));
    const Mesh patch = mesh.patch(box);
    step = std::min(
        step, held_sides_factor(patch) * SpectralElements<double>(s, model, patch, {}, alone).step_of_all_elements());
  }
  return step / SpectralElements<double>(s, model, mesh, {}, alone).step_of_all_elements();
}

TEST_F(Step, OfTheWorstPatchesHoldsInTheWholeMesh) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (const bool grid : {false, true})
          for (const char* boundary : {"default = 'free'", "default = 'rigid'\neast = 'free'"}) {
            scenario::Scenario s = scenario({dim, solid, hill, grid, boundary});
            s.mesh.spacing = dim == 2 ? 80 : 200;
            const auto model = model::make_model(s);
            const double ratio = patches_over_all(s, model, solid ? Physics::elastic : Physics::acoustic,
                                                  mesh(s, *model, 2), {0, dim == 2 ? 600.0 : 2000.0, 6});
            EXPECT_LT(ratio, 1.03) << dim << solid << hill << grid << boundary;
            EXPECT_GT(ratio, 0.94) << dim << solid << hill << grid << boundary;
          }
}

/// In thin elements, whether all are looked at or a few boxes; where columns are alike, by its depth alone.
TEST_F(Step, IsBoundByTheThinnestLayer) {
  for (const int dim : {2, 3})
    for (const PatchLimits& limits : {PatchLimits{}, PatchLimits{0, dim == 2 ? 600.0 : 2000.0, 6}}) {
      scenario::Scenario s = scenario({dim, true, false, false, "default = 'free'"});
      s.mesh.spacing = dim == 2 ? 80 : 200;
      s.model.layers[1].top = -30;
      const auto model = model::make_model(s);
      const SpectralElements<double> elements(s, model, mesh(s, *model, 2), {}, parallel::Communicator::world());
      const method::StepBound bound = elements.step_in_patches(limits).bound;
      EXPECT_TRUE(std::isnan(bound.position[0]) && std::isnan(bound.position[1]));
      EXPECT_NEAR(bound.position[2], -15, 1e-9);
      EXPECT_EQ(bound.speed, 3000);
      EXPECT_EQ(bound.fastest, 5000);
      EXPECT_NEAR(bound.shortest, 30, 1e-9);
      EXPECT_TRUE(bound.is_smallest && !bound.is_in_layer);
    }
}

TEST_F(Step, MemoryIsKnownBeforeItIsTaken) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (const bool grid : {false, true})
          for (const int absorbing : {0, 2}) {
            if (dim == 3 && hill != grid) continue;
            scenario::Scenario s = scenario({dim, solid, hill, grid, "top = 'free'"});
            s.mesh.spacing = dim == 2 ? 30 : 150;
            s.solver.sem.absorbing_elements = absorbing;
            const auto propagator = make_propagator(s, model::make_model(s), parallel::Communicator::world());
            const method::Sizes foretold = propagator->sizes();
            propagator->set_step(1e-4, 1);
            const method::Sizes taken = propagator->sizes();
            EXPECT_NEAR(foretold.memory_bytes / taken.memory_bytes, 1, 0.01)
                << dim << solid << hill << grid << absorbing;
            EXPECT_NEAR(foretold.absorbing_bytes / taken.absorbing_bytes, 1, 0.15)
                << dim << solid << hill << grid << absorbing;
          }
}

}  // namespace
}  // namespace unda::sem::test::step_test

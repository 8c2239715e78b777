// Fluids and solids that push each other: the largest step against all eigenvalues of a small mesh.
#include "sem/coupling.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "sem/kernels/stiffness_reference.hpp"
#include "sem/propagator.hpp"
#include "sem/spectral_elements.hpp"
#include "sem/worst_patches.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::coupling_test {
namespace {

class CouplingTest : public SemTest {
 protected:
  /// Water between rock, or over it.
  scenario::Scenario sea(int dim, bool rock_on_top, double spacing) {
    const std::string y = dim == 3 ? "y = [0, 300]\n" : "";
    const std::string rock = "vp = 3000\nvs = 1700\nrho = 2300\n", water = "vp = 1500\nvs = 0\nrho = 1000\n";
    const std::string text =
        "[domain]\nx = [0, 600]\n" + y + "z = [-600, 0]\n[model]\nkind = 'layers'\n" +
        (rock_on_top ? "[[model.layer]]\ntop = 0\n" + rock + "[[model.layer]]\ntop = -200\n" + water
                     : "[[model.layer]]\ntop = 0\n" + water) +
        "[[model.layer]]\ntop = -400\n" + rock + "[boundary]\ndefault = 'rigid'\ntop = 'free'\n" +
        fmt::format("[mesh]\nspacing = {}\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\nsem.degree = 3\n", spacing) +
        "[[receivers]]\npositions = " + (dim == 3 ? "[[100, 100, -500]]\n" : "[[100, -500]]\n");
    return scenario::read_scenario(write("sea.toml", text), {});
  }
};

/// The numbers of a part that move, and its stiffness and masses by the plain operator.
struct DensePart {
  Mesh mesh;
  Physics physics;
  std::vector<std::size_t> numbers;
  Eigen::MatrixXd stiffness;
  Eigen::VectorXd mass;

  int n_components() const { return physics == Physics::elastic ? mesh.dim() : 1; }
  /// Rigid sides and a free top hold displacements and the potential.
  bool is_held(const Index& point) const {
    const bool solid = physics == Physics::elastic;
    for (int a = 0; a < mesh.dim(); ++a)
      for (const int side : {0, 1}) {
        if (point[a] != (side == 0 ? 0 : mesh.n_points(a) - 1)) continue;
        const int end = side == 0 ? 0 : mesh.n_whole(a);
        if (a == mesh.up() && mesh.first(a) + side * mesh.n(a) != end) continue;
        const bool is_free = a == mesh.up() && side == 1;
        if (solid != is_free) return true;
      }
    return false;
  }
  void fill(const model::Model& model) {
    for (int c = 0; c < n_components(); ++c)
      for_each_point(mesh, [&](const Index& point) {
        if (!is_held(point))
          numbers.push_back(static_cast<std::size_t>(c) * mesh.size() + static_cast<std::size_t>(mesh.place(point)));
      });
    std::vector<double> masses(mesh.size(), 0.0);
    Materials(mesh, model, false).for_each_element([&](const Index& e, const auto& materials) {
      add_mass(mesh, physics, e, materials, masses);
    });
    const auto n = static_cast<Eigen::Index>(numbers.size());
    stiffness.resize(n, n);
    mass.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      std::vector<double> u(static_cast<std::size_t>(n_components()) * mesh.size(), 0.0), f(u.size(), 0.0);
      u[numbers[static_cast<std::size_t>(i)]] = 1;
      add_forces_plainly(mesh, physics, model, u, f);
      for (Eigen::Index j = 0; j < n; ++j) stiffness(j, i) = -f[numbers[static_cast<std::size_t>(j)]];
      mass[i] = masses[numbers[static_cast<std::size_t>(i)] % mesh.size()];
    }
  }
  Eigen::Index row(std::size_t number) const {
    const auto found = std::find(numbers.begin(), numbers.end(), number);
    return found == numbers.end() ? -1 : found - numbers.begin();
  }
};

/// C: the fluid's row, the solid's vertical component; outwards is up where the solid lies above.
Eigen::MatrixXd contact(const DensePart& fluid, const DensePart& solid) {
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(fluid.mass.size(), solid.mass.size());
  const int up = fluid.mesh.up(), degree = fluid.mesh.degree();
  const bool above = solid.mesh.first(up) > fluid.mesh.first(up);
  const numerics::Gll& gll = fluid.mesh.gll();
  Index last{fluid.mesh.n(0), fluid.mesh.n(1), 1}, last_point{degree + 1, degree + 1, 1};
  last[up] = last_point[up] = 1;
  for_each_index({0, 0, 0}, last, [&](const Index& e) {
    for_each_index({0, 0, 0}, last_point, [&](const Index& p) {
      double area = above ? 1 : -1;
      Index in_fluid{}, in_solid{};
      for (int a = 0; a < up; ++a) {
        area *= 0.5 * fluid.mesh.edge(a) * gll.weight[p[a]];
        in_fluid[a] = in_solid[a] = degree * e[a] + p[a];
      }
      in_fluid[up] = above ? fluid.mesh.n_points(up) - 1 : 0;
      in_solid[up] = above ? 0 : solid.mesh.n_points(up) - 1;
      const Eigen::Index i = fluid.row(static_cast<std::size_t>(fluid.mesh.place(in_fluid)));
      const Eigen::Index j = solid.row(static_cast<std::size_t>(up) * solid.mesh.size() +
                                       static_cast<std::size_t>(solid.mesh.place(in_solid)));
      if (i >= 0 && j >= 0) c(i, j) += area;
    });
  });
  return c;
}

/// Of A in coupling.hpp.
double largest_step(const Mesh& mesh, const model::Model& model) {
  std::vector<DensePart> parts;
  for (const Part& part : parts_of_mesh(mesh.levels(), model)) {
    parts.push_back({mesh.slab(part.layers, loose_face(part.physics)), part.physics, {}, {}, {}});
    parts.back().fill(model);
  }
  std::vector<Eigen::Index> first{0};
  for (const DensePart& part : parts) first.push_back(first.back() + part.mass.size());
  const Eigen::Index n = first.back();
  // Accelerations of all from the forces of all and, in the end, from those of the potential.
  Eigen::MatrixXd own = Eigen::MatrixXd::Zero(n, n), pressing = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd mass(n);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Eigen::Index size = parts[p].mass.size();
    own.block(first[p], first[p], size, size) = parts[p].stiffness;
    mass.segment(first[p], size) = parts[p].mass;
    if (parts[p].physics != Physics::acoustic) continue;
    for (const std::size_t q : {p - 1, p + 1}) {
      if (q >= parts.size()) continue;
      const Eigen::MatrixXd c = contact(parts[p], parts[q]);
      own.block(first[p], first[q], size, c.cols()) = -c;
      pressing.block(first[q], first[p], c.cols(), size) = c.transpose();
    }
  }
  const Eigen::MatrixXd by_mass = mass.cwiseInverse().asDiagonal() * own;
  const Eigen::MatrixXd a = by_mass - Eigen::MatrixXd(mass.cwiseInverse().asDiagonal() * (pressing * by_mass));
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(a, false).eigenvalues();
  EXPECT_LT(values.imag().cwiseAbs().maxCoeff(), 1e-4 * values.real().maxCoeff());
  EXPECT_GT(values.real().minCoeff(), -1e-6 * values.real().maxCoeff());
  return 2 / std::sqrt(values.real().maxCoeff());
}

TEST_F(CouplingTest, StepIsThatOfTheLargestEigenvalue) {
  for (const bool rock_on_top : {false, true}) {
    const scenario::Scenario s = sea(2, rock_on_top, 200);
    const auto model = model::make_model(s);
    const Mesh m = mesh(s, *model, 3);
    const double exact = largest_step(m, *model);
    const auto& alone = parallel::Communicator::world();
    EXPECT_NEAR(SpectralElements<double>(s, model, m, {}, alone).step_of_all_elements() / exact, 1, 1e-4);
    EXPECT_NEAR(SpectralElements<float>(s, model, m, {}, alone).step_of_all_elements() / exact, 1, 1e-3);
  }
}

TEST_F(CouplingTest, StepOfTheWorstPatchesHoldsInTheWholeMesh) {
  for (const int dim : {2, 3})
    for (const bool rock_on_top : {false, true}) {
      const scenario::Scenario s = sea(dim, rock_on_top, dim == 2 ? 25 : 75);
      const auto model = model::make_model(s);
      const Mesh m = mesh(s, *model, 2);
      const auto& alone = parallel::Communicator::world();
      SpectralElements<double> all(s, model, m, {}, alone);
      const double ratio = all.step_in_patches({0, dim == 2 ? 600.0 : 2000.0, 6}).dt / all.step_of_all_elements();
      EXPECT_LT(ratio, 1.03) << dim << rock_on_top;
      EXPECT_GT(ratio, 0.94) << dim << rock_on_top;
    }
}

TEST_F(CouplingTest, MemoryIsKnownBeforeItIsTaken) {
  for (const int dim : {2, 3}) {
    const scenario::Scenario s = sea(dim, true, dim == 2 ? 15 : 60);
    const auto propagator = make_propagator(s, model::make_model(s), parallel::Communicator::world());
    const method::Sizes foretold = propagator->sizes();
    propagator->set_step(1e-4, 1);
    const method::Sizes taken = propagator->sizes();
    EXPECT_NEAR(foretold.memory_bytes / taken.memory_bytes, 1, 0.01) << dim;
    EXPECT_EQ(foretold.dofs, taken.dofs);
  }
}

}  // namespace
}  // namespace unda::sem::test::coupling_test

// The largest stable step against all eigenvalues of a small mesh.
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "sem/kernels/stiffness_reference.hpp"
#include "sem/propagator.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test {
namespace {

class Step : public SemTest {};

/// By the plain operator applied to unit vectors, with the masses as they are.
double largest_step(const Mesh& mesh, Physics physics, const model::Model& model, int nc) {
  std::vector<std::size_t> places;
  for (int c = 0; c < nc; ++c)
    for_each_point(mesh, [&](const Index& point) {
      places.push_back(static_cast<std::size_t>(c) * mesh.size() + static_cast<std::size_t>(mesh.place(point)));
    });
  const std::vector<double> mass = own_masses(mesh, physics, model);
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
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
  return 2 / std::sqrt(solver.eigenvalues()[n - 1]);
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
      const double found = make_propagator(s, model, parallel::Communicator::world())->max_step();
      EXPECT_NEAR(found / exact, 1, 1e-3) << solid;
    }
  }
}

}  // namespace
}  // namespace unda::sem::test

// The kernel that stands for a point source: for polynomials of the elements' degree it is delta, wherever the point lies, and it
// stays on one side of an interface.
#include "dg/source_kernel.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "dg/make_medium.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg::source_kernel_test {
namespace {

constexpr int order = 5;

struct Earth {
  scenario::Scenario scenario;
  std::shared_ptr<const model::Model> model;
  mesh::Tetrahedra mesh;
};

/// Boxes of 1 m; with two layers a contrast at z = -2.
Earth make_earth(bool layered) {
  Earth earth;
  scenario::Scenario& s = earth.scenario;
  s.domain.dim = 3;
  s.domain.extent = {{{0, 4}, {0, 4}, {-4, 0}}};
  s.boundary.fill(scenario::BoundaryKind::free);
  s.mesh.spacing = 1;
  s.model.uniform = {2000, 1000, 2000, 0, 0, {}};
  if (layered) {
    s.model.kind = scenario::ModelKind::layers;
    s.model.layers = {{0, {1500, 0, 1000, 0, 0, {}}}, {-2, {3000, 1700, 2500, 0, 0, {}}}};
  }
  earth.model = model::make_model(s);
  earth.mesh = mesh::cut_boxes(mesh::make_levels(s, *earth.model, 1));
  mesh::connect(earth.mesh, s);
  return earth;
}

SourceKernel kernel_at(const Earth& earth, const Vector& x) {
  return make_source_kernel(order, earth.mesh, make_materials(earth.mesh, *earth.model),
                            mesh::Locator(earth.mesh).find(x), x);
}

/// The integral of the kernel times (x - source)^a, a by axis.
double moment(const Earth& earth, const SourceKernel& kernel, const Vector& source, const std::array<int, 3>& a) {
  const numerics::TetrahedralRule rule = numerics::tetrahedral_rule(order);
  double sum = 0;
  for (std::size_t n = 0; n < kernel.elements.size(); ++n) {
    const auto e = static_cast<std::size_t>(kernel.elements[n]);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      Vector x = earth.mesh.corner(e, 0) - source;
      for (int i = 0; i < 3; ++i) x = x + rule.points[q][i] * (earth.mesh.corner(e, i + 1) - earth.mesh.corner(e, 0));
      const std::vector<double> phi = numerics::tetrahedral_basis(order, rule.points[q]).values;
      double value = 0;
      for (std::size_t k = 0; k < phi.size(); ++k) value += phi[k] * kernel.coefficients[n][k];
      sum += rule.weights[q] * jacobian(earth.mesh, e) * value * std::pow(x[0], a[0]) * std::pow(x[1], a[1]) *
             std::pow(x[2], a[2]);
    }
  }
  return sum;
}

void expect_delta(const Earth& earth, const Vector& x) {
  const SourceKernel kernel = kernel_at(earth, x);
  for (int i = 0; i < order; ++i)
    for (int j = 0; i + j < order; ++j)
      for (int k = 0; i + j + k < order; ++k)
        EXPECT_NEAR(moment(earth, kernel, x, {i, j, k}), i + j + k == 0 ? 1 : 0, 1e-9) << i << j << k;
}

TEST(SourceKernel, IsDeltaForPolynomials) {
  const Earth earth = make_earth(false);
  expect_delta(earth, {2, 2, -2});           // a corner of 24 elements
  expect_delta(earth, {2.5, 2, -2});         // an edge
  expect_delta(earth, {2.5, 2.25, -2});      // a face
  expect_delta(earth, {2.37, 2.21, -1.32});  // within an element
  expect_delta(earth, {2, 2, 0});            // on the surface
  expect_delta(earth, {2.2, 2.1, -0.1});     // just below it
  expect_delta(earth, {0, 4, 0});            // in a corner of the domain
}

TEST(SourceKernel, StaysOnItsSideOfAnInterface) {
  const Earth earth = make_earth(true);
  for (const Vector& x : {Vector{2, 2, -2}, Vector{2.1, 2.3, -2.2}}) {
    expect_delta(earth, x);
    for (const int e : kernel_at(earth, x).elements) EXPECT_LT(earth.mesh.centre(static_cast<std::size_t>(e))[2], -2);
  }
}

}  // namespace
}  // namespace unda::dg::source_kernel_test

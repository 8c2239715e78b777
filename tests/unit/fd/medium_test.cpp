// One array of buoyancy on the nodes where the density is smooth, arrays of their own where it is not; and the same numbers
// on every part of a cut grid.
#include "fd/medium.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <omp.h>

#include "fd/schemes/acoustic.hpp"
#include "model/stiffness.hpp"

namespace unda::fd::medium_test {
namespace {

/// A density that changes by `slope` a metre along x, and by `jump` at z = 25; its mean over a box in closed form.
class Earth : public model::Model {
 public:
  Earth(double slope, double jump) : slope_(slope), jump_(jump) {}
  std::shared_ptr<const model::Model> changed(const Change&) const override { return nullptr; }
  model::Properties at(const Vector& x) const override { return {2000, 0, mean(x, x).rho}; }
  model::CellMeans mean(const Vector& low, const Vector& high) const override {
    const double above = high[2] > low[2] ? std::clamp((high[2] - 25) / (high[2] - low[2]), 0.0, 1.0) : high[2] > 25;
    const double rho = 1000 + slope_ * 0.5 * (low[0] + high[0]) + jump_ * above;
    return {rho, 4e6 * rho, 0, 4e6 * rho};
  }
  model::Stiffness stiffness(const Vector& low, const Vector& high) const override {
    const double p = mean(low, high).p_modulus;
    const bool cut = jump_ != 0 && low[2] < 25 && high[2] > 25;
    return {{cut ? 1.1 * p : p, p, p, p, p, p}, {}};
  }
  bool has_interfaces() const override { return jump_ != 0; }
  bool varies_along(int axis) const override { return axis == 0 ? slope_ != 0 : axis == 2 && jump_ != 0; }
  model::Extremes extremes() const override { return {}; }

 private:
  double slope_, jump_;
};

Grid small_grid() {
  Grid grid;
  for (int a = 0; a < 3; ++a) {
    grid.axis[a].physical = a;
    grid.axis[a].spacing = 10;
    grid.axis[a].n_nodes = grid.axis[a].n_whole = grid.axis[a].n_domain_nodes = 16 - 3 * a;
  }
  return grid;
}

template <class Real>
Medium<Real> sampled(const Earth& earth, const Grid& grid) {
  const SchemeDescription scheme = describe<Acoustic<3>>();
  return {earth, grid, scheme.medium, parallel::Communicator::world()};
}

TEST(Medium, ASmoothDensityIsKeptOnceAndAveraged) {
  const Earth earth(0.5, 0);
  const Grid grid = small_grid();
  const Medium<float> medium = sampled<float>(earth, grid);
  EXPECT_EQ(medium.n_arrays(), 2u);
  View<float> view;
  medium.show_to(view);
  for (int axis = 0; axis < 3; ++axis) {
    ASSERT_TRUE(medium.is_mean(Acoustic<3>::b(axis)));
    for (int i = 0; i + 1 < grid.axis[0].n_nodes; ++i) {
      const double rho = 1000 + 0.5 * 10 * (i + (axis == 0 ? 0.5 : 0));
      EXPECT_NEAR(view.parameter_value(Acoustic<3>::b(axis), i, 3, 2), 1 / rho, 1e-5 / rho);
      EXPECT_EQ(view.parameter_value(Acoustic<3>::b(axis), i, 3, 2), medium.value(Acoustic<3>::b(axis), {i, 3, 2}));
    }
  }
  EXPECT_EQ(view.parameter_row(Acoustic<3>::b(0), 0, 0)[grid.axis[0].n_nodes], 0) << "padding is computed with zeros";
}

TEST(Medium, AJumpKeepsArraysOfTheirOwn) {
  const Earth earth(0, 500);
  const Medium<double> medium = sampled<double>(earth, small_grid());
  EXPECT_EQ(medium.n_arrays(), 4u);
  View<double> view;
  medium.show_to(view);
  EXPECT_FALSE(medium.is_mean(Acoustic<3>::b(2)));
  EXPECT_NEAR(view.parameter_value(Acoustic<3>::b(2), 0, 0, 2), 1 / 1250.0, 1e-9) << "half of the cell lies above";
  EXPECT_NEAR(view.parameter_value(Acoustic<3>::b(0), 0, 0, 2), 1 / 1000.0, 1e-9);
}

TEST(Medium, PartsSeeTheNumbersOfTheWhole) {
  const Earth earth(0.5, 0);
  const Grid whole = small_grid();
  const Medium<float> all = sampled<float>(earth, whole);
  View<float> whole_view;
  all.show_to(whole_view);
  Grid part = whole;
  part.axis[0].n_nodes = 7;
  part.axis[0].offset = 4;
  part.axis[0].cut = {true, true};
  const Medium<float> some = sampled<float>(earth, part);
  View<float> view;
  some.show_to(view);
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(view.parameter_value(Acoustic<3>::b(0), i, 1, 1),
              whole_view.parameter_value(Acoustic<3>::b(0), i + 4, 1, 1));
  EXPECT_EQ(some.value(Acoustic<3>::b(0), {-2, 1, 1}), all.value(Acoustic<3>::b(0), {2, 1, 1}));
}

TEST(Medium, APeriodicAxisGoesOnWithItsFirstNode) {
  Grid grid = small_grid();
  grid.axis[0].low = grid.axis[0].high = scenario::BoundaryKind::periodic;
  const Earth earth(0.5, 0);
  const Medium<float> medium = sampled<float>(earth, grid);
  ASSERT_EQ(medium.n_arrays(), 2u);
  View<float> view;
  medium.show_to(view);
  const float* row = view.parameter_row(Acoustic<3>::b(0), 0, 0);
  EXPECT_EQ(row[grid.axis[0].n_nodes], row[0]);
}

TEST(Medium, OneCutPlaneAmongManyIsSeenByAnyNumberOfThreads) {
  Grid grid = small_grid();
  grid.axis[2].n_nodes = grid.axis[2].n_whole = 400;
  grid.axis[2].first = 3;  // one plane of nodes lies within a cell of z = 25
  const int before = omp_get_max_threads();
  omp_set_num_threads(8);
  int seen = 0;
  for (int n = 0; n < 100; ++n) seen += is_isotropic(Earth(0, 500), grid, parallel::Communicator::world()) ? 0 : 1;
  omp_set_num_threads(before);
  EXPECT_EQ(seen, 100);
  EXPECT_TRUE(is_isotropic(Earth(0.5, 0), grid, parallel::Communicator::world()));
}

}  // namespace
}  // namespace unda::fd::medium_test

// Grids, layouts, mirrors and points between grid points.
#include "fd/grid.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "fd/images.hpp"
#include "fd/point_stencil.hpp"
#include "fd/propagator.hpp"
#include "fd/resolution.hpp"
#include "fd/schemes/acoustic.hpp"
#include "fd/schemes/acoustic_second_order.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd::grid_test {
namespace {

using scenario::BoundaryKind;

scenario::Scenario box(BoundaryKind kind) {
  scenario::Scenario s;
  s.domain.dim = 2;
  s.domain.extent[0] = {0, 1000};
  s.domain.extent[2] = {-500, 0};
  s.boundary.fill(kind);
  return s;
}

TEST(Grid, DividesEachAxisEvenlyAndAddsLayersOutside) {
  const Grid grid = make_grid(box(BoundaryKind::absorbing), 30, 12);
  EXPECT_EQ(grid.axis[0].n_domain_nodes, 35);  // 34 cells of 29.4 m
  EXPECT_EQ(grid.axis[0].n_nodes, 35 + 24);
  EXPECT_NEAR(grid.axis[0].coordinate(12), 0, 1e-9);
  EXPECT_NEAR(grid.axis[0].coordinate(12 + 34), 1000, 1e-9);
  EXPECT_EQ(grid.axis[1].physical, 2);
  EXPECT_NEAR(grid.axis[1].coordinate(12), -500, 1e-9);
}

TEST(Grid, APeriodicAxisHasOneFaceOnly) {
  const Grid grid = make_grid(box(BoundaryKind::periodic), 10, 12);
  EXPECT_EQ(grid.axis[0].n_nodes, 100);
  EXPECT_EQ(grid.axis[1].n_nodes, 50);
}

TEST(Layout, GhostsOfARowNeverTouchItsNeighboursPoints) {
  for (const int n : {16, 17, 31, 32, 40}) {
    Grid grid;
    grid.dim = 2;
    grid.axis[0].n_nodes = n;
    grid.axis[1].n_nodes = 5;
    const Layout layout = make_layout(grid, max_radius);
    EXPECT_GE(layout.stride[1] - max_radius, n + max_radius) << n;  // left ghosts of the next row, right ones of this
    EXPECT_GE(layout.stride[1], layout.row_length + max_radius) << n;
    EXPECT_EQ(layout.row_length % row_unit, 0);
  }
}

TEST(Layout, AnArrayThatDoesNotVaryNeedsOneRow) {
  Grid grid;
  grid.dim = 3;
  for (int a = 0; a < 3; ++a) grid.axis[a].n_nodes = 100;
  const Layout layered = make_layout(grid, 0, {false, false, true});
  EXPECT_EQ(layered.stride[1], 0);
  EXPECT_GT(layered.stride[2], 0);
  EXPECT_LT(layered.size, 100U * 130U);
}

TEST(GhostWidths, FollowFromTheDeclaration) {
  const auto acoustic = describe<Acoustic<3>>();
  // Pressure is differentiated along every axis, half a cell up; the velocity along x only, half a cell down.
  EXPECT_EQ(ghost_widths(acoustic, Acoustic<3>::p, 4), (GhostWidths{{{3, 4}, {3, 4}, {3, 4}}}));
  EXPECT_EQ(ghost_widths(acoustic, Acoustic<3>::v(0), 4), (GhostWidths{{{4, 3}, {0, 0}, {0, 0}}}));
  const auto elastic = describe<Elastic<3>>();
  EXPECT_EQ(ghost_widths(elastic, Elastic<3>::normal(1), 2), (GhostWidths{{{0, 0}, {1, 2}, {0, 0}}}));
  EXPECT_EQ(ghost_widths(elastic, Elastic<3>::shear_of(0, 2), 2), (GhostWidths{{{2, 1}, {0, 0}, {2, 1}}}));
  const auto second = describe<AcousticSecondOrder<2>>();
  EXPECT_EQ(ghost_widths(second, AcousticSecondOrder<2>::p, 3), (GhostWidths{{{3, 3}, {3, 3}, {0, 0}}}));
  EXPECT_EQ(ghost_widths(second, AcousticSecondOrder<2>::r, 3), (GhostWidths{}));
}

TEST(Images, AFreeFaceMakesPressureOddAndNormalVelocityEven) {
  const auto scheme = describe<Acoustic<2>>();
  const Grid grid = make_grid(box(BoundaryKind::free), 100, 12);
  std::vector<double> row(32, 0.0);
  double* f = row.data() + 8;
  const int n = grid.axis[0].n_nodes;  // 11
  for (int i = 0; i < n; ++i) f[i] = 1 + i;
  fill_row_ends(f, n, {3, 3}, 0, images_of(scheme, grid, Acoustic<2>::p, 3).mirror[0]);
  EXPECT_EQ(f[0], 0);
  EXPECT_EQ(f[-2], -f[2]);
  EXPECT_EQ(f[n - 1], 0);
  EXPECT_EQ(f[n + 1], -f[n - 3]);
  for (int i = 0; i < n; ++i) f[i] = 1 + i;
  fill_row_ends(f, n, {3, 2}, 1, images_of(scheme, grid, Acoustic<2>::v(0), 3).mirror[0]);
  EXPECT_EQ(f[-1], f[0]);
  EXPECT_EQ(f[-3], f[2]);
  EXPECT_EQ(f[n - 1], f[n - 2]);
  EXPECT_EQ(f[n + 1], f[n - 4]);
}

TEST(Images, GhostRowsAgreeWithGhostsAlongARow) {
  // The same field, once along axis 0 and once across rows, gets the same ghosts for every kind of face.
  for (const auto kind : {BoundaryKind::free, BoundaryKind::rigid, BoundaryKind::periodic}) {
    for (const int half : {0, 1}) {
      Mirror mirror = kind == BoundaryKind::periodic ? Mirror::wrap : half == 0 ? Mirror::odd : Mirror::even;
      const std::array<Mirror, 2> both{mirror, mirror};
      constexpr int n = 12, radius = 4;
      std::vector<double> along(40, 0.0), across(40, 0.0);
      double *a = along.data() + 14, *b = across.data() + 14;
      for (int i = 0; i < n; ++i) a[i] = b[i] = 3 + i;
      fill_row_ends(a, n, {radius, radius - half}, half, both);
      for (int q = 0; q < n; ++q) {
        hold_row(b + q, 1, q, n, half, both);
        fill_ghost_rows(b + q, 1, 1, q, n, {radius, radius - half}, half, both);
      }
      for (int i = -radius; i < n + radius - half; ++i) EXPECT_EQ(a[i], b[i]) << "half " << half << " at " << i;
    }
  }
}

TEST(PointStencil, FoldsBackAtAFreeSurface) {
  const auto scheme = describe<Acoustic<2>>();
  scenario::Scenario s = box(BoundaryKind::absorbing);
  s.boundary[top] = BoundaryKind::free;
  const Grid grid = make_grid(s, 10, 12);
  // Pressure vanishes on the surface and changes sign across it: an odd function is read exactly.
  const auto along = reading_weights(grid, images_of(scheme, grid, Acoustic<2>::p, 4), {503, 0, -4});
  double value = 0;
  for (const auto& [i, weight_x] : along[0]) {
    for (const auto& [j, weight_z] : along[1]) {
      const Vector x = grid.position({double(i), double(j), 0});
      EXPECT_LE(x[2], 1e-9);
      value += weight_x * weight_z * std::sin(0.06 * x[2]);
    }
  }
  EXPECT_NEAR(value, std::sin(0.06 * -4), 5e-5);
}

TEST(PointsPerWavelength, FollowTheOrder) {
  EXPECT_NEAR(points_per_wavelength(8), 5, 0.02);
  EXPECT_GT(points_per_wavelength(4), 7);
  EXPECT_LT(points_per_wavelength(16), 4);
}

}  // namespace
}  // namespace unda::fd::grid_test

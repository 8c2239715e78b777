// Flat contacts of fluids and solids on the grid: thickness is conserved, differences sum by parts, sides keep apart.
#include "fd/slip_interfaces.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "fd/medium.hpp"
#include "fd/schemes/elastic.hpp"
#include "model/stiffness.hpp"
#include "numerics/difference_table.hpp"

namespace unda::fd::slip_interfaces_test {
namespace {

constexpr model::Properties water{1500, 0, 1000}, rock{3000, 1700, 2500};

/// Rock below the height, water above it, or the reverse.
class TwoMedia final : public model::Model {
 public:
  TwoMedia(double height, bool rock_below) : height_(height), rock_below_(rock_below) {}
  std::shared_ptr<const model::Model> changed(const Change&) const override { return nullptr; }
  model::Properties at(const Vector& x) const override { return (x[2] <= height_) == rock_below_ ? rock : water; }
  model::CellMeans mean(const Vector& low, const Vector& high) const override {
    model::CellMeans means;
    const double below = std::clamp((height_ - low[2]) / (high[2] - low[2]), 0.0, 1.0);
    const double share = rock_below_ ? below : 1 - below;
    means.rho = share * rock.rho + (1 - share) * water.rho;
    return means;
  }
  model::Stiffness stiffness(const Vector& low, const Vector& high) const override {
    model::Laminate layers(2);
    const double below = std::clamp((height_ - low[2]) / (high[2] - low[2]), 0.0, 1.0);
    if (below > 0) layers.add(model::isotropic(rock_below_ ? rock : water), below);
    if (below < 1) layers.add(model::isotropic(rock_below_ ? water : rock), 1 - below);
    return layers.stiffness();
  }
  bool has_interfaces() const override { return true; }
  std::vector<model::LevelInterface> level_interfaces() const override {
    return {{height_, rock_below_ ? water : rock, rock_below_ ? rock : water}};
  }
  bool varies_along(int axis) const override { return axis == 2; }
  model::Extremes extremes() const override { return {}; }

 private:
  double height_;
  bool rock_below_;
};

Grid grid_of(int n) {
  Grid grid;
  grid.dim = 2;
  grid.axis[0].n_nodes = grid.axis[0].n_whole = 20;
  grid.axis[1].physical = 2;
  grid.axis[1].n_nodes = grid.axis[1].n_whole = n;
  return grid;
}

constexpr int n_planes = 60;

/// Derivatives of the velocity along the contact at half planes of the solid, and of its shear stress at planes of nodes, as
/// matrices: plain stencils with the changes of a contact.
struct Matrices {
  std::vector<std::vector<double>> at_half, at_node;
};
Matrices matrices_of(const OneSidedFace<double>& face, int radius) {
  Matrices m{std::vector(n_planes, std::vector<double>(n_planes, 0)),
             std::vector(n_planes, std::vector<double>(n_planes, 0))};
  const auto c = numerics::staggered_coefficients(radius);
  for (int k = radius; k < n_planes - radius; ++k)
    for (int w = 1; w <= radius; ++w) {
      m.at_half[k][k + w] += c[w - 1];
      m.at_half[k][k + 1 - w] -= c[w - 1];
      m.at_node[k][k + w - 1] += c[w - 1];
      m.at_node[k][k - w] -= c[w - 1];
    }
  for (int level = 0; level < face.n_levels; ++level)
    for (const bool half : {true, false}) {
      const LevelWeights<double>& w = (half ? face.at_half : face.at_node)[static_cast<std::size_t>(level)];
      const int k = face.first + level;
      for (std::size_t n = 0; n < w.weights.size(); ++n)
        (half ? m.at_half : m.at_node)[k][k + w.first_offset + static_cast<int>(n)] += w.weights[n];
    }
  return m;
}

double parameter_of(const SlipInterfaces& slips, const model::Model& model, const Parameter& parameter, int plane) {
  const Grid grid = grid_of(n_planes);
  CellMedium cell(model, grid, parameter.half, {0, plane, 0});
  return slips.parameter(model, grid, parameter, {0, plane, 0}, cell);
}

TEST(SlipInterfaces, SumByParts) {
  for (const int radius : {1, 2, 4, 8})
    for (const bool rock_below : {true, false})
      for (const double height : {30.0, 30.3, 30.5, 30.75}) {
        const TwoMedia model(height, rock_below);
        const SlipInterfaces slips(model, grid_of(n_planes), radius);
        ASSERT_FALSE(slips.empty());
        const auto faces = slips.faces<double>(describe<Elastic<2, true>>(), grid_of(n_planes));
        ASSERT_EQ(faces.size(), 1u);
        const Matrices m = matrices_of(faces[0], radius);
        const Parameter shear{Property::shear_xz, {1, 1, 0}};
        for (int h = 20; h < 40; ++h) {
          if (parameter_of(slips, model, shear, h) == 0) continue;  // no shear stress there
          for (int k = 12; k < 48; ++k)
            EXPECT_NEAR(m.at_half[h][k], -m.at_node[k][h], 1e-12) << radius << height << h << k;
        }
      }
}

TEST(SlipInterfaces, ThicknessIsThatOfTheSides) {
  for (const double height : {30.0, 30.1, 30.3, 30.5, 30.75, 30.81}) {
    const SlipInterfaces slips(TwoMedia(height, true), grid_of(n_planes), 4);
    const int below =
        slips.planes(grid_of(n_planes).axis[1])[0][1] - 8;  // the last plane of the rock; 8 of the water follow
    double rock_thickness = 0, water_thickness = 0;
    for (int k = 10; k < 50; ++k)
      (k <= below ? rock_thickness : water_thickness) += slips.scale(SlipRole::stress_along, k);
    EXPECT_NEAR(rock_thickness, height - 9.5, 1e-9) << height;
    EXPECT_NEAR(water_thickness, 49.5 - height, 1e-9) << height;
  }
}

TEST(SlipInterfaces, AnIsotropicFluidStaysOne) {
  const TwoMedia model(30.2, true);
  const SlipInterfaces slips(model, grid_of(n_planes), 4);
  for (int k = 31; k < 40; ++k) {
    auto value = [&](Property p) { return parameter_of(slips, model, {p, {0, 0, 0}}, k); };
    const double tau = slips.scale(SlipRole::stress_along, k), across = value(Property::stiffness_zz);
    EXPECT_NEAR(value(Property::stiffness_xz), tau * across, 1e-9 * across);
    EXPECT_NEAR(value(Property::stiffness_xx), tau * tau * across, 1e-9 * across);
  }
}

TEST(SlipInterfaces, NeedRoom) {
  Grid grid = grid_of(n_planes);
  grid.axis[1].low = grid.axis[1].high = scenario::BoundaryKind::free;
  EXPECT_FALSE(SlipInterfaces(TwoMedia(40, true), grid, 4).empty());
  for (const double height : {5.0, 57.0}) {
    const SlipInterfaces slips(TwoMedia(height, true), grid, 4);
    EXPECT_TRUE(slips.empty());
    EXPECT_EQ(slips.without_room(), std::vector{height});
  }
}

}  // namespace
}  // namespace unda::fd::slip_interfaces_test

// An explosion in a fluid against its closed form, in every dimension, with and without a free surface, and
// the order of convergence in space.
#include <cmath>

#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification {
namespace {

const std::string examples = std::string(UNDA_SOURCE_DIR) + "/examples/verification/";

double worst(const std::string& example, const std::vector<std::string>& overrides = {}) {
  return closed_form_misfit(scenario::read_scenario(examples + example, overrides)).worst;
}

TEST(FluidExplosion, OneDimension) { EXPECT_LT(worst("explosion_1d.toml"), 0.001); }
TEST(FluidExplosion, TwoDimensions) { EXPECT_LT(worst("explosion_2d.toml"), 0.001); }
TEST(FluidExplosion, ThreeDimensions) { EXPECT_LT(worst("explosion_3d.toml"), 0.001); }

TEST(FluidExplosion, InDoublePrecision) {
  EXPECT_LT(worst("explosion_1d.toml", {"solver.precision=double"}), 0.001);
  EXPECT_LT(worst("explosion_2d.toml", {"solver.precision=double"}), 0.001);
  EXPECT_LT(worst("explosion_3d.toml", {"solver.precision=double"}), 0.001);
}

TEST(FluidExplosion, UnderAFreeSurface) {
  EXPECT_LT(worst("free_surface_2d.toml"), 0.002);
  EXPECT_LT(worst("free_surface_3d.toml"), 0.002);
}

TEST(FluidExplosion, UnderAFreeSurfaceInDoublePrecision) {
  EXPECT_LT(worst("free_surface_2d.toml", {"solver.precision=double"}), 0.002);
  EXPECT_LT(worst("free_surface_3d.toml", {"solver.precision=double"}), 0.002);
}

TEST(FluidExplosion, EveryOrderIsAccurateAtItsOwnResolution) {
  // Points per shortest wavelength (60 m) that keep the misfit under 2 % over five wavelengths.
  const std::vector<std::pair<int, double>> resolution{{2, 40}, {4, 12}, {6, 8},  {8, 6.5},
                                                       {10, 6}, {12, 5}, {14, 5}, {16, 4.5}};
  for (const auto& [order, points] : resolution)
    EXPECT_LT(worst("explosion_1d.toml",
                    {"solver.fd.order=" + std::to_string(order), "mesh.spacing=" + std::to_string(60 / points)}),
              0.02)
        << "order " << order;
}

TEST(FluidExplosion, WithoutTheTimeCorrectionTheTimeErrorRules) {
  EXPECT_GT(worst("explosion_1d.toml", {"solver.fd.time_dispersion_correction=false"}), 0.02);
}

TEST(FluidExplosion, OffGridPositionsCostNothing) {
  const double shifted = worst("explosion_2d.toml", {"source.position=[405.4, -394.6]"});
  EXPECT_LT(shifted, 0.001);
}

/// Order of convergence from three meshes: source and receivers on grid points of all of them.
double convergence_order(int order, double spacing) {
  std::vector<double> misfit;
  for (const int refine : {1, 2, 4})
    misfit.push_back(worst("explosion_1d.toml", {"solver.fd.order=" + std::to_string(order), "solver.precision=double",
                                                 "source.position=[400]", "time.duration=0.5",
                                                 "receivers.positions=[[700.0]]", "receivers.quantities=[\"pressure\"]",
                                                 "mesh.spacing=" + std::to_string(spacing / refine)}));
  return std::log2(misfit[0] / misfit[2]) / 2;
}

TEST(FluidExplosion, ConvergesInSpaceAtTheOrderOfTheScheme) {
  EXPECT_NEAR(convergence_order(2, 4), 2, 0.3);
  EXPECT_NEAR(convergence_order(4, 5), 4, 0.3);
  EXPECT_NEAR(convergence_order(6, 10), 6, 0.3);
  EXPECT_NEAR(convergence_order(8, 12.5), 8, 0.3);
}

}  // namespace
}  // namespace unda::verification

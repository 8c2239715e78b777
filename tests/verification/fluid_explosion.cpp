// An explosion in a fluid against its closed form, in every dimension, with and without a free surface, and
// the order of convergence in space.
#include <cmath>

#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::fluid_explosion_test {
namespace {

double worst(const std::string& example, const std::vector<std::string>& overrides = {}) {
  return closed_form_misfit(example_scenario("verification/" + example, overrides)).worst;
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

// Eight points per shortest wavelength, in domains from whose edges nothing comes back in time, with or without layers.
const std::vector<std::string> wide_2d{"domain.x=[-600, 1400]", "domain.z=[-1400, 600]",
                                       "solver.sem.absorbing_elements=0"};
const std::vector<std::string> wide_3d{"solver.sem.absorbing_elements=0",
                                       "domain.x=[-160, 440]",
                                       "domain.y=[-150, 450]",
                                       "domain.z=[-700, -100]",
                                       "time.duration=0.35",
                                       "receivers.positions=[[291.7, 151.3, -398.1], [228.3, "
                                       "237.9, -311.5], [141.7, 61.3, -398.1]]"};

TEST(FluidExplosion, BySpectralElements) {
  for (const char* precision : {"solver.precision=single", "solver.precision=double"}) {
    auto in_2d = wide_2d, in_3d = wide_3d;
    in_2d.emplace_back(precision);
    in_3d.emplace_back(precision);
    EXPECT_LT(worst("explosion_2d.toml", by_elements(30, in_2d)), 0.005) << precision;
    EXPECT_LT(worst("explosion_3d.toml", by_elements(30, in_3d)), 0.005) << precision;
  }
}

TEST(FluidExplosion, BySpectralElementsUnderAFreeSurface) {
  EXPECT_LT(worst("free_surface_2d.toml",
                  by_elements(30, {"domain.x=[-600, 1400]", "domain.z=[-1400, 0]", "solver.sem.absorbing_elements=0"})),
            0.01);
  EXPECT_LT(
      worst("free_surface_3d.toml",
            by_elements(
                30, {"solver.sem.absorbing_elements=0", "domain.x=[-160, 440]", "domain.y=[-150, 450]",
                     "domain.z=[-400, 0]", "time.duration=0.38",
                     "receivers.positions=[[291.7, 151.3, -30.1], [228.3, 237.9, -171.5], [141.7, 61.3, -108.1]]"})),
      0.02);
}

TEST(FluidExplosion, SpectralElementsOfEveryDegree) {
  // Edges in shortest wavelengths (60 m).
  const std::vector<std::pair<int, double>> edge{{1, 0.04}, {2, 0.2}, {3, 0.35}, {4, 0.5}, {5, 0.75},
                                                 {6, 1},    {7, 1.2}, {8, 1.5},  {9, 1.7}, {10, 2}};
  for (const auto& [degree, wavelengths] : edge) {
    auto overrides = degree == 1 ? std::vector<std::string>{"receivers.positions=[[461.7, -398.1]]",
                                                            "receivers.quantities=[\"pressure\"]", "time.duration=0.3",
                                                            "domain.x=[150, 650]", "domain.z=[-650, -150]"}
                                 : wide_2d;
    overrides.push_back("solver.sem.degree=" + std::to_string(degree));
    EXPECT_LT(worst("explosion_2d.toml", by_elements(60 * wavelengths, overrides)), 0.02) << "degree " << degree;
  }
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
}  // namespace unda::verification::fluid_explosion_test

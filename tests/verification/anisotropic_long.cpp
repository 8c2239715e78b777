// Point sources in tilted solids by discontinuous Galerkin, and absorbing layers over many steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "anisotropic_sources.hpp"

namespace unda::verification::anisotropic_long_test {
namespace {

TEST(AnisotropicLong, PointSourcesByDiscontinuousGalerkin) {
  const std::string dg = "[mesh]\nspacing = 225\n[solver]\nmethod = 'dg'\norder = 5\n";
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(force, tilted_shale, dg))).worst, 0.02);
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(moment, tilted_shale, dg))).worst, 0.02);
}

}  // namespace
}  // namespace unda::verification::anisotropic_long_test

// Sources by discontinuous Galerkin against their closed forms, at 8 points per shortest wavelength: an explosion in a fluid,
// five wavelengths away and under a free surface; a double couple with a force in a solid. The domains are so large that
// nothing comes back from their absorbing faces in time.
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification {
namespace {

double worst(const std::string& example, std::vector<std::string> overrides) {
  overrides.push_back("solver.method=dg");
  const auto report = closed_form_misfit(
      scenario::read_scenario(std::string(UNDA_SOURCE_DIR) + "/examples/verification/" + example, overrides));
  std::printf("%s: misfit %.1e, worst %.1e at %s\n", example.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  return report.worst;
}

TEST(DgSources, ExplosionInAFluid) {
  EXPECT_LT(worst("explosion_3d.toml", {"domain.x=[20, 560]", "domain.y=[-70, 370]", "domain.z=[-620, -180]",
                                        "mesh.spacing=37.5", "source.time_function.delay=0.12", "time.duration=0.4",
                                        "receivers.positions=[[441.7, 151.3, -398.1]]"}),
            0.01);
}

TEST(DgSources, ExplosionUnderAFreeSurface) {
  EXPECT_LT(worst("free_surface_3d.toml", {"domain.x=[-110, 590]", "domain.y=[-130, 440]", "domain.z=[-400, 0]",
                                           "mesh.spacing=37.5", "source.time_function.delay=0.12", "time.duration=0.34",
                                           "receivers.positions=[[321.7, 181.3, -58.1], [301.7, 231.3, -3]]"}),
            0.02);
}

TEST(DgSources, DoubleCoupleAndForce) {
  EXPECT_LT(
      worst("full_space_3d.toml",
            {"domain.x=[-290, 1910]", "domain.y=[-450, 1750]", "domain.z=[-2456.2, -256.2]", "mesh.spacing=144",
             "source[0].time_function.delay=0.3", "source[1].time_function.delay=0.3", "time.duration=0.64",
             "receivers.positions=[[1063.7, 651.3, -1398.1], [963.7, 851.3, -1198.1], [1020.3, 780.2, -1560.9]]"}),
      0.02);
}

}  // namespace
}  // namespace unda::verification

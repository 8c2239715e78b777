// Sources in an elastic full space against their closed forms, in both precisions: a double couple with a force in 3-D, a
// line explosion in 2-D.
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::full_space_test {
namespace {

double worst(const std::string& example, const std::vector<std::string>& overrides) {
  const auto report = closed_form_misfit(example_scenario("verification/" + example, overrides));
  std::printf("%s: misfit %.1e, worst %.1e at %s\n", example.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  return report.worst;
}

TEST(FullSpace, DoubleCoupleAndForce) { EXPECT_LT(worst("full_space_3d.toml", {}), 0.001); }

TEST(FullSpace, DoubleCoupleAndForceInDoublePrecision) {
  // A part of the example: the two nearest receivers and one at four shortest wavelengths.
  EXPECT_LT(worst("full_space_3d.toml",
                  {"solver.precision=double", "domain.x=[400, 1400]", "domain.y=[450, 1300]", "domain.z=[-1600, -650]",
                   "time.duration=1.1",
                   "receivers.positions=[[1314.9, 1224.5, -724.9], [1063.7, 651.3, -1398.1], [601.7, 651.3, -900.0]]"}),
            0.001);
}

TEST(FullSpace, BySpectralElements) {
  // Nothing comes back from the edges in time, with or without layers; 8 points per shortest wavelength.
  EXPECT_LT(worst("full_space_3d.toml",
                  by_elements(115, {"solver.sem.absorbing_elements=0", "domain.x=[-800, 2000]", "domain.y=[-750, 2050]",
                                    "domain.z=[-2800, 0]", "time.duration=0.95",
                                    "receivers.positions=[[1063.7, 651.3, -1398.1], [1014.9, 1024.5, -1024.9], [401.7, "
                                    "351.3, -1198.1]]"})),
            0.02);
  EXPECT_LT(worst("explosion_solid_2d.toml", by_elements(115, {"solver.sem.absorbing_elements=0",
                                                               "domain.x=[-2000, 4000]", "domain.z=[-4000, 2000]"})),
            0.005);
}

TEST(FullSpace, LineExplosion) {
  EXPECT_LT(worst("explosion_solid_2d.toml", {}), 0.001);
  EXPECT_LT(worst("explosion_solid_2d.toml", {"solver.precision=double"}), 0.001);
}

}  // namespace
}  // namespace unda::verification::full_space_test

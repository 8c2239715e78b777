// LOH.3, a double couple below an attenuating layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz, on a smaller domain and a coarser mesh than those of the example, which reaches 4 Hz at all ten.
#include <gtest/gtest.h>

#include "layer_over_half_space.hpp"

namespace unda::verification::loh3_long_test {
namespace {

/// Edges that absorb a kilometre beyond the stations.
void expect_five_stations(double allowed, const std::vector<std::string>& overrides) {
  expect_nearest_stations(
      "loh3", allowed, {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "domain.z=[-4000, 0]", "time.duration=6"},
      overrides);
}

/// With the interface half way between planes of grid points.
TEST(Loh3Long, FiveNearestStationsBelow2Hz) { expect_five_stations(0.03, {"mesh.fd.spacing=95.24"}); }

/// As in LOH.1, with edges half a kilometre farther away.
TEST(Loh3Long, BySpectralElements) {
  expect_five_stations(0.05,
                       by_elements(500, {"domain.x=[-1500, 5500]", "domain.y=[-1500, 4500]", "domain.z=[-4000, 0]"}));
}

/// With the mesh and the edges of LOH.1, whose echoes of long waves are most of the misfit.
TEST(Loh3Long, ByDiscontinuousGalerkin) {
  expect_five_stations(0.05, {"solver.method=dg", "solver.dg.order=5", "mesh.dg.spacing=667", "domain.x=[-667, 4667]",
                              "domain.y=[-667, 3667]", "domain.z=[-3000, 0]", "time.duration=5"});
}

}  // namespace
}  // namespace unda::verification::loh3_long_test

// LOH.1, a double couple below a layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz, three by discontinuous Galerkin, on a smaller domain and coarser meshes than those of the example, which reaches 4 Hz at all ten.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "layer_over_half_space.hpp"

namespace unda::verification::loh1_test {
namespace {

/// Edges that absorb a kilometre beyond the stations, and six seconds: all that the layer guides has passed.
void expect_five_stations(double allowed, const std::vector<std::string>& overrides) {
  expect_nearest_stations("loh1", allowed, {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "time.duration=6"},
                          overrides);
}

/// With the interface half way between planes of grid points, and on one of them.
TEST(Loh1, FiveNearestStationsBelow2Hz) {
  for (const double cells_above : {10.5, 10.0})
    expect_five_stations(0.03, {"domain.z=[-4000, 0]", fmt::format("mesh.fd.spacing={}", 1000.001 / cells_above)});
}

/// Absorbing layers of spectral elements send back more of long waves: edges half a kilometre farther away.
TEST(Loh1, BySpectralElements) {
  expect_five_stations(0.05,
                       by_elements(500, {"domain.x=[-1500, 5500]", "domain.y=[-1500, 4500]", "domain.z=[-4000, 0]"}));
}

/// With edges one element beyond the stations.
TEST(Loh1, ByDiscontinuousGalerkin) {
  expect_nearest_stations("loh1", 0.05, {},
                          {"solver.method=dg", "solver.dg.order=5", "mesh.dg.spacing=667", "domain.x=[-667, 3001]",
                           "domain.y=[-667, 2334]", "domain.z=[-3000, 0]", "time.duration=3.3"},
                          3);
}

}  // namespace
}  // namespace unda::verification::loh1_test

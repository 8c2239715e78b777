// LOH.1, a double couple below a layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz by every method, on a smaller domain and coarser meshes than those of the example, which reaches 4 Hz at all ten.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "output/import/open_traces.hpp"
#include "support.hpp"
#include "verify/compare.hpp"

namespace unda::verification::loh1_test {
namespace {

const std::string examples = UNDA_SOURCE_DIR "/examples/";

/// Edges that absorb a kilometre beyond the stations, and six seconds: all that the layer guides has passed.
void expect_five_stations(double allowed, std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(), {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "time.duration=6",
                                       "receivers.line={ from = [800, 600, 0], to = [4000, 3000, 0], count = 5 }"});
  const auto s = scenario::read_scenario(examples + "loh1.toml", overrides);
  const output::Traces traces = traces_of(s), reference = output::open_traces(examples + "loh1_reference.h5");
  verify::CompareOptions options;
  options.corners.high = 2;
  const verify::Comparison comparison =
      verify::compare({traces, scenario::name_of(s.solver.method)}, {reference, "discrete wavenumbers"}, options);
  ASSERT_EQ(comparison.receivers.size(), 5U);
  for (const verify::ReceiverMisfit& station : comparison.receivers) {
    std::printf("%s: misfit %.4f\n", station.label.c_str(), station.misfit);
    EXPECT_LT(station.misfit, allowed) << station.label;
  }
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
  expect_five_stations(0.05, {"solver.method=dg", "solver.dg.order=5", "mesh.dg.spacing=667", "domain.x=[-667, 4667]",
                              "domain.y=[-667, 3667]", "domain.z=[-3000, 0]", "time.duration=5"});
}

}  // namespace
}  // namespace unda::verification::loh1_test

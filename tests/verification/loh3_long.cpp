// LOH.3, a double couple below an attenuating layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz, on a smaller domain and a coarser mesh than those of the example, which reaches 4 Hz at all ten.
#include <gtest/gtest.h>

#include "output/import/open_traces.hpp"
#include "support.hpp"
#include "verify/compare.hpp"

namespace unda::verification::loh3_long_test {
namespace {

const std::string examples = UNDA_SOURCE_DIR "/examples/";

/// Edges that absorb a kilometre beyond the stations.
void expect_five_stations(double allowed, std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(),
                   {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "domain.z=[-4000, 0]", "time.duration=6",
                    "receivers.line={ from = [800, 600, 0], to = [4000, 3000, 0], count = 5 }"});
  const auto s = scenario::read_scenario(examples + "loh3.toml", overrides);
  const output::Traces traces = traces_of(s), reference = output::open_traces(examples + "loh3_reference.h5");
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

/// With the interface half way between planes of grid points.
TEST(Loh3Long, FiveNearestStationsBelow2Hz) { expect_five_stations(0.03, {"mesh.fd.spacing=95.24"}); }

/// With the mesh and the edges of LOH.1, whose echoes of long waves are most of the misfit.
TEST(Loh3Long, ByDiscontinuousGalerkin) {
  expect_five_stations(0.05, {"solver.method=dg", "solver.dg.order=5", "mesh.dg.spacing=667", "domain.x=[-667, 4667]",
                              "domain.y=[-667, 3667]", "domain.z=[-3000, 0]", "time.duration=5"});
}

}  // namespace
}  // namespace unda::verification::loh3_long_test

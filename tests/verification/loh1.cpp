// LOH.1, a double couple below a layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz, on a smaller domain and a coarser grid than those of the example, which reaches 4 Hz at all ten.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "output/import/open_traces.hpp"
#include "run/compare.hpp"
#include "support.hpp"

namespace unda::verification {
namespace {

const std::string examples = std::string(UNDA_SOURCE_DIR) + "/examples/";

/// The five nearest stations on a grid whose planes lie `cells_above` spacings from the interface.
run::Comparison against_reference(double cells_above, std::vector<std::string> overrides = {}) {
  overrides.insert(overrides.begin(), {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "time.duration=6",
                                       fmt::format("mesh.spacing={}", 1000.001 / cells_above),
                                       "receivers.line={ from = [800, 600, 0], to = [4000, 3000, 0], count = 5 }"});
  const auto s = scenario::read_scenario(examples + "loh1.toml", overrides);
  const output::Traces traces = traces_of(s), reference = output::open_traces(examples + "loh1_reference.h5");
  run::CompareOptions options;
  options.corners.high = 2;
  return run::compare({traces, "fd"}, {reference, "discrete wavenumbers"}, options);
}

/// With the interface half way between planes of grid points, and on one of them.
TEST(Loh1, FiveNearestStationsBelow2Hz) {
  for (const double cells_above : {10.5, 10.0}) {
    const run::Comparison comparison = against_reference(cells_above);
    ASSERT_EQ(comparison.receivers.size(), 5U);
    for (const run::ReceiverMisfit& station : comparison.receivers)
      EXPECT_LT(station.misfit, 0.03) << station.label << ", " << cells_above << " cells above the interface";
  }
}

/// Two elements in the layer; edges far away, as they send back a third of S waves that come at 45 degrees.
TEST(Loh1, BySpectralElements) {
  const auto comparison = against_reference(10, by_elements(667, {"domain.x=[-6211, 10000]", "domain.y=[-6171, 9000]",
                                                                  "domain.z=[-9100, 0]", "time.duration=4.5"}));
  ASSERT_EQ(comparison.receivers.size(), 5U);
  for (const run::ReceiverMisfit& station : comparison.receivers) EXPECT_LT(station.misfit, 0.05) << station.label;
}

/// The two nearest stations, until echoes of the edges come.
TEST(Loh1, ByDiscontinuousGalerkin) {
  const auto comparison = against_reference(
      1.5, {"solver.method=dg", "domain.x=[-3335, 5336]", "domain.y=[-3335, 5336]", "domain.z=[-5669, 0]",
            "time.duration=2.6", "receivers.line={ from = [800, 600, 0], to = [1600, 1200, 0], count = 2 }"});
  ASSERT_EQ(comparison.receivers.size(), 2U);
  for (const run::ReceiverMisfit& station : comparison.receivers) EXPECT_LT(station.misfit, 0.05) << station.label;
}

}  // namespace
}  // namespace unda::verification

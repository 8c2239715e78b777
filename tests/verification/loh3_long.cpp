// LOH.3, a double couple below an attenuating layer over a half-space, against a discrete-wavenumber code: the five nearest stations
// below 2 Hz, on a smaller domain and a coarser mesh than those of the example, which reaches 4 Hz at all ten.
#include <gtest/gtest.h>

#include "output/import/open_traces.hpp"
#include "support.hpp"
#include "verify/compare.hpp"

namespace unda::verification::loh3_long_test {
namespace {

const std::string examples = UNDA_SOURCE_DIR "/examples/";

TEST(Loh3Long, FiveNearestStationsBelow2Hz) {
  const auto s = scenario::read_scenario(
      examples + "loh3.toml",
      {"domain.x=[-1000, 5000]", "domain.y=[-1000, 4000]", "domain.z=[-4000, 0]", "time.duration=6",
       "receivers.line={ from = [800, 600, 0], to = [4000, 3000, 0], count = 5 }",
       "mesh.fd.spacing=95.24"});  // the interface half way between planes of grid points
  const output::Traces traces = traces_of(s), reference = output::open_traces(examples + "loh3_reference.h5");
  verify::CompareOptions options;
  options.corners.high = 2;
  const verify::Comparison comparison = verify::compare({traces, "fd"}, {reference, "discrete wavenumbers"}, options);
  ASSERT_EQ(comparison.receivers.size(), 5U);
  for (const verify::ReceiverMisfit& station : comparison.receivers) {
    std::printf("%s: misfit %.4f\n", station.label.c_str(), station.misfit);
    EXPECT_LT(station.misfit, 0.03) << station.label;
  }
}

}  // namespace
}  // namespace unda::verification::loh3_long_test

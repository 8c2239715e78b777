// The examples LOH.1 and LOH.3 against a discrete-wavenumber code: their five nearest stations below 2 Hz.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "output/import/open_traces.hpp"
#include "support.hpp"
#include "verify/compare.hpp"

namespace unda::verification {

/// `domain`: overrides that come before the others. The first stations, a kilometre apart.
inline void expect_nearest_stations(const std::string& example, double allowed, std::vector<std::string> domain,
                                    const std::vector<std::string>& overrides, int n_stations = 5) {
  domain.push_back(fmt::format("receivers.line={{ from = [800, 600, 0], to = [{}, {}, 0], count = {} }}",
                               800 * n_stations, 600 * n_stations, n_stations));
  domain.insert(domain.end(), overrides.begin(), overrides.end());
  const auto s = example_scenario(example + ".toml", domain);
  const output::Traces traces = traces_of(s);
  const output::Traces reference = output::open_traces(UNDA_SOURCE_DIR "/examples/" + example + "_reference.h5");
  verify::CompareOptions options;
  options.corners.high = 2;
  const verify::Comparison comparison =
      verify::compare({traces, scenario::name_of(s.solver.method)}, {reference, "discrete wavenumbers"}, options);
  ASSERT_EQ(comparison.receivers.size(), static_cast<std::size_t>(n_stations));
  for (const verify::ReceiverMisfit& station : comparison.receivers) {
    std::printf("%s: misfit %.4f\n", station.label.c_str(), station.misfit);
    EXPECT_LT(station.misfit, allowed) << station.label;
  }
}

}  // namespace unda::verification

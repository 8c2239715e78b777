// PREM in a chunk of the earth: P and S arrive when travel-time tables say.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenario/chunk.hpp"
#include "support.hpp"

namespace unda::verification::chunk_long_test {
namespace {

constexpr double sigma = 10;

/// Along the equator, source 600 km deep; stations 5 and 8 degrees away.
std::string deep_source(const std::string& kind) {
  return "[domain]\nkind = 'chunk'\ncentre = { lat = 0, lon = 0 }\nwidth = [16, 8]\ndepth = 900e3\n"
         "[model]\nkind = 'radial'\nattenuates = false\n[boundary]\ntop = 'free'\n[solver]\nmethod = 'sem'\n"
         "[[source]]\nlat = 0\nlon = -4\ndepth = 600e3\n" +
         kind + fmt::format("time_function = {{ kind = 'gaussian', sigma = {} }}\n", sigma) +
         "[[receivers]]\nplace = [{ lat = 0, lon = 1 }, { lat = 0, lon = 4 }]\nquantities = ['displacement']\n"
         "[time]\nduration = 330\nsample_interval = 0.5\n[mesh]\nmax_frequency = 0.042\n";
}

/// When a component is largest, between samples by a parabola.
double time_of_peak(const output::Traces& traces, std::size_t receiver, std::size_t component) {
  const std::size_t nt = traces.time.size();
  const double* u = traces.groups.at(0).quantities.at(scenario::Quantity::displacement).values.data() +
                    (3 * receiver + component) * nt;
  std::size_t peak = 1;
  for (std::size_t j = 1; j + 1 < nt; ++j)
    if (std::abs(u[j]) > std::abs(u[peak])) peak = j;
  const double bend = u[peak - 1] - 2 * u[peak] + u[peak + 1];
  return traces.time[peak] + 0.5 * (u[peak - 1] - u[peak + 1]) / bend * (traces.time[1] - traces.time[0]);
}

/// TauP of ObsPy 1.4 for PREM: p 118.63 s and s 217.71 s at 8 degrees. The pulse of a far field peaks with the moment rate; the term that falls
/// with the square of the distance r is its integral, which is later by n sigma^2/T, T = r/v: n = 1 for P of an explosion and, less what it has of P,
/// 3 for S. Within a tenth of the shortest period.
TEST(ChunkLong, P) {
  const output::Traces traces = traces_of(scenario_from(deep_source("kind = 'explosion'\nmoment = 1e20\n")));
  EXPECT_NEAR(time_of_peak(traces, 1, 2), 6 * sigma + 118.63 + sigma * sigma / 118.63, 2.4);
}

TEST(ChunkLong, S) {
  const output::Traces traces =
      traces_of(scenario_from(deep_source("kind = 'moment_tensor'\nmoment = { xy = 1e20 }\n")));
  EXPECT_NEAR(time_of_peak(traces, 1, 1), 6 * sigma + 217.71 + 2 * sigma * sigma / 217.71, 2.4);
}

}  // namespace
}  // namespace unda::verification::chunk_long_test

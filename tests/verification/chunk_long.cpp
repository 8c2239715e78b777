// PREM in a chunk of the earth: P and S arrive when travel-time tables say.
#include <algorithm>
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
         "[time]\nduration = 300\nsample_interval = 0.5\n[mesh]\nmax_frequency = 0.042\n";
}

/// When the motion along some components is largest, between samples by a parabola.
double time_of_peak(const output::Traces& traces, std::size_t receiver, const std::vector<std::size_t>& components) {
  const std::size_t nt = traces.time.size();
  const auto& u = traces.groups.at(0).quantities.at(scenario::Quantity::displacement).values;
  std::vector<double> size(nt, 0);
  for (std::size_t j = 0; j < nt; ++j) {
    for (const std::size_t c : components) size[j] += std::pow(u[(3 * receiver + c) * nt + j], 2);
    size[j] = std::sqrt(size[j]);
  }
  const auto peak = static_cast<std::size_t>(std::max_element(size.begin() + 1, size.end() - 1) - size.begin());
  const double bend = size[peak - 1] - 2 * size[peak] + size[peak + 1];
  return traces.time[peak] + 0.5 * (size[peak - 1] - size[peak + 1]) / bend * (traces.time[1] - traces.time[0]);
}

/// TauP of ObsPy 1.4 for PREM: p 92.29 s and s 169.21 s at 5 degrees, 118.63 s and 217.71 s at 8. The pulse of a far field peaks with the moment rate; the term that falls
/// with the square of the distance r is its integral, which is later by n sigma^2/T, T = r/v: n = 1 for P of an explosion and, less what it has of P,
/// 3 for S. Within a tenth of the shortest period.
TEST(ChunkLong, P) {
  const output::Traces traces = traces_of(scenario_from(deep_source("kind = 'explosion'\nmoment = 1e20\n")));
  for (const auto& [station, seconds] : {std::pair{std::size_t{0}, 92.29}, {1, 118.63}})
    EXPECT_NEAR(time_of_peak(traces, station, {0, 2}), 6 * sigma + seconds + sigma * sigma / seconds, 2.4);
}

TEST(ChunkLong, S) {
  const output::Traces traces =
      traces_of(scenario_from(deep_source("kind = 'moment_tensor'\nmoment = { xy = 1e20 }\n")));
  for (const auto& [station, seconds] : {std::pair{std::size_t{0}, 169.21}, {1, 217.71}})
    EXPECT_NEAR(time_of_peak(traces, station, {1}), 6 * sigma + seconds + 2 * sigma * sigma / seconds, 2.4);
}

}  // namespace
}  // namespace unda::verification::chunk_long_test

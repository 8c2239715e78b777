// LOH.1 and LOH.3, layers over half-spaces without and with attenuation, against another program.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "unit/reference/layered_cases.hpp"

namespace unda::reference::layered_loh_test {
namespace {

using namespace testing;

struct Stations {
  double interval = 0;
  std::size_t n_samples = 0;
  std::array<std::vector<double>, 2> traces;  ///< x, y, z one after another
};

Stations read_stations(const std::string& name) {
  std::ifstream in(std::string(UNDA_SOURCE_DIR "/tests/data/layered/") + name);
  std::vector<std::array<double, 7>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::array<double, 7>& row = rows.emplace_back();
    for (double& value : row) {
      fields >> value;
      fields.ignore();
    }
  }
  Stations stations{rows.at(1)[0], rows.size(), {}};
  for (std::size_t c = 0; c < 6; ++c)
    for (const auto& row : rows) stations.traces[c / 3].push_back(row[1 + c]);
  return stations;
}

void expect_stations(const std::string& file, bool attenuation) {
  const Stations stations = read_stations(file);
  LayeredEarth earth{Surface::free, {{0, {4000, 2000, 2600}, 120, 40}, {-1000, {6000, 3464, 2700}, 155.9, 69.3}}, 2.5};
  if (!attenuation)
    for (EarthLayer& layer : earth.layers) layer.quality = {};
  const LayeredSource source{false, {0, 0, -2000}, {0, 0, 0, 1e18, 0, 0}, {}, gaussian(0.06, 0.36)};
  LayeredProblem p =
      problem_of(3, earth, source, {{800, 600, 0}, {8000, 6000, 0}}, {Quantity::velocity}, 1, stations.interval);
  p.n_samples = stations.n_samples;
  const LayeredTraces traces = layered_seismograms(p);
  for (std::size_t r = 0; r < 2; ++r) EXPECT_LT(l2_misfit(traces[r][0], stations.traces[r]), 1e-4) << file << r;
}

TEST(LayeredLoh, LayerOverHalfSpace) { expect_stations("loh1.csv", false); }
TEST(LayeredLoh, LayerOverHalfSpaceWithAttenuation) { expect_stations("loh3.csv", true); }

/// Phase velocity and quality factor of the law, at real frequencies.
TEST(LayeredLoh, AttenuationHasTheLawsPhaseVelocityAndQuality) {
  for (const double f : {0.3, 1.0, 2.5, 17.0}) {
    const Complex factor = physics::velocity_factor(40, 2.5, {0, 2 * std::numbers::pi * f}), modulus = factor * factor;
    EXPECT_NEAR(modulus.real() / modulus.imag(), 40, 1e-9);
    EXPECT_NEAR(1 / (1.0 / factor).real(), 1 + std::log(f / 2.5) / (std::numbers::pi * 40), 1e-12);
  }
}

}  // namespace
}  // namespace unda::reference::layered_loh_test

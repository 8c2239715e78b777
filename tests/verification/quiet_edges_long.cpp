// Absorbing edges of discontinuous Galerkin beside soft ground: in layers made for hard ground this run ends after 8,000 steps, its
// energy grown fourfold.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "dg_edges.hpp"
#include "support.hpp"

namespace unda::verification::quiet_edges_long_test {
namespace {

/// A slice, periodic along y: 233 m/s over 2361 m/s, 11.65 m the shortest wavelength; 11,000 steps.
const std::string channel_slice =
    "[domain]\nx = [0, 46.6]\ny = [0, 13.98]\nz = [-34.95, 0]\n"
    "[boundary]\ntop = 'free'\nsouth = 'periodic'\nnorth = 'periodic'\n[model]\nkind = 'layers'\n"
    "[[model.layer]]\ntop = 0\nvp = 1560\nvs = 233\nrho = 1800\n"
    "[[model.layer]]\ntop = -14.4\nvp = 4301\nvs = 2361\nrho = 2400\n"
    "[[source]]\nkind = 'force'\nposition = [16.31, 6.99, -17.475]\nforce = [1e6, 0, 2e6]\n"
    "time_function = { kind = 'ricker', frequency = 8, delay = 0.15 }\n"
    "[[receivers]]\npositions = [[11.65, 6.99, -5.825], [34.95, 6.99, -5.825], [34.95, 6.99, -27.96]]\n"
    "quantities = ['velocity']\n[time]\nduration = 0.6\nsample_interval = 0.002\n[mesh]\nmax_frequency = 20\n"
    "[solver]\nmethod = 'dg'\n";

TEST(QuietEdgesLong, SoftLayerOnRockByDiscontinuousGalerkin) {
  const scenario::Scenario s = scenario_from(channel_slice);
  const output::TraceGroup traces = traces_of(s).groups[0];
  const std::vector<double>& v = traces.quantities.begin()->second.values;
  const auto n = static_cast<std::size_t>(s.time.n_samples());
  double all = 0, late = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    all = std::max(all, std::abs(v[i]));
    if (10 * (i % n) / n == 9) late = std::max(late, std::abs(v[i]));
  }
  std::printf("late over all %.1e\n", late / all);
  EXPECT_LT(late, 0.5 * all);
}

/// Rock that lies a metre thick above the bottom makes flat elements. Layers as flat below them ended this run within 2,400 steps.
TEST(QuietEdgesLong, ThinRockAboveTheBottomByDiscontinuousGalerkin) {
  const scenario::Scenario s = scenario_from(
      "[domain]\nx = [0, 50.1]\ny = [0, 10.02]\nz = [-33.4, 0]\n"
      "[boundary]\ntop = 'free'\nsouth = 'periodic'\nnorth = 'periodic'\n[model]\nkind = 'layers'\n"
      "[[model.layer]]\ntop = 0\nvp = 4675\nvs = 2815\nrho = 2400\n[[model.layer]]\ntop = -6.6\nvp = 719\nvs = 167\n"
      "rho = 1800\n[[model.layer]]\ntop = -14.3\nvp = 1532\nvs = 393\nrho = 1800\n[[model.layer]]\ntop = -24.8\n"
      "vp = 1612\nvs = 258\nrho = 1800\n[[model.layer]]\ntop = -32.4107\nvp = 4675\nvs = 2815\nrho = 2400\n"
      "[[source]]\nkind = 'force'\nposition = [17.5, 5.01, -12.5]\nforce = [1e6, 0, 2e6]\n"
      "time_function = { kind = 'ricker', frequency = 80, delay = 0.015 }\n"
      "[[receivers]]\npositions = [[25.05, 5.01, -29.2]]\nquantities = ['velocity']\n"
      "[time]\nduration = 0.05\nsample_interval = 0.0005\n[mesh]\nmax_frequency = 20\n[solver]\nmethod = 'dg'\n");
  const output::TraceGroup traces = traces_of(s).groups[0];
  const std::vector<double>& v = traces.quantities.begin()->second.values;
  const auto n = static_cast<std::size_t>(s.time.n_samples());
  double early = 0, late = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    ASSERT_TRUE(std::isfinite(v[i]));
    double& part = 4 * (i % n) < 3 * n ? early : late;
    part = std::max(part, std::abs(v[i]));
  }
  EXPECT_LT(late, 2 * early);
}

/// Rock below is 18 times as fast as the soft layer. Layers of 0.06 wavelengths of its P waves sent a part of 0.25 back.
TEST(QuietEdgesLong, LittleComesBackFromSoftGroundInDiscontinuousGalerkin) {
  const Slice slice{58.5,
                    15.2,
                    46,
                    "[[model.layer]]\ntop = 0\nvp = 1560\nvs = 233\nrho = 1800\n"
                    "[[model.layer]]\ntop = -19.2\nvp = 4301\nvs = 2361\nrho = 2400\n",
                    "kind = 'force'\nposition = [21, {y}-23]\nforce = [{amount}, {zero}{amount}]\n",
                    1e6,
                    6,
                    15,
                    0.7,
                    {{15, -7}, {46, -7}, {46, -36}, {3, -1}, {56, -13}, {30, -42}}};
  EXPECT_LT(misfit_of_slice(slice), 0.03);
}

/// Waves of three domains' length in a uniform solid whose layers meet in corners. There they grew without oscillating, and ended this run after 7,600 steps.
TEST(QuietEdgesLong, LongWavesInHardGroundByDiscontinuousGalerkin) {
  const scenario::Scenario s = scenario_from(
      "[domain]\nx = [-160, 160]\ny = [0, 80]\nz = [-160, 160]\n[boundary]\nsouth = 'periodic'\nnorth = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = 2400\nvs = 1600\nrho = 1000\n[[source]]\nposition = [7, 41, 3]\n"
      "kind = 'moment_tensor'\nmoment = { xz = 1e8, xx = 1e8 }\n"
      "time_function = { kind = 'ricker', frequency = 5, delay = 0.25 }\n[[receivers]]\n"
      "positions = [[150, 45, 5], [145, 45, 140], [100, 35, -150]]\nquantities = ['velocity']\n[time]\nduration = 5\n"
      "sample_interval = 0.01\n[mesh]\nspacing = 40\n[solver]\nmethod = 'dg'\n[solver.dg]\norder = 5\n");
  const output::TraceGroup traces = traces_of(s).groups[0];
  const std::vector<double>& v = traces.quantities.begin()->second.values;
  const auto n = static_cast<std::size_t>(s.time.n_samples());
  double all = 0, middle = 0, late = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    all = std::max(all, std::abs(v[i]));
    if (10 * (i % n) / n == 4) middle = std::max(middle, std::abs(v[i]));
    if (10 * (i % n) / n == 9) late = std::max(late, std::abs(v[i]));
  }
  std::printf("late over middle %.1e, over all %.1e\n", late / middle, late / all);
  EXPECT_LT(late, 0.5 * middle);
  EXPECT_LT(late, 1e-5 * all);
}

}  // namespace
}  // namespace unda::verification::quiet_edges_long_test

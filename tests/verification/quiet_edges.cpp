// Absorbing edges beside soft ground and layers of rock: waves that layers guide must not grow in them (short forms of bench/edge_survey).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dg_edges.hpp"
#include "support.hpp"

namespace unda::verification::quiet_edges_test {
namespace {

/// A force in a domain of 20 x 12 of the shortest wavelengths, 10 m; free surface, the other edges absorb.
std::string narrow(const std::string& layers, double duration) {
  return fmt::format(
      "[domain]\nx = [0, 200]\nz = [-120, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n{}"
      "[[source]]\nkind = 'force'\nposition = [70, -15]\nforce = [1e6, 2e6]\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [[10, -5], [10, -25], [190, -100]]\nquantities = ['velocity']\n"
      "[time]\nduration = {}\nsample_interval = {}\n[mesh]\nmax_frequency = 20\n",
      layers, duration, duration / 1000);
}

std::string layer(double top, double vp, double vs, double rho) {
  return fmt::format("[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n", top, vp, vs, rho);
}

/// The largest value of the last tenth of the time over that of the fifth tenth and over that of all.
struct Late {
  double over_middle, over_all;
};
Late late_motion(const scenario::Scenario& s) {
  const output::TraceGroup traces = traces_of(s).groups[0];
  const std::vector<double>& v = traces.quantities.begin()->second.values;
  const auto n = static_cast<std::size_t>(s.time.n_samples());
  double all = 0, middle = 0, late = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double size = std::abs(v[i]);
    all = std::max(all, size);
    if (10 * (i % n) / n == 4) middle = std::max(middle, size);
    if (10 * (i % n) / n == 9) late = std::max(late, size);
  }
  std::printf("late over middle %.1e, over all %.1e\n", late / middle, late / all);
  return {late / middle, late / all};
}

/// By receiver: what the traces of a small domain differ by from those of a large one.
std::vector<double> echoes(const output::TraceGroup& small, const output::TraceGroup& large) {
  const std::vector<double>&a = small.quantities.begin()->second.values, &b = large.quantities.begin()->second.values;
  if (a.size() != b.size()) throw std::runtime_error("traces of different lengths");
  const std::size_t n_receivers = large.positions.size(), length = b.size() / n_receivers;
  std::vector<double> found;
  for (std::size_t r = 0; r < n_receivers; ++r) {
    double difference = 0, size = 0;
    for (std::size_t i = r * length; i < (r + 1) * length; ++i) {
      difference += (a[i] - b[i]) * (a[i] - b[i]);
      size += b[i] * b[i];
    }
    found.push_back(std::sqrt(difference / size));
    std::printf(" %.5f", found.back());
  }
  std::printf("\n");
  return found;
}

// About 20,000 steps each; layers made for hard ground ended all three, their energy grown fourfold.
TEST(QuietEdges, SoftLayerOnRock) {
  const std::string model = layer(0, 1000, 200, 1800) + layer(-50, 3000, 1500, 2400);
  const Late late = late_motion(scenario_from(narrow(model, 7.3)));
  EXPECT_LT(late.over_middle, 0.7);
  EXPECT_LT(late.over_all, 0.02);
}

TEST(QuietEdges, ChannelInRock) {
  const std::string model = layer(0, 3460, 2000, 2400) + layer(-40, 1000, 200, 1800) + layer(-80, 3460, 2000, 2400);
  EXPECT_LT(late_motion(scenario_from(narrow(model, 6.3))).over_middle, 0.9);
}

TEST(QuietEdges, WaterOverSediment) {
  const std::string model = layer(0, 1500, 0, 1000) + layer(-30, 1600, 200, 1800) + layer(-70, 3460, 2000, 2400);
  EXPECT_LT(late_motion(scenario_from(narrow(model, 6.3))).over_middle, 1);  // the water rings for long
}

/// Soft ground whose third resonance of S waves, 11 Hz, is the beginning of waves with opposite group and phase velocities; 4 of the
/// shortest wavelengths between two layers, so that what grows soon stands out. About 10,000 steps.
std::string backward_waves(const std::string& method) {
  return fmt::format(
      "[domain]\nx = [0, 47.2]\nz = [-100, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n{}{}"
      "[[source]]\nkind = 'force'\nposition = [16.52, -17.7]\nforce = [1e6, 2e6]\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [[11.8, -5.9], [35.4, -5.9]]\nquantities = ['velocity']\n"
      "[time]\nduration = 3.2\nsample_interval = 0.0032\n[mesh]\nmax_frequency = 20\n[solver]\nmethod = '{}'\n",
      layer(0, 1483, 236, 1800), layer(-15.94, 4155, 2068, 2400), method);
}

TEST(QuietEdges, BackwardWavesInFiniteDifferences) {
  EXPECT_LT(late_motion(scenario_from(backward_waves("fd"))).over_middle, 0.9);
}

TEST(QuietEdges, BackwardWavesInSpectralElements) {
  EXPECT_LT(late_motion(scenario_from(backward_waves("sem"))).over_middle, 0.9);
}

/// Seven thin layers of hard rock under a free surface, the fastest wave 3.8 times as fast as the slowest. In layers made for uniform ground this run
/// ended after 1,100 steps.
TEST(QuietEdges, ThinLayersOfHardRock) {
  const std::string layers = layer(0, 2884, 1779, 2077) + layer(-14.6, 3598, 1692, 2220) +
                             layer(-24.1, 2022, 948, 1904) + layer(-33.2, 3580, 1739, 2216) +
                             layer(-40.9, 3351, 1695, 2170) + layer(-55.9, 2227, 1108, 1945) +
                             layer(-62.6, 3528, 2016, 2206);
  const Late late = late_motion(scenario_from(
      "[domain]\nx = [-82.6, 220.2]\nz = [-151.2, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n" + layers +
      "[[source]]\nkind = 'explosion'\nposition = [0, -63.5]\nmoment = 1e12\n"
      "time_function = { kind = 'ricker', frequency = 13.8, delay = 0.11 }\n"
      "[[receivers]]\npositions = [[22, 0], [74, 0], [74, -69]]\nquantities = ['velocity']\n"
      "[time]\nduration = 1.5\nsample_interval = 0.005\n[mesh]\nmax_frequency = 34.4\n"));
  EXPECT_LT(late.over_middle, 0.5);
  EXPECT_LT(late.over_all, 1e-4);
}

/// Two layers of rock in a domain of 0.3 of the longest P waves under a free surface. In layers made for uniform ground long waves grew and ended this run
/// after 1,500 steps of 3,380.
TEST(QuietEdges, LongWavesInHardGroundInThreeDimensions) {
  const Late late = late_motion(scenario_from(
      "[domain]\nx = [0, 170]\ny = [0, 170]\nz = [-383, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n" +
      layer(0, 3000, 1700, 1800) + layer(-212, 4500, 2500, 2400) +
      "[[source]]\nkind = 'force'\nposition = [59.5, 85, -63.8]\nforce = [1e6, 0, 2e6]\n"
      "time_function = { kind = 'ricker', frequency = 8, delay = 0.15 }\n"
      "[[receivers]]\npositions = [[42.5, 85, -21.3], [127.5, 85, -306]]\nquantities = ['velocity']\n"
      "[time]\nduration = 4.4\nsample_interval = 0.01\n[mesh]\nmax_frequency = 20\n"));
  EXPECT_LT(late.over_middle, 0.7);
  EXPECT_LT(late.over_all, 1e-3);
}

/// The same in 2-D with more contrast: in layers made for uniform ground this run ended after 1,100 steps of 10,682.
TEST(QuietEdges, LongWavesInHardGroundInTwoDimensions) {
  const Late late = late_motion(
      scenario_from("[domain]\nx = [0, 170]\nz = [-383, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n" +
                    layer(0, 2600, 1500, 1800) + layer(-212, 4750, 2650, 2600) +
                    "[[source]]\nkind = 'force'\nposition = [59.5, -63.8]\nforce = [1e6, 2e6]\n"
                    "time_function = { kind = 'ricker', frequency = 8, delay = 0.15 }\n"
                    "[[receivers]]\npositions = [[42.5, -21.3], [127.5, -306]]\nquantities = ['velocity']\n"
                    "[time]\nduration = 15\nsample_interval = 0.02\n[mesh]\nmax_frequency = 20\n"));
  EXPECT_LT(late.over_middle, 0.7);
  EXPECT_LT(late.over_all, 1e-6);
}

/// LOH.1 in a slice by finite differences, its source of all frequencies up to 2 Hz; or so much wider that nothing comes back in time.
std::string long_waves(bool wider) {
  return fmt::format(
      "[domain]\nx = [{}, {}]\nz = [{}, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n{}{}"
      "[[source]]\nkind = 'moment_tensor'\nposition = [0, -2000]\nmoment = {{ xz = 1e12 }}\n"
      "time_function = {{ kind = 'gaussian', sigma = 0.17, delay = 1 }}\n"
      "[[receivers]]\npositions = [[500, 0], [2500, 0], [4500, 0], [4500, -2500]]\nquantities = ['velocity']\n"
      "[time]\nduration = 6\nsample_interval = 0.02\n[mesh]\nspacing = 100.001\n",
      wider ? -18000 : -1000, wider ? 22000 : 5000, wider ? -20000 : -4000, layer(0, 4000, 2000, 2600),
      layer(-1050, 6000, 3464, 2700));
}

// With an alpha that ends at 0.3 of its largest and plain damping 0.009 came back.
TEST(QuietEdges, LittleOfLongWavesComesBack) {
  const output::TraceGroup small = traces_of(scenario_from(long_waves(false))).groups[0],
                           large = traces_of(scenario_from(long_waves(true))).groups[0];
  for (const double echo : echoes(small, large)) EXPECT_LT(echo, 0.001);
}

/// Soft ground on rock, 8 of the shortest wavelengths wide, or so much wider that what its edges send back is small and late.
std::string beside_soft_ground(bool wider) {
  return fmt::format(
      "[domain]\nx = [{}, {}]\nz = [{}, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n{}{}"
      "[[source]]\nkind = 'force'\nposition = [40, -15]\nforce = [1e6, 2e6]\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [[10, -5], [10, -25], [10, -60], [70, -5], [70, -25], [60, -100]]\n"
      "quantities = ['velocity']\n[time]\nduration = 0.8\nsample_interval = 0.002\n[mesh]\nmax_frequency = 20\n"
      "[solver]\nmethod = 'sem'\n{}",
      wider ? -120 : 0, wider ? 200 : 80, wider ? -392 : -128,  // elements in the rock are 88 m high in both
      layer(0, 1425, 200, 1800), layer(-40, 4200, 2200, 2400), wider ? "[solver.sem]\nabsorbing_elements = 12\n" : "");
}

// When k and plain damping began with the square of the depth, 0.11 of the motion came back.
TEST(QuietEdges, LittleComesBackFromSoftGroundInSpectralElements) {
  const output::TraceGroup small = traces_of(scenario_from(beside_soft_ground(false))).groups[0],
                           large = traces_of(scenario_from(beside_soft_ground(true))).groups[0];
  for (const double echo : echoes(small, large)) EXPECT_LT(echo, 0.03);
}

/// LOH.1 in a slice, its source at a fifth of the highest frequency: P waves of 7.5 km in a domain of 2.5 km. Traces were 0.025 off with layers of 1.5 km,
/// a fifth of that wave.
TEST(QuietEdges, LongWavesInDiscontinuousGalerkin) {
  const Slice slice{2520,
                    490,
                    2350,
                    layer(0, 4000, 2000, 2600) + layer(-1000, 6000, 3464, 2700),
                    "kind = 'moment_tensor'\nposition = [800, {y}-1500]\nmoment = {{ xz = {amount} }}\n",
                    1e10,
                    0.8,
                    4,
                    3.2,
                    {{200, -1}, {1500, -1}, {2400, -1}, {2400, -1400}, {1200, -2200}}};
  EXPECT_LT(misfit_of_slice(slice), 0.02);
}

}  // namespace
}  // namespace unda::verification::quiet_edges_test

// Discontinuous Galerkin in single precision against double: the energy of what seismograms differ by stays far below 1 % of theirs, in
// the medium of Mu, Chen and Wang (2013), who claim that much: an explosion under a free surface.
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::dg_precision_test {
namespace {

// rho 3000 kg/m^3, lambda 5.325e10 Pa, mu 3.675e10 Pa; the shortest waves are 350 m long.
const std::string earth =
    "[domain]\nx = [0, 1600]\ny = [0, 1600]\nz = [-1200, 0]\n[boundary]\ntop = 'free'\n"
    "[model]\nvp = 6500\nvs = 3500\nrho = 3000\n"
    "[[source]]\nkind = 'explosion'\nposition = [800, 800, -600]\nmoment = 1e15\n"
    "time_function = { kind = 'ricker', frequency = 4, delay = 0.3 }\n"
    "[[receivers]]\npositions = [[400, 500, 0], [1100, 800, -300], [1300, 1300, -900]]\nquantities = ['velocity']\n"
    "[time]\nsample_interval = 0.005\n[mesh]\nspacing = 400\n"
    "[solver]\nmethod = 'dg'\n[solver.dg]\norder = 5\nabsorbing_elements = 0\n";

std::vector<double> velocities(const std::string& device, const std::string& precision, const std::string& duration) {
  return traces_of(scenario_from(earth, {"solver.device=" + device, "solver.precision=" + precision,
                                         "time.duration=" + duration}))
      .groups[0]
      .quantities.at(scenario::Quantity::velocity)
      .values;
}

/// Of the differences, over that of the double-precision seismograms.
double energy_lost(const std::string& device, const std::string& duration) {
  const std::vector<double> one = velocities(device, "single", duration), two = velocities(device, "double", duration);
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < two.size(); ++k) {
    wrong += (one[k] - two[k]) * (one[k] - two[k]);
    all += two[k] * two[k];
  }
  std::printf("%s: energy of differences over energy %.2e\n", device.c_str(), wrong / all);
  return wrong / all;
}

void compare_on(const std::string& device, const std::string& duration) {
  constexpr double claimed = 0.01, much_less = claimed / 100;
  const double lost = energy_lost(device, duration);
  EXPECT_GT(lost, 0);
  EXPECT_LT(lost, much_less);
}

TEST(DgPrecision, SingleAgainstDoubleOnTheCpu) { compare_on("cpu", "0.8"); }
TEST(DgPrecision, SingleAgainstDoubleOnADevice) { compare_on("debug", "0.25"); }

}  // namespace
}  // namespace unda::verification::dg_precision_test

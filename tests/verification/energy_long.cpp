// Energy over a hundred thousand steps in a closed box, from a rough field on, by every method: an anisotropic solid on an isotropic one
// keeps it (by dg it never grows), and with attenuation it never grows.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rough_field.hpp"
#include "support.hpp"

namespace unda::verification::energy_long_test {
namespace {

constexpr int n_steps = 100000, window = 1000;

/// 2-D but by dg. `quality`: of both layers.
scenario::Scenario closed_box(const std::string& method, const std::string& quality) {
  const bool is_fd = method == "fd", is_dg = method == "dg";
  return scenario_from(fmt::format(
      "[domain]\nx = [0, 3]\n{}z = [-4, 0]\n[boundary]\ndefault = 'free'\n[model]\nkind = 'layers'\n"
      "reference_frequency = 1\nattenuation = {{ band = [0.2, 2] }}\n"
      "[[model.layer]]\ntop = 0\nvp = 2\nvs = 1\nrho = 1\nepsilon = 0.25\ndelta = -0.1\ngamma = 0.2\n{}{}"
      "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n{}[time]\nduration = 1\n[mesh]\nspacing = {}\n[solver]\n"
      "method = '{}'\nprecision = 'double'\n{}",
      is_dg ? "y = [0, 3]\n" : "",
      is_fd   ? ""
      : is_dg ? "tilt = 35\nazimuth = 50\n"
              : "tilt = 30\n",
      quality, quality, is_fd ? 0.15 : 1.0, method, is_dg ? "[solver.dg]\norder = 2\nabsorbing_elements = 0\n" : ""));
}

/// The largest energy of each window: velocities stand half a step off, so that leapfrog's goes up and down from step to step.
std::vector<double> energies(const std::string& method, const std::string& quality) {
  run::Experiment e = run::prepare(closed_box(method, quality));
  method::StartingField field = rough_field(*e.model);
  field.displacement = field.velocity;  // methods of second order start from it too
  const auto simulation = run::start(e, field).simulation;
  std::vector<double> largest;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n % window == 0) largest.push_back(0);
    if (n % 10 == 9) largest.back() = std::max(largest.back(), simulation->energy());
  }
  std::printf("%s%s: energy at the end %.3e of that at the beginning\n", method.c_str(),
              quality.empty() ? "" : ", attenuated", largest.back() / largest.front());
  return largest;
}

TEST(EnergyLong, ElasticRunsKeepIt) {
  for (const std::string method : {"fd", "sem"}) {
    const auto largest = energies(method, "");
    for (const double now : largest) EXPECT_NEAR(now / largest.front(), 1, 0.1) << method;
    const std::size_t half = largest.size() / 2;
    const auto mean = [&](std::size_t first) {
      double sum = 0;
      for (std::size_t n = first; n < first + half; ++n) sum += largest[n];
      return sum;
    };
    EXPECT_NEAR(mean(half) / mean(0), 1, 0.01) << method;
  }
}

TEST(EnergyLong, ElasticRunsByDiscontinuousGalerkinNeverGainIt) {
  const auto largest = energies("dg", "");
  for (std::size_t n = 1; n < largest.size(); ++n) EXPECT_LT(largest[n], largest[n - 1] * (1 + 1e-12)) << n;
}

/// So little is lost that some is left at the end.
TEST(EnergyLong, AttenuatedRunsNeverGainIt) {
  for (const std::string method : {"fd", "sem", "dg"}) {
    const auto largest = energies(method, "qp = 3000\nqs = 1500\n");
    for (std::size_t n = 1; n < largest.size(); ++n)
      EXPECT_LT(largest[n], largest[n - 1] + 1e-3 * largest[n - 1]) << method << n;
    for (std::size_t n = 10; n < largest.size(); n += 10) EXPECT_LT(largest[n], largest[n - 10]) << method << n;
    EXPECT_LT(largest.back(), 0.9 * largest.front()) << method;
  }
}

}  // namespace
}  // namespace unda::verification::energy_long_test

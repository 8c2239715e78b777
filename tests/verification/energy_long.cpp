// Energy over a hundred thousand steps in a closed box, from a rough field on, by every method: an anisotropic solid on an isotropic one
// keeps it (by dg it never grows, with local steps either), and with attenuation it never grows.
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
std::vector<double> energies_of(run::Experiment e, const std::string& name) {
  method::StartingField field = rough_field(*e.model);
  field.displacement = field.velocity;  // methods of second order start from it too
  const auto simulation = run::start(e, field).simulation;
  std::vector<double> largest;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n % window == 0) largest.push_back(0);
    if (n % 10 == 9) largest.back() = std::max(largest.back(), simulation->energy());
  }
  std::printf("%s: energy at the end %.3e of that at the beginning\n", name.c_str(), largest.back() / largest.front());
  return largest;
}

std::vector<double> energies(const std::string& method, const std::string& quality) {
  return energies_of(run::prepare(closed_box(method, quality)), method + (quality.empty() ? "" : ", attenuated"));
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

/// Water on soft ground with a thin fast layer in it; 10^5 steps of the largest of three clusters and more.
TEST(EnergyLong, LocalStepsByDiscontinuousGalerkinNeverGainIt) {
  for (const std::string faces : {"free", "rigid"}) {
    run::Experiment e =
        run::prepare(scenario_from("[domain]\nx = [0, 2]\ny = [0, 2]\nz = [-4, 0]\n[boundary]\ndefault = '" + faces +
                                   "'\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 1.5\nvs = 0\nrho = 1\n"
                                   "[[model.layer]]\ntop = -1\nvp = 2\nvs = 1.1\nrho = 1.8\n[[model.layer]]\ntop = "
                                   "-2\nvp = 4\nvs = 2.3\nrho = 2.4\n"
                                   "[[model.layer]]\ntop = -2.2\nvp = 2\nvs = 1.1\nrho = 2\n[time]\nduration = "
                                   "100\n[mesh]\nspacing = 1\n[solver]\n"
                                   "method = 'dg'\nprecision = 'double'\n[solver.dg]\norder = 2\ntime_stepping = "
                                   "'local'\nabsorbing_elements = 0\n"));
    const auto n_clusters = std::count_if(e.sizes.remarks.begin(), e.sizes.remarks.end(), [](const auto& remark) {
      return remark[1].find("in one of the run") != std::string::npos;
    });
    EXPECT_GE(n_clusters, 3);
    const auto largest = energies_of(std::move(e), "dg, local steps, " + faces);
    for (std::size_t n = 1; n < largest.size(); ++n) EXPECT_LT(largest[n], largest[n - 1] * (1 + 1e-12)) << faces << n;
    EXPECT_GT(largest.back(), 0);
  }
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

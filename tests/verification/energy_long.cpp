// Energy over a hundred thousand steps: of elastic media in a box that nothing leaves it stays, of media that attenuate, beside others that do
// not, it never grows. Those of finite differences that attenuate are in attenuation_long.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rough_field.hpp"
#include "support.hpp"

namespace unda::verification::energy_long_test {
namespace {

constexpr int n_steps = 100000, window = 5000;

const std::string solid_on_solid =
    "[[model.layer]]\ntop = 0\nvp = 2000\nvs = 1100\nrho = 2000\n{}[[model.layer]]\ntop = -130\nvp = 3000\nvs = "
    "1700\nrho = 2200\n";
const std::string water_on_solid =
    "[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1000\n[[model.layer]]\ntop = -130\nvp = 3000\nvs = 1700\nrho = "
    "2200\n{}";

run::Experiment box(const std::string& layers, const std::string& faces, const std::string& method) {
  return run::prepare(scenario_from(fmt::format(
      "[domain]\nx = [0, 300]\nz = [-250, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n{}"
      "[[source]]\nkind = 'explosion'\nposition = [133, -187]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 20\nsample_interval = 0.1\n[mesh]\nspacing = {}\n[solver]\nprecision = 'double'\n{}",
      faces, layers, method == "sem" ? 45 : 12, method == "sem" ? "method = 'sem'\n[solver.sem]\ndegree = 3\n" : "")));
}

struct Window {
  double mean = 0, largest = 0;
};

/// After the source has ended.
std::vector<Window> energies(run::Experiment e) {
  const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
  const int source_ends = static_cast<int>(0.35 / e.dt);
  std::vector<Window> found;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n < source_ends || n % 20 != 0) continue;
    if (found.empty() || (n / window != (n - 20) / window)) found.emplace_back();
    const double energy = simulation->energy();
    found.back().mean += energy * 20 / window;
    found.back().largest = std::max(found.back().largest, energy);
  }
  found.erase(found.begin());  // not a whole one
  return found;
}

void expect_conserved(const std::string& layers, const std::string& faces, const std::string& method) {
  const std::vector<Window> found = energies(box(fmt::format(fmt::runtime(layers), ""), faces, method));
  ASSERT_GT(found.size(), 15U);
  for (const Window& w : found) {
    EXPECT_NEAR(w.mean, found.front().mean, 0.01 * found.front().mean) << method << " " << faces;
    EXPECT_LT(w.largest, 1.1 * found.front().largest) << method << " " << faces;
  }
  std::printf("%s, %s: %.1e changed\n", method.c_str(), faces.c_str(), found.back().mean / found.front().mean - 1);
}

TEST(EnergyLong, ElasticWavesKeepIt) {
  for (const std::string faces : {"default = 'rigid'\ntop = 'free'", "default = 'free'"}) {
    expect_conserved(solid_on_solid, faces, "fd");
    expect_conserved(solid_on_solid, faces, "sem");
    expect_conserved(water_on_solid, faces, "sem");
  }
}

/// The energy that is counted is that of unrelaxed springs, which may rise a little while waves are built up anew from what mechanisms hold.
TEST(EnergyLong, AttenuatedWavesLoseItBySpectralElements) {
  for (const std::string faces : {"default = 'rigid'\ntop = 'free'", "default = 'free'"})
    for (const std::string& layers : {solid_on_solid, water_on_solid}) {
      const std::vector<Window> found =
          energies(box(fmt::format(fmt::runtime(layers), "qp = 1500\nqs = 800\n"), faces, "sem"));
      for (std::size_t n = 1; n < found.size(); ++n)
        EXPECT_LT(found[n].largest, 1.001 * found[n - 1].largest + 1e-12 * found[0].largest) << faces << " " << n;
      EXPECT_LT(found.back().mean, 0.5 * found.front().mean) << faces;
    }
}

TEST(EnergyLong, ByDiscontinuousGalerkinItNeverGrows) {
  for (const std::string quality : {"", "qp = 1500\nqs = 800\n"}) {
    run::Experiment e = run::prepare(scenario_from(fmt::format(
        "[domain]\nx = [0, 2]\ny = [0, 2]\nz = [-3, 0]\n[boundary]\ndefault = 'free'\n[model]\nkind = "
        "'layers'\nreference_frequency = 1\n"
        "attenuation = {{ band = [0.2, 2] }}\n[[model.layer]]\ntop = 0\nvp = 2\nvs = 1.1\nrho = 1\n{}"
        "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n[time]\nduration = 1\n[mesh]\nspacing = 1\n"
        "[solver]\nmethod = 'dg'\nprecision = 'double'\n[solver.dg]\norder = 3\nabsorbing_elements = 0\n",
        quality)));
    const auto simulation = run::start(e, rough_field(*e.model)).simulation;
    double before = simulation->energy();
    const double at_first = before;
    for (int n = 1; n <= n_steps; ++n) {
      simulation->advance();
      if (n % 50 != 0) continue;
      const double energy = simulation->energy();
      ASSERT_LT(energy, (1 + 1e-12) * before + 1e-24 * at_first) << quality << " after " << n;
      before = energy;
    }
    EXPECT_GT(before, 0) << quality;
    EXPECT_LT(before, at_first) << quality;
  }
}

}  // namespace
}  // namespace unda::verification::energy_long_test

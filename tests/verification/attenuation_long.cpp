// Attenuated energy never grows, over a hundred thousand steps: layers with and without losses, every kind of face.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::attenuation_long_test {
namespace {

void expect_no_growth(double vs, const std::string& faces) {
  const std::string text = fmt::format(
      "[domain]\nx = [0, 300]\nz = [-250, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n"
      "[[model.layer]]\ntop = 0\nvp = 2000\nvs = {}\nrho = 2000\nqp = 1500\n{}"
      "[[model.layer]]\ntop = -104\nvp = 3000\nvs = {}\nrho = 2000\n"
      "[[source]]\nkind = 'explosion'\nposition = [133, -117]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 20\nsample_interval = 0.1\n[mesh]\nspacing = 10\n[solver]\nprecision = 'double'\n",
      faces, vs, vs > 0 ? "qs = 800\n" : "", 1.5 * vs);
  run::Experiment e = run::prepare(scenario_from(text));
  constexpr int n_steps = 100000, window = 2000;
  const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
  const int source_ends = static_cast<int>(0.35 / e.dt);
  double before = 0, largest = 0, start = 0;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n < source_ends || n % 20 != 0) continue;
    const double energy = simulation->energy();
    if (start == 0) start = before = 1.5 * energy;
    largest = std::max(largest, energy);
    if (n % window != 0) continue;
    ASSERT_LT(largest, before + 1e-12 * start) << faces << " after " << n << " steps";
    before = largest;
    largest = 0;
  }
  std::printf("%s: %.1e of the energy is left\n", faces.c_str(), before / start);
  EXPECT_LT(before, 0.5 * start) << faces;
}

TEST(AttenuationLong, EnergyNeverGrows) {
  expect_no_growth(0, "default = 'rigid'\ntop = 'free'");
  expect_no_growth(1100, "default = 'rigid'\ntop = 'free'");
  expect_no_growth(1100, "default = 'free'");
  expect_no_growth(1100, "default = 'periodic'\ntop = 'free'\nbottom = 'rigid'");
}

}  // namespace
}  // namespace unda::verification::attenuation_long_test

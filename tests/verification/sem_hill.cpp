// A hill: the deformed free surface against a mesh of half the spacing, and, as low as nothing, against finite differences
// under a flat top.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/misfit.hpp"
#include "support.hpp"
#include "unit/model/support.hpp"

namespace unda::verification::sem_hill_test {
namespace {

/// Elevations of a hill around x = 1500 m every 25 m, as a file that goes with the test.
std::string hill(const model::test::Folder& folder, double height) {
  std::vector<float> z;
  for (int i = 0; i <= 120; ++i)
    z.push_back(static_cast<float>(height * std::exp(-std::pow((25.0 * i - 1500) / 300, 2))));
  const auto file = folder.write("hill.npy", model::test::npy_float("(121,)", z));
  return fmt::format("topography = {{ file = '{}', spacing = [25] }}\n", file.string());
}

std::string earth(const std::string& topography, const std::string& receivers) {
  return fmt::format(
      "[domain]\nx = [0, 3000]\nz = [-1600, 0]\n{}[boundary]\ntop = 'free'\n"
      "[model]\nvp = 2600\nvs = 1500\nrho = 2200\n"
      "[[source]]\nkind = 'explosion'\nposition = [900, -400]\nmoment = 1e12\n"
      "time_function = {{ kind = 'ricker', frequency = 5, delay = 0.3 }}\n"
      "[[receivers]]\npositions = {}\nquantities = ['velocity']\n"
      "[time]\nduration = 1.0\nsample_interval = 0.005\n[mesh]\nspacing = 15\n",
      topography, receivers);
}

std::vector<double> velocities(const std::string& text, const std::vector<std::string>& overrides) {
  return traces_of(scenario_from(text, overrides)).groups[0].quantities.at(scenario::Quantity::velocity).values;
}

TEST(SemHill, ConvergesUnderAHill) {
  const model::test::Folder folder;
  // On the top and the flanks of the hill, on its foot, and inside.
  const std::string receivers =
      fmt::format("[[1500, 200], [1300, {:.6f}], [1800, {:.6f}], [600, {:.6f}], [1500, 40]]",
                  static_cast<float>(200 * std::exp(-4.0 / 9)), static_cast<float>(200 * std::exp(-1.0)),
                  static_cast<float>(200 * std::exp(-9.0)));
  const std::string text = earth(hill(folder, 200), receivers);
  const auto fine = velocities(text, by_elements(30)), coarse = velocities(text, by_elements(60)),
             coarser = velocities(text, by_elements(120));
  const double first = reference::l2_misfit(coarser, fine), second = reference::l2_misfit(coarse, fine);
  std::printf("misfit at 120 m %.4f, at 60 m %.4f\n", first, second);
  EXPECT_LT(second, 0.02);
  EXPECT_LT(second, 0.3 * first);
  // The hill matters: without it the traces are others.
  const auto flat = velocities(earth("", "[[1500, 0], [1300, 0], [1800, 0], [600, 0], [1500, -160]]"), by_elements(60));
  EXPECT_GT(reference::l2_misfit(flat, fine), 0.3);
}

TEST(SemHill, AsLowAsNothingIsAFlatTop) {
  const model::test::Folder folder;
  const std::string receivers = "[[1500, 0], [1300, 0], [1800, 0], [600, 0], [1500, -160]]";
  const auto by_differences = velocities(earth("", receivers), {});
  const auto flat = velocities(earth("", receivers), by_elements(60));
  const auto deformed = velocities(earth(hill(folder, 1e-3), receivers), by_elements(60));
  std::printf("fd %.4f, sem %.1e\n", reference::l2_misfit(deformed, by_differences),
              reference::l2_misfit(deformed, flat));
  EXPECT_LT(reference::l2_misfit(deformed, by_differences), 0.05);
  EXPECT_LT(reference::l2_misfit(deformed, flat), 1e-4);
}

}  // namespace
}  // namespace unda::verification::sem_hill_test

// A box that nothing leaves: the energy stays bounded over ten thousand steps for every kind of face and scheme.
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../unit/model/support.hpp"
#include "support.hpp"

namespace unda::verification::closed_box_test {
namespace {

std::string uniform(double vs) {
  return fmt::format("[model]\nkind = 'uniform'\nvp = 2000\nvs = {}\nrho = 2000\n", vs);
}

/// Largest and smallest energy over the second half of the run, over the energy when the source has ended.
std::pair<double, double> energy_range(const std::string& physics, const std::string& model, const std::string& faces,
                                       const std::vector<std::string>& overrides, double larger_step) {
  const std::string text = fmt::format(
      "[domain]\nx = [0, 400]\nz = [-300, 0]\n[boundary]\n{}\n{}"
      "[[source]]\nkind = 'explosion'\nposition = [133, -117]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 20\nsample_interval = 0.1\n[mesh]\nspacing = 10\n[solver]\nphysics = '{}'\nprecision = "
      "'double'\n",
      faces, model, physics);
  run::Experiment e = run::prepare(scenario_from(text, overrides));
  constexpr int n_steps = 10000;
  e.dt *= larger_step;
  const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
  const int source_ends = static_cast<int>(0.35 / e.dt);
  double start = 0, largest = 0, smallest = 1e300;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n == source_ends) start = simulation->energy();
    if (n > n_steps / 2 && n % 10 == 0) {
      const double energy = simulation->energy();
      largest = std::max(largest, energy);
      smallest = std::min(smallest, energy);
    }
  }
  return {largest / start, smallest / start};
}

void expect_bounded(const std::string& physics, const std::string& model, const std::string& faces,
                    const std::vector<std::string>& overrides = {}, double larger_step = 1) {
  // Leapfrog conserves an energy that differs from this sum by the parts at half steps: it oscillates, but does not drift.
  const auto [largest, smallest] = energy_range(physics, model, faces, overrides, larger_step);
  EXPECT_LT(largest, 1.5) << physics << " " << faces;
  EXPECT_GT(smallest, 0.5) << physics << " " << faces;
}

TEST(ClosedBox, AcousticEnergyIsBounded) {
  expect_bounded("acoustic", uniform(0), "default = 'rigid'");
  expect_bounded("acoustic", uniform(0), "default = 'free'");
  expect_bounded("acoustic", uniform(0), "default = 'rigid'\ntop = 'free'");
  expect_bounded("acoustic", uniform(0), "default = 'periodic'");
}

TEST(ClosedBox, ElasticEnergyIsBounded) {
  expect_bounded("elastic", uniform(1100), "default = 'rigid'");
  expect_bounded("elastic", uniform(1100), "default = 'free'");
  expect_bounded("elastic", uniform(1100), "default = 'rigid'\ntop = 'free'");
  expect_bounded("elastic", uniform(1100), "default = 'periodic'\ntop = 'free'\nbottom = 'rigid'");
}

/// Faces of every kind meet at the edges of a box: what one holds at zero, another repeats or mirrors.
TEST(ClosedBox, EveryMeetingOfFacesInThreeDimensions) {
  constexpr std::array kinds{"periodic", "rigid", "free"};
  constexpr int n_steps = 500, source_ends = 250;
  for (int n = 0; n < 27; ++n) {
    const auto *along_x = kinds[n % 3], *along_y = kinds[n / 3 % 3], *along_z = kinds[n / 9];
    const std::string text = fmt::format(
        "[domain]\nx = [0, 170]\ny = [0, 160]\nz = [-180, 0]\n[boundary]\nwest = '{0}'\neast = '{0}'\nsouth = "
        "'{1}'\nnorth = '{1}'\ntop = '{2}'\nbottom = '{2}'\n{3}"
        "[[source]]\nkind = 'explosion'\nposition = [33, 41, -47]\nmoment = 1e9\n"
        "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n[time]\nduration = 20\n"
        "sample_interval = 0.1\n[mesh]\nspacing = 10\n",
        along_x, along_y, along_z, uniform(1100));
    run::Experiment e = run::prepare(scenario_from(text, {}));
    ASSERT_GT(source_ends * e.dt, 0.3);
    const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
    double start = 0, largest = 0;
    for (int step = 0; step < n_steps; ++step) {
      simulation->advance();
      if (step == source_ends) start = simulation->energy();
      if (step > source_ends && step % 10 == 0) largest = std::max(largest, simulation->energy());
    }
    EXPECT_LT(largest, 1.5 * start) << along_x << ", " << along_y << ", " << along_z;
  }
}

TEST(ClosedBox, EnergyOfSpectralElementsIsBounded) {
  const auto elements = by_elements(40);
  for (const char* faces :
       {"default = 'rigid'", "default = 'free'", "default = 'rigid'\ntop = 'free'", "default = 'periodic'",
        "default = 'rigid'\ntop = 'free'\n[[boundary.patch]]\nface = 'top'\nkind = 'rigid'\nx = [0, 150]\n"
        "[[boundary.patch]]\nface = 'east'\nkind = 'free'\nz = [-200, -100]"}) {
    expect_bounded("acoustic", uniform(0), faces, elements);
    expect_bounded("elastic", uniform(1100), faces, elements);
  }
}

/// Water on mud, whose density is hardly more, under ice and on rock that is much denser; at the largest step that is said to be stable.
TEST(ClosedBox, EnergyOfWaterAndRockIsBounded) {
  const std::string water = "vp = 1500\nvs = 0\nrho = 1000\n", ice = "vp = 3800\nvs = 1900\nrho = 920\n",
                    mud = "vp = 1600\nvs = 300\nrho = 1300\n", rock = "vp = 5000\nvs = 3000\nrho = 2700\n";
  const std::string head = "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\n", next = "[[model.layer]]\ntop = ";
  const auto elements = by_elements(40);
  constexpr double to_the_limit = 0.999 / 0.95;
  for (const char* faces : {"default = 'rigid'", "default = 'free'", "default = 'rigid'\ntop = 'free'",
                            "default = 'free'\nwest = 'periodic'\neast = 'periodic'"}) {
    expect_bounded("auto", head + water + next + "-150\n" + mud, faces, elements, to_the_limit);
    expect_bounded("auto", head + ice + next + "-40\n" + water + next + "-200\n" + rock, faces, elements, to_the_limit);
  }
}

/// A floor with slopes of up to 40 degrees.
TEST(ClosedBox, EnergyOverARoughSeaFloorIsBounded) {
  const model::test::Folder folder;
  std::vector<float> floor;
  for (int i = 0; i <= 20; ++i)
    floor.push_back(static_cast<float>(-150 + 45 * std::sin(0.9 * i) + 20 * std::sin(2.1 * i)));
  const std::string file = folder.write("floor.npy", model::test::npy_float("(21,)", floor)).string();
  const std::string layers = fmt::format(
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1000\n[[model.layer]]\ntop = {{ "
      "file = '{}', spacing = [20] }}\nvp = 3000\nvs = 1700\nrho = 2300\n",
      file);
  for (const char* faces : {"default = 'rigid'", "default = 'free'", "default = 'rigid'\ntop = 'free'"})
    expect_bounded("auto", layers, faces, by_elements(40), 0.999 / 0.95);
}

}  // namespace
}  // namespace unda::verification::closed_box_test

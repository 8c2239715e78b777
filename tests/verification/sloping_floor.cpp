// Sea floors that are not level. A plane floor that slopes is a level one turned: exact seismograms of the level one are those of the sloping one,
// with receivers and source turned alike. Rough floors in closed boxes must not grow, and threads must not matter.
#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include "../unit/model/support.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::sloping_floor_test {
namespace {

using model::test::Folder;
using scenario::Quantity;

constexpr const char* source_and_time =
    "kind = 'explosion'\nmoment = 1e9\ntime_function = { kind = 'ricker', frequency = 10, delay = 0.12 }\n"
    "[time]\nduration = 1.4\nsample_interval = 0.004\n";

/// A grid of samples with rock where `is_rock(x, y, z)`; one sample along y in 2-D.
struct Samples {
  int nx, ny, nz;
  double x0, y0, z0, spacing;

  template <class IsRock>
  std::string write(const Folder& folder, double vp, double vs, IsRock is_rock) const {
    std::vector<float> values[3];
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const bool rock = is_rock(x0 + i * spacing, y0 + j * spacing, z0 + k * spacing);
          values[0].push_back(static_cast<float>(rock ? vp : 1500));
          values[1].push_back(static_cast<float>(rock ? vs : 0));
          values[2].push_back(static_cast<float>(rock ? 2500 : 1020));
        }
    const std::string shape = ny > 1 ? fmt::format("({}, {}, {})", nz, ny, nx) : fmt::format("({}, {})", nz, nx);
    std::string text = "[model]\nkind = 'grid'\n";
    for (int n = 0; n < 3; ++n) {
      const char* name = std::array{"vp", "vs", "rho"}[static_cast<std::size_t>(n)];
      text += fmt::format("{} = '{}'\n", name,
                          folder.write(fmt::format("{}.npy", name), model::test::npy_float(shape, values[n])).string());
    }
    return text + (ny > 1 ? fmt::format("axes = 'zyx'\norigin = [{0}, {1}, {2}]\nspacing = [{3}, {3}, {3}]\n", x0, y0,
                                        z0, spacing)
                          : fmt::format("axes = 'zx'\norigin = [{0}, {1}]\nspacing = [{2}, {2}]\n", x0, z0, spacing));
  }
};

struct Place {
  double along, away;
  std::array<double, 2> turned(double angle) const {
    return {along * std::cos(angle) - away * std::sin(angle), along * std::sin(angle) + away * std::cos(angle)};
  }
};
constexpr Place source{0, 250}, receiver{1080, 270};

std::vector<double> exact(const std::vector<std::string>& overrides = {}) {
  const scenario::Scenario s = scenario_from(
      fmt::format("[domain]\nx = [-100, 1200]\nz = [-100, 400]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = "
                  "400\nvp = 1500\nvs = "
                  "0\nrho = 1020\n[[model.layer]]\ntop = 0\nvp = 3400\nvs = 1963\nrho = 2500\n[[receivers]]\nname = "
                  "'far'\npositions = "
                  "[[{}, {}]]\nquantities = ['pressure']\n[mesh]\nspacing = 20\n[[source]]\nposition = [{}, {}]\n{}",
                  receiver.along, receiver.away, source.along, source.away, source_and_time),
      overrides);
  exec::flush_denormals_to_zero();
  run::Experiment e = run::prepare(s);
  run::SimulationResult simulation = run::simulate(e);
  if (!run::add_closed_form(e, simulation.traces)) throw std::runtime_error("no exact seismograms");
  return simulation.traces.groups[0].closed_form.at(Quantity::pressure).values;
}

/// Water over a floor that rises from one end of the domain to the other, as a layer's top.
std::string sloping_layer(const Folder& folder, double angle, double low_x, double high_x, double high_z) {
  const std::vector<float> ends{static_cast<float>(low_x * std::tan(angle)),
                                static_cast<float>(high_x * std::tan(angle))};
  const std::string file = folder.write("floor.npy", model::test::npy_float("(2,)", ends)).string();
  return fmt::format(
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = {}\nvp = 1500\nvs = 0\nrho = 1020\n[[model.layer]]\ntop = {{ "
      "file = '{}', origin = [{}], spacing = [{}] }}\nvp = 3400\nvs = 1963\nrho = 2500\n",
      high_z, file, low_x, high_x - low_x);
}

/// The floor by samples of a grid, or as a surface. Its bend where it goes on levelly behind the sides is heard: with a margin of 250 m it leaves 0.012.
double misfit_at(double degrees, double spacing, const std::vector<double>& expected, bool as_surface = false,
                 const std::vector<std::string>& overrides = {}, double margin = 900) {
  const double angle = degrees * std::numbers::pi / 180;
  const auto s = source.turned(angle), r = receiver.turned(angle);
  const double low_x = std::floor(std::min(s[0], r[0]) - margin), high_x = std::ceil(std::max(s[0], r[0]) + margin);
  // The floor leaves through the sides: in absorbing layers the earth goes on as it is at their inner ends.
  const double low_z = std::floor(std::min(std::min(s[1], r[1]) - 450, low_x * std::tan(angle) - 100));
  const double high_z = std::ceil(std::max(std::max(s[1], r[1]) + 250, high_x * std::tan(angle) + 100));
  const Folder folder;
  const double step = 1;  // half of it off, so that no samples lie on a floor of 45 degrees
  const Samples samples{static_cast<int>((high_x - low_x) / step) + 3,
                        1,
                        static_cast<int>((high_z - low_z) / step) + 3,
                        low_x - step / 2,
                        0,
                        low_z,
                        step};
  const auto is_rock = [&](double x, double, double z) { return z * std::cos(angle) < x * std::sin(angle); };
  const std::string earth =
      as_surface ? sloping_layer(folder, angle, low_x, high_x, high_z) : samples.write(folder, 3400, 1963, is_rock);
  const output::Traces traces = traces_of(scenario_from(
      fmt::format("[domain]\nx = [{}, {}]\nz = [{}, {}]\n{}[[receivers]]\nname = 'far'\npositions = [[{}, {}]]\n"
                  "quantities = ['pressure']\n[mesh]\nspacing = {}\n[[source]]\nposition = [{}, {}]\n{}",
                  low_x, high_x, low_z, high_z, earth, r[0], r[1], spacing, s[0], s[1], source_and_time),
      overrides));
  return reference::l2_misfit(traces.groups[0].quantities.at(Quantity::pressure).values, expected);
}

/// 12 points per shortest wavelength.
TEST(SlopingFloor, IsAsExactAsAskedAtTwelvePoints) {
  const std::vector<double> expected = exact();
  for (const double degrees : {10.0, 45.0}) {
    const double misfit = misfit_at(degrees, 5, expected, false, {}, 250);
    std::printf("floor at %g degrees: misfit %.4f\n", degrees, misfit);
    EXPECT_LT(misfit, 0.1) << degrees;
  }
}

/// Elements of 0.8 and 0.5 shortest wavelengths whose faces lie on the floor, until the waves along it have passed.
TEST(SlopingFloor, AsASurfaceBySpectralElements) {
  const std::vector<std::string> shorter{"time.duration=1.2"};
  const std::vector<double> expected = exact(shorter);
  const double degrees = 25, coarse = misfit_at(degrees, 48, expected, true, by_elements(48, shorter), 600),
               fine = misfit_at(degrees, 30, expected, true, by_elements(30, shorter), 600);
  std::printf("floor at %g degrees by elements: misfit %.4f at 48 m, %.4f at 30 m\n", degrees, coarse, fine);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.005);
}

/// What samples of a grid say a surface says as well.
TEST(SlopingFloor, AsASurface) {
  const std::vector<double> expected = exact();
  const double misfit = misfit_at(10, 5, expected, true);
  std::printf("floor at 10 degrees as a surface: misfit %.4f\n", misfit);
  EXPECT_LT(misfit, 0.1);
}

/// 8 and 16 points: at least by as much as the spacing, with a tenth to spare.
TEST(SlopingFloor, ErrorFallsWithTheSpacing) {
  const std::vector<double> expected = exact();
  const double coarse = misfit_at(25, 7.5, expected, false, {}, 600),
               fine = misfit_at(25, 3.75, expected, false, {}, 600);
  std::printf("floor at 25 degrees: misfit %.4f at 7.5 m, %.4f at 3.75 m\n", coarse, fine);
  EXPECT_LT(fine, 0.55 * coarse);
}

double root_mean_square(const std::vector<double>& values, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t n = from; n < to; ++n) sum += values[n] * values[n];
  return std::sqrt(sum / static_cast<double>(to - from));
}

/// A floor with hills and boulders of all sizes: shares of cells from next to nothing to nearly all.
std::string rough_floor(const Folder& folder, int dim, double vp, double vs) {
  std::mt19937 random(7);
  std::array<double, 12> phase{};
  for (double& p : phase) p = static_cast<double>(random() % 1000) / 1000 * 2 * std::numbers::pi;
  const Samples samples{161, dim == 3 ? 161 : 1, 101, 0, 0, -300, 2.5};
  return samples.write(folder, vp, vs, [&](double x, double y, double z) {
    double floor = -180 + 0.3 * (x - 200);
    for (int n = 0; n < 6; ++n)
      floor += 40.0 / (n + 2) * std::sin(2 * std::numbers::pi * (n + 1) * (x + 0.6 * y) / 97 + phase[n]);
    const double boulder = std::hypot(x - 120, std::hypot(dim == 3 ? y - 150 : 0, z + 90));
    return z < floor || boulder < 14;
  });
}

std::string box(int dim, const std::string& earth, double duration, const char* sides) {
  const char* extent = dim == 3 ? "x = [0, 400]\ny = [0, 400]\nz = [-300, -55]\n" : "x = [0, 400]\nz = [-300, -55]\n";
  const char* source_at = dim == 3 ? "[200, 200, -80]" : "[200, -80]";
  const char* receivers = dim == 3 ? "[280, 200, -100], [100, 130, -220]" : "[280, -100], [100, -220]";
  return fmt::format(
      "[domain]\n{}{}[boundary]\ndefault = '{}'\n[[source]]\nkind = 'explosion'\nmoment = 1e9\nposition = {}\n"
      "time_function = {{ kind = 'ricker', frequency = 15, delay = 0.08 }}\n[[receivers]]\nname = 'r'\npositions = "
      "[{}]\n"
      "quantities = ['velocity']\n[time]\nduration = {}\nsample_interval = 0.01\n[mesh]\nspacing = {}\n",
      extent, earth, sides, source_at, receivers, duration, dim == 3 ? 10 : 5);
}

TEST(SlopingFloor, DoesNotGrow) {
  for (const auto& [vp, vs] : {std::pair{3400.0, 2300.0}, {1600.0, 400.0}}) {
    const Folder folder;
    const output::Traces traces = traces_of(scenario_from(box(2, rough_floor(folder, 2, vp, vs), 2e4 / vp, "rigid")));
    const auto& values = traces.groups[0].quantities.at(Quantity::velocity).values;
    const std::size_t n = traces.time.size();
    EXPECT_LT(root_mean_square(values, n - n / 4, n), 2 * root_mean_square(values, n / 4, n / 2)) << vp;
  }
}

TEST(SlopingFloor, IsTheSameOnAnyNumberOfThreads) {
  const Folder folder;
  const auto s = scenario_from(box(2, rough_floor(folder, 2, 3400, 1963), 0.3, "absorbing"));
  std::vector<double> one;
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    const output::Traces traces = traces_of(s);
    const auto& values = traces.groups[0].quantities.at(Quantity::velocity).values;
    EXPECT_GT(root_mean_square(values, 0, values.size()), 0);
    if (one.empty())
      one = values;
    else
      EXPECT_EQ(values, one);
  }
}

}  // namespace
}  // namespace unda::verification::sloping_floor_test

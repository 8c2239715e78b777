// Flat contacts of water and rock against exact seismograms by wavenumber integration: an explosion in the water, heard beyond the
// critical angle, with the floor anywhere in its cell; a water layer in 3-D; receivers on both sides of the floor, where
// the velocity along it jumps; and no growth in a closed box.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::sea_floor_test {
namespace {

/// Water over rock, floor at the height `floor`. 7.5 points per shortest wavelength at a spacing of 8 m.
scenario::Scenario floor_at(double floor, double spacing, const std::string& receivers = "", double source_height = 250,
                            const std::vector<std::string>& overrides = {}) {
  const std::string far = fmt::format("name = 'far'\npositions = [[1080, {}]]\nquantities = ['pressure']", floor + 270);
  return scenario_from(
      fmt::format(
          "[domain]\nx = [-320, 1600]\nz = [-560, 640]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 640\nvp = "
          "1500\nvs = 0\nrho = 1020\n[[model.layer]]\ntop = {0}\nvp = 3400\nvs = 1963\nrho = 2500\n[[source]]\nkind = "
          "'explosion'\nmoment = 1e9\nposition = [0, {1}]\ntime_function = {{ kind = 'ricker', frequency = 10, "
          "delay = 0.12 }}\n[[receivers]]\n{2}\n[time]\nduration = 1.4\nsample_interval = 0.004\n[mesh]\nspacing = "
          "{3}\n",
          floor, floor + source_height, receivers.empty() ? far : receivers, spacing),
      overrides);
}

TEST(SeaFloor, AnywhereInItsCell) {
  for (int eighths = 0; eighths < 8; ++eighths) {
    const auto report = closed_form_misfit(floor_at(eighths, 8));
    std::printf("floor at %d/8 of a cell: misfit %.4f\n", eighths, report.misfit);
    EXPECT_LT(report.misfit, 0.05) << eighths;
  }
}

TEST(SeaFloor, ConvergesAtSecondOrder) {
  for (const double floor : {0.0, 2.0}) {
    const double coarse = closed_form_misfit(floor_at(floor, 8)).misfit;
    const double fine = closed_form_misfit(floor_at(floor, 4)).misfit;
    std::printf("floor at %g m: misfit %.4f at 8 m, %.4f at 4 m\n", floor, coarse, fine);
    EXPECT_LT(fine, coarse / 3) << floor;
  }
}

/// Elements of 0.8 shortest wavelengths, as mesh.max_frequency chooses them, and half as long ones.
TEST(SeaFloor, BySpectralElements) {
  const double by_default = closed_form_misfit(floor_at(2, 8, "", 250, by_elements(48))).misfit;
  const double fine = closed_form_misfit(floor_at(2, 8, "", 250, by_elements(24))).misfit;
  std::printf("by elements of 48 m: misfit %.4f, of 24 m: %.4f\n", by_default, fine);
  EXPECT_LT(by_default, 0.02);
  EXPECT_LT(fine, 0.005);
}

/// A receiver on the floor belongs to the rock.
TEST(SeaFloor, IsHeardOnEitherSideBySpectralElements) {
  for (const double height : {1.5, 0.0, -1.5, -20.0}) {
    const auto report = closed_form_misfit(floor_at(
        2, 8,
        fmt::format("name = 'beside'\npositions = [[640, {}]]\nquantities = ['velocity', 'pressure', 'stress']",
                    2 + height),
        250, by_elements(24)));
    std::printf("%g m above the floor: misfit %.4f, worst %.4f\n", height, report.misfit, report.worst);
    EXPECT_LT(report.misfit, 0.01) << height;
  }
}

/// Beside the floor velocities along it, pressure and stresses are read from the receiver's own side.
TEST(SeaFloor, IsHeardOnEitherSide) {
  for (const double height : {1.5, -1.5, -20.0}) {
    const auto report = closed_form_misfit(floor_at(
        2, 4,
        fmt::format("name = 'beside'\npositions = [[640, {}]]\nquantities = ['velocity', 'pressure']", 2 + height)));
    std::printf("%g m above the floor: misfit %.4f, worst %.4f\n", height, report.misfit, report.worst);
    EXPECT_LT(report.misfit, 0.05) << height;
  }
}

/// Where the planes of water beside the floor have other thicknesses, an explosion still adds its whole volume. 15 points per shortest
/// wavelength: a quarter of what 7.5 may leave.
TEST(SeaFloor, ExplosionsBesideIt) {
  for (const double cells : {1.3, 2.5, 3.7, 5.2}) {
    const auto report = closed_form_misfit(floor_at(2, 4, "", 4 * cells));
    std::printf("explosion %g cells above the floor: misfit %.4f\n", cells, report.misfit);
    EXPECT_LT(report.misfit, 0.0125) << cells;
  }
}

/// Likewise moments in the rock just below it. 15 points per shortest wavelength of the water.
TEST(SeaFloor, MomentsInTheRockBelowIt) {
  const auto misfit = [](const char* source, double depth) {
    return closed_form_misfit(
               scenario_from(fmt::format(
                   "[domain]\nx = [-320, 1300]\nz = [-560, 400]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = "
                   "400\nvp "
                   "= 1500\nvs = 0\nrho = 1020\n[[model.layer]]\ntop = 2\nvp = 3000\nvs = 1500\nrho = "
                   "2200\n[[source]]\n"
                   "{0}\nposition = [0, {1}]\ntime_function = {{ kind = 'ricker', frequency = 10, delay = 0.12 }}\n"
                   "[[receivers]]\nname = 'water'\npositions = [[500, 200]]\nquantities = "
                   "['velocity']\n[[receivers]]\nname "
                   "= 'rock'\npositions = [[500, -250]]\nquantities = ['velocity']\n[time]\nduration = "
                   "0.9\nsample_interval "
                   "= 0.004\n[mesh]\nspacing = 4\n",
                   source, 2 - depth)))
        .misfit;
  };
  const char* explosion = "kind = 'explosion'\nmoment = 1e12";
  const char* couple = "kind = 'moment_tensor'\nmoment = { xx = -6e11, zz = 6e11, xz = 8e11 }";
  for (const double cells : {0.4, 1.3, 3.1}) {
    const double of_explosion = misfit(explosion, 4 * cells), of_couple = misfit(couple, 4 * cells);
    std::printf("%g cells below the floor: explosion %.4f, couple %.4f\n", cells, of_explosion, of_couple);
    EXPECT_LT(of_explosion, 0.02) << cells;
    EXPECT_LT(of_couple, 0.02) << cells;
  }
}

/// Ten planes of water: the one-sided differences of the sea's surface reach over the floor.
TEST(SeaFloor, UnderShallowWater) {
  const auto report = closed_form_misfit(scenario_from(
      "[domain]\nx = [-400, 800]\nz = [-500, 0]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 1500\nvs = "
      "0\nrho = 1020\n[[model.layer]]\ntop = -27.3\nvp = 1700\nvs = 667\nrho = 1850\n[boundary]\ntop = "
      "'free'\n[[source]]\nkind = 'moment_tensor'\nmoment = { xz = 1e12, xx = 4e11 }\nposition = [0, -45]\n"
      "time_function = { kind = 'ricker', frequency = 10, delay = 0.15 }\n[[receivers]]\nname = 'water'\npositions = "
      "[[100, -13], [400, -13]]\nquantities = ['velocity']\n[[receivers]]\nname = 'rock'\npositions = [[100, -80], "
      "[400, -80]]\nquantities = ['velocity']\n[time]\nduration = 1.1\nsample_interval = 0.005\n[mesh]\nspacing = "
      "2.75\n"));
  std::printf("ten planes of water: misfit %.4f\n", report.misfit);
  EXPECT_LT(report.misfit, 0.05);
}

scenario::Scenario water_layer_3d(const std::vector<std::string>& overrides = {}) {
  return scenario_from(
      "[domain]\nx = [-2000, 6000]\ny = [-2500, 2500]\nz = [-4200, 0]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop "
      "= 0\nvp "
      "= 1480\nvs = 0\nrho = 1000\n[[model.layer]]\ntop = -3000\nvp = 7500\nvs = 4300\nrho = 3100\n[boundary]\ntop = "
      "'free'\n[[source]]\nkind = 'explosion'\nmoment = 1e15\nposition = [0, 0, -1500]\ntime_function = { kind = "
      "'ricker', "
      "frequency = 0.5, delay = 2.4 }\n[[receivers]]\nname = 'far'\npositions = [[4000, 300, -1200]]\nquantities = "
      "['pressure']\n[time]\nduration = 8\nsample_interval = 0.02\n[mesh]\nspacing = 141\n",
      overrides);
}

TEST(SeaFloor, UnderAWaterLayerIn3DBySpectralElements) {
  const auto report = closed_form_misfit(water_layer_3d(by_elements(1000)));
  std::printf("3-D water layer by elements: misfit %.4f\n", report.misfit);
  EXPECT_LT(report.misfit, 0.02);
}

TEST(SeaFloor, UnderAWaterLayerIn3D) {
  const auto report = closed_form_misfit(water_layer_3d());
  std::printf("3-D water layer: misfit %.4f\n", report.misfit);
  EXPECT_LT(report.misfit, 0.03);
}

double root_mean_square(const std::vector<double>& values, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t n = from; n < to; ++n) sum += values[n] * values[n];
  return std::sqrt(sum / static_cast<double>(to - from));
}

/// The extremes of the place in the cell; rock that is nearly as stiff in shear as it can be, and mud no faster than water; beside
/// absorbing layers, where rounding must not drive the water; under so little water that its surface's differences reach over the floor.
void expect_no_growth(const std::vector<std::string>& overrides = {}) {
  for (const auto& [floor, sides] : {std::pair{8.1, "rigid"}, {8.0, "rigid"}, {5.0, "absorbing"}, {98.0, "rigid"}})
    for (const auto& [vp, vs] : {std::pair{3400, 2300}, std::pair{1600, 400}}) {
      const output::Traces traces = traces_of(scenario_from(
          fmt::format(
              "[domain]\nx = [0, 400]\nz = [-300, 200]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 200\nvp = "
              "1500\nvs = "
              "0\nrho = 1000\n[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = 2500\n[boundary]\ndefault = '{}'\ntop "
              "= "
              "'free'\n[[source]]\nkind = 'explosion'\nmoment = 1e9\nposition = [200, 150]\ntime_function = {{ kind = "
              "'ricker', "
              "frequency = 20, delay = 0.06 }}\n[[receivers]]\nname = 'beside'\npositions = [[280, {}]]\nquantities = "
              "['velocity']\n[time]\nduration = {}\nsample_interval = 0.01\n[mesh]\nspacing = 10\n",
              floor, vp, vs, sides, floor - 3, 5e4 / vp),
          overrides));
      const auto& values = traces.groups[0].quantities.at(scenario::Quantity::velocity).values;
      const std::size_t n = values.size() / 2;  // of the velocity along x
      EXPECT_LT(root_mean_square({values.begin(), values.end()}, n - n / 4, n),
                2 * root_mean_square({values.begin(), values.end()}, n / 4, n / 2))
          << floor << " " << vp;
    }
}

TEST(SeaFloor, DoesNotGrow) { expect_no_growth(); }
TEST(SeaFloor, DoesNotGrowBySpectralElements) { expect_no_growth(by_elements(40)); }

}  // namespace
}  // namespace unda::verification::sea_floor_test

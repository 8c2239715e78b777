// A calibrated explosion: the trace at the asked distance is the asked pulse, in every dimension, in a fluid and a solid.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::calibrated_source_test {
namespace {

constexpr double amplitude = 40, distance = 180;

/// A point on the line through the middle of the domain along x.
std::string point(int dim, double x, double size) {
  if (dim == 1) return fmt::format("[{}]", x);
  const double middle = size / 2 + 1.3;
  return dim == 2 ? fmt::format("[{}, {}]", x, -middle) : fmt::format("[{}, {}, {}]", x, middle, -middle);
}

std::string calibrated(int dim, double vp, double vs, double spacing, const std::string& time_function) {
  const double size = dim == 3 ? 320 : 400, x = 71.3;
  return fmt::format("[domain]\nx = [0, {0}]\n{1}{2}[model]\nvp = {3}\nvs = {4}\nrho = 1800\n", size,
                     dim == 3 ? fmt::format("y = [0, {}]\n", size) : "",
                     dim > 1 ? fmt::format("z = [-{}, 0]\n", size) : "", vp, vs) +
         fmt::format(
             "[[source]]\nkind = \"explosion\"\nposition = {}\ncalibration = {{ amplitude = {}, distance = {} "
             "}}\ntime_function = {}\n",
             point(dim, x, size), amplitude, distance, time_function) +
         fmt::format(
             "[[receivers]]\npositions = [{}]\nquantities = [\"pressure\"]\n[time]\nduration = 0.6\n"
             "sample_interval = 0.001\n[mesh]\nspacing = {}\n",
             point(dim, x + distance, size), spacing);
}

double ricker(double f, double t) {
  const double a = std::pow(std::numbers::pi * f * (t - 1.5 / f), 2);
  return (1 - 2 * a) * std::exp(-a);
}

/// Misfit of the trace from A w(t - r/vp), w a Ricker of 10 Hz with its usual delay.
double misfit(const std::string& text, double vp) {
  const output::Traces traces = traces_of(scenario_from(text));
  std::vector<double> wanted;
  for (const double t : traces.time) wanted.push_back(amplitude * ricker(10, t - distance / vp));
  return reference::l2_misfit(traces.groups[0].quantities.at(scenario::Quantity::pressure).values, wanted);
}

const std::string ricker_10 = "{ kind = \"ricker\", frequency = 10 }";

TEST(CalibratedSource, OneDimension) { EXPECT_LT(misfit(calibrated(1, 1500, 0, 7.5, ricker_10), 1500), 0.01); }
TEST(CalibratedSource, TwoDimensions) { EXPECT_LT(misfit(calibrated(2, 1500, 0, 7.5, ricker_10), 1500), 0.01); }
TEST(CalibratedSource, ThreeDimensions) { EXPECT_LT(misfit(calibrated(3, 1500, 0, 7.5, ricker_10), 1500), 0.01); }

TEST(CalibratedSource, InASolid) {
  EXPECT_LT(misfit(calibrated(2, 2600, 1500, 7.5, ricker_10), 2600), 0.01);
  EXPECT_LT(misfit(calibrated(3, 2600, 1500, 8, ricker_10), 2600), 0.01);
}

TEST(CalibratedSource, FromAFile) {
  const auto file = std::filesystem::temp_directory_path() / ("unda_pulse_" + std::to_string(getpid()) + ".txt");
  {
    std::ofstream out(file);
    out.precision(12);
    for (int i = 0; i <= 300; ++i) out << i * 0.001 << ' ' << ricker(10, i * 0.001) << '\n';
  }
  const std::string samples = "{ kind = \"samples\", file = \"" + file.string() + "\" }";
  for (const int dim : {1, 2, 3}) EXPECT_LT(misfit(calibrated(dim, 1500, 0, 7.5, samples), 1500), 0.01) << dim << "-D";
  std::filesystem::remove(file);
}

TEST(CalibratedSource, HasItsClosedForm) {
  for (const int dim : {1, 2, 3}) {
    const std::string text = calibrated(dim, 1500, 0, 7.5, ricker_10) +
                             "[[receivers]]\nname = \"others\"\npositions = [" +
                             point(dim, 200.0, dim == 3 ? 320 : 400) +
                             "]\nquantities = [\"pressure\", \"velocity\", \"displacement\", \"acceleration\"]\n";
    EXPECT_LT(closed_form_misfit(scenario_from(text)).worst, 0.01) << dim << "-D";
  }
}

TEST(CalibratedSource, In2DAPulseWithAMeanIsRefused) {
  const std::string text = calibrated(2, 1500, 0, 7.5, "{ kind = \"gaussian\", sigma = 0.03 }");
  EXPECT_THROW(run::prepare(scenario_from(text)), InputError);
  EXPECT_NO_THROW(run::prepare(scenario_from(calibrated(3, 1500, 0, 20, "{ kind = \"gaussian\", sigma = 0.03 }"))));
}

}  // namespace
}  // namespace unda::verification::calibrated_source_test

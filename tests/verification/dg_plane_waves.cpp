// Plane P and S waves in a periodic box by discontinuous Galerkin converge at the order of the method, in space and time
// together: a fit over three meshes, with the largest stable step on each.
#include <gtest/gtest.h>

#include "dg_periodic_wave.hpp"
#include "fitted_slope.hpp"

namespace unda::verification::dg_plane_waves_test {
namespace {

constexpr int n_points = 2000;
constexpr double duration = 0.12;

std::string box(const PeriodicWave& wave, int cells) {
  return wave.scenario() + fmt::format("[mesh]\nspacing = {}\n", 2.0 / cells);
}

ErrorOfWave errors_of(char kind, int order, int cells) {
  const PeriodicWave wave{kind, order, duration, n_points};
  return error_at_end(wave, run::prepare(scenario_from(box(wave, cells))));
}

/// The slope of log error over log h, of both waves together.
void check(int order, const std::vector<int>& cells) {
  std::vector<std::array<double, 2>> points;
  std::string errors;
  for (const int n : cells) {
    const double error = (errors_of('p', order, n) + errors_of('s', order, n)).relative();
    errors += fmt::format(" {:.2e}", error);
    points.push_back({std::log(1.0 / n), std::log(error)});
  }
  const double slope = fitted_slope(points);
  std::printf("order %d:%s, slope %.2f\n", order, errors.c_str(), slope);
  EXPECT_NEAR(slope, order, 0.3) << "order " << order;
}

/// At times that are steps, and between them: velocity and its integral.
TEST(DgPlaneWaves, TracesAreAsGoodBetweenStepsAsOnThem) {
  const std::string few = "receivers.positions=[[0.45, 0.3, -0.7], [0.5, 1, -1.5], [1.7, 0.2, -0.1]]";
  const PeriodicWave wave{'p', 5, duration, n_points};
  const double omega = wave.omega(), step = 0.005;
  std::array<std::array<double, 2>, 2> misfit{};  // [on steps, between][quantity]
  for (const int between : {0, 1}) {
    const auto s = scenario_from(
        box(wave, 5), {few, "receivers.quantities=['velocity', 'displacement']", fmt::format("time.step={}", step),
                       fmt::format("time.sample_interval={}", between ? 1.37 * step : step)});
    const output::Traces traces = traces_of(s);
    const output::TraceGroup& group = traces.groups[0];
    const std::size_t nt = traces.time.size();
    for (const int q : {0, 1}) {
      using scenario::Quantity;
      const auto& values = group.quantities.at(std::array{Quantity::velocity, Quantity::displacement}[q]).values;
      double wrong = 0, all = 0;
      for (std::size_t r = 0; r < group.positions.size(); ++r)
        for (std::size_t n = 0; n < nt; ++n) {
          const double phase = PeriodicWave::phase(group.positions[r]), now = phase - omega * traces.time[n];
          const double exact = q == 0 ? std::cos(now) : (std::sin(phase) - std::sin(now)) / omega;
          wrong += std::pow(values[3 * r * nt + n] - exact / std::sqrt(3.0), 2);
          all += exact * exact / 3;
        }
      misfit[static_cast<std::size_t>(between)][static_cast<std::size_t>(q)] = std::sqrt(wrong / all);
    }
  }
  for (std::size_t q = 0; q < 2; ++q) {
    std::printf("on steps %.1e, between %.1e\n", misfit[0][q], misfit[1][q]);
    EXPECT_LT(misfit[0][q], 0.01);
    EXPECT_LT(misfit[1][q], 1.2 * misfit[0][q]);
  }
}

TEST(DgPlaneWaves, ConvergeAtOrder2) { check(2, {4, 8, 16}); }
TEST(DgPlaneWaves, ConvergeAtOrder3) { check(3, {4, 8, 16}); }
TEST(DgPlaneWaves, ConvergeAtOrder4) { check(4, {3, 6, 12}); }
TEST(DgPlaneWaves, ConvergeAtOrder5) { check(5, {3, 6, 12}); }
TEST(DgPlaneWaves, ConvergeAtOrder6) { check(6, {2, 4, 8}); }
TEST(DgPlaneWaves, ConvergeAtOrder7) { check(7, {3, 4, 6}); }
TEST(DgPlaneWaves, ConvergeAtOrder8) { check(8, {3, 4, 6}); }

}  // namespace
}  // namespace unda::verification::dg_plane_waves_test

// Plane P and S waves in a periodic box by discontinuous Galerkin converge at the order of the method, in space and time
// together: a fit over three meshes, with the largest stable step on each.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::dg_plane_waves_test {
namespace {

constexpr double vp = 2, vs = 1;  // rho = mu = 1, lambda = 2
constexpr int n_points = 2000;
constexpr double duration = 0.12;

/// Points all over the box, none of them special.
Vector point(int n) {
  auto part = [n](double step) { return std::fmod(0.5 + n * step, 1.0); };
  return {2 * part(0.8191725), 2 * part(0.6710436), -2 * part(0.5497005)};
}

std::string box(char wave, int order, int cells) {
  std::string points;
  for (int n = 0; n < n_points; ++n)
    points += fmt::format("[{:.9f}, {:.9f}, {:.9f}], ", point(n)[0], point(n)[1], point(n)[2]);
  return fmt::format(
      "[domain]\nx = [0, 2]\ny = [0, 2]\nz = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = {0}\nvs = {1}\nrho = 1\n"
      "[initial]\nkind = 'plane_wave'\nwave = '{2}'\nwavenumber = [{4}, {4}, {4}]\n{3}"
      "[time]\nduration = {8}\n[mesh]\nspacing = {5}\n"
      "[solver]\nmethod = 'dg'\nprecision = 'double'\n[solver.dg]\norder = {6}\n"
      "[[receivers]]\npositions = [{7}]\nquantities = ['velocity']\n",
      vp, vs, wave, wave == 's' ? "polarization = [1, -1, 0]\n" : "", std::numbers::pi, 2.0 / cells, order, points,
      duration);
}

struct Sums {
  double wrong = 0, all = 0;
};

/// Of the velocity at the end: squares of its error and of itself, over all points.
Sums errors_of(char wave, int order, int cells) {
  run::Experiment e = run::prepare(scenario_from(box(wave, order, cells)));
  const double n_steps = std::ceil(duration / e.dt);
  e.dt = duration / n_steps;
  const auto simulation = run::start(e).simulation;
  for (int n = 0; n < static_cast<int>(n_steps); ++n) simulation->advance();
  const std::vector<double> v = values_now(*simulation);
  const double omega = std::numbers::pi * std::sqrt(3.0) * (wave == 'p' ? vp : vs);
  const Vector along = wave == 'p' ? (1 / std::sqrt(3.0)) * Vector{1, 1, 1} : (1 / std::sqrt(2.0)) * Vector{1, -1, 0};
  Sums sums;
  for (int r = 0; r < n_points; ++r) {
    const Vector x = point(r);
    const double value = std::cos(std::numbers::pi * (x[0] + x[1] + x[2]) - omega * duration);
    for (int c = 0; c < 3; ++c) {
      sums.wrong += std::pow(v[static_cast<std::size_t>(3 * r + c)] - value * along[c], 2);
      sums.all += std::pow(value * along[c], 2);
    }
  }
  return sums;
}

/// The slope of log error over log h by least squares, of both waves together.
void check(int order, const std::vector<int>& cells) {
  double x = 0, y = 0, xx = 0, xy = 0;
  std::string errors;
  for (const int n : cells) {
    const Sums p = errors_of('p', order, n), s = errors_of('s', order, n);
    const double error = std::sqrt((p.wrong + s.wrong) / (p.all + s.all)), h = std::log(1.0 / n), e = std::log(error);
    errors += fmt::format(" {:.2e}", error);
    x += h;
    y += e;
    xx += h * h;
    xy += h * e;
  }
  const auto count = static_cast<double>(cells.size());
  const double slope = (count * xy - x * y) / (count * xx - x * x);
  std::printf("order %d:%s, slope %.2f\n", order, errors.c_str(), slope);
  EXPECT_NEAR(slope, order, 0.3) << "order " << order;
}

/// At times that are steps, and between them: velocity and its integral.
TEST(DgPlaneWaves, TracesAreAsGoodBetweenStepsAsOnThem) {
  const std::string few = "receivers.positions=[[0.45, 0.3, -0.7], [0.5, 1, -1.5], [1.7, 0.2, -0.1]]";
  const double omega = std::numbers::pi * std::sqrt(3.0) * vp, step = 0.005;
  std::array<std::array<double, 2>, 2> misfit{};  // [on steps, between][quantity]
  for (const int between : {0, 1}) {
    const auto s = scenario_from(
        box('p', 5, 5), {few, "receivers.quantities=['velocity', 'displacement']", fmt::format("time.step={}", step),
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
          const Vector x = group.positions[r];
          const double phase = std::numbers::pi * (x[0] + x[1] + x[2]), now = phase - omega * traces.time[n];
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
TEST(DgPlaneWaves, ConvergeAtOrder4) { check(4, {4, 8, 16}); }
TEST(DgPlaneWaves, ConvergeAtOrder5) { check(5, {4, 8, 16}); }
TEST(DgPlaneWaves, ConvergeAtOrder6) { check(6, {2, 4, 8}); }
TEST(DgPlaneWaves, ConvergeAtOrder7) { check(7, {2, 4, 8}); }
TEST(DgPlaneWaves, ConvergeAtOrder8) { check(8, {2, 4, 8}); }

}  // namespace
}  // namespace unda::verification::dg_plane_waves_test

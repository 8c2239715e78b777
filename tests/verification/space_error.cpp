// The error of the space differences alone, for every order and in both precisions: plane waves in a periodic box against
// leapfrog with exact derivatives, which has the same error in time. Orders 10 to 16 converge within half an order.
#include <cmath>
#include <complex>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitted_slope.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::space_error_test {
namespace {

using Complex = std::complex<double>;

constexpr double vp = 2, vs = 1;  // rho = mu = 1, lambda = 2

struct Wave {
  int dim;
  std::string physics, kind;  // p | s
  std::string precision = "double";
  int across = 4;  ///< wavelengths along each side of the box

  bool elastic() const { return physics == "elastic"; }
  double speed() const { return kind == "p" ? vp : vs; }
  double wavenumber() const { return std::numbers::pi * across; }  ///< along each axis
  double omega() const { return speed() * wavenumber() * std::sqrt(dim); }
};

/// Steps of a box of side 2 at about 40 % of the largest of order 16, over four periods of the wave.
double step_of(const Wave& wave, int cells) {
  const double duration = 8 * std::numbers::pi / wave.omega();
  return duration / std::ceil(duration / (0.25 * 2.0 / cells / vp));
}

std::string box(const Wave& wave, int order, int cells) {
  const std::string k = fmt::format("{:.17g}", wave.wavenumber());
  const double step = step_of(wave, cells);
  return fmt::format(
      "[domain]\nx = [0, 2]\n{}z = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 1\n"
      "[initial]\nkind = 'plane_wave'\nwave = '{}'\nwavenumber = [{}]\n{}"
      "[time]\nduration = {:.17g}\nsample_interval = {:.17g}\nstep = {:.17g}\n[mesh]\nspacing = {:.17g}\n"
      "[solver]\nphysics = '{}'\nprecision = '{}'\n[solver.fd]\norder = {}\n"
      "[[receivers]]\npositions = {}\nquantities = ['{}']\n",
      wave.dim == 3 ? "y = [0, 2]\n" : "", vp, wave.elastic() ? vs : 0.0, wave.kind,
      wave.dim == 3 ? k + ", " + k + ", " + k : k + ", " + k,
      wave.kind == "p" ? ""
      : wave.dim == 3  ? "polarization = [1, -1, 0]\n"
                       : "polarization = [1, -1]\n",
      8 * std::numbers::pi / wave.omega(), step, step, 2.0 / cells, wave.physics, wave.precision, order,
      wave.dim == 3 ? "[[0, 0, -1], [0.5, 1, -0.5]]" : "[[0, -1], [0.5, -0.5]]",
      wave.kind == "p" ? "pressure" : "stress");
}

/// Amplitudes P_n of the fields on the nodes at the times n dt, P_0 = 1, in a wave exp(i k x), when derivatives are exact:
///   V(n + 1/2) = V(n - 1/2) - i omega dt P(n),   P(n + 1) = P(n) - i omega dt V(n + 1/2)
/// from the exact V(-1/2) = exp(i omega dt/2). The second-order scheme starts from the exact P(-1) = exp(i omega dt).
std::vector<Complex> leapfrog(const Wave& wave, double dt, std::size_t n_samples) {
  const Complex turn(0, wave.omega() * dt);
  std::vector<Complex> amplitude{1};
  Complex v = wave.physics == "acoustic_second_order" ? (std::exp(turn) - 1.0) / turn : std::exp(0.5 * turn);
  while (amplitude.size() < n_samples) {
    v -= turn * amplitude.back();
    amplitude.push_back(amplitude.back() - turn * v);
  }
  return amplitude;
}

/// What a wave of unit velocity makes of the recorded quantity: the pressure, or the stress xx of an S wave.
double amplitude_of(const Wave& wave) {
  if (wave.kind == "s") return -2 / std::sqrt(wave.dim) / std::sqrt(2.0) / vs;
  return wave.elastic() ? vp * (1 - 4 * vs * vs / (3 * vp * vp)) : vp;
}

/// Over all steps; receivers lie on nodes of every mesh, and what they record stands there at whole steps.
double misfit(const Wave& wave, int order, int cells) {
  const output::Traces traces = traces_of(scenario_from(box(wave, order, cells)));
  const std::size_t nt = traces.time.size();
  const std::vector<Complex> amplitude = leapfrog(wave, step_of(wave, cells), nt);
  const auto& array = traces.groups[0].quantities.begin()->second;
  double worst = 0;
  for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r) {
    const Vector& x = traces.groups[0].positions[r];
    const Complex here = amplitude_of(wave) * std::polar(1.0, wave.wavenumber() * (x[0] + x[1] + x[2]));
    std::vector<double> exact;
    for (const Complex& a : amplitude) exact.push_back((here * a).real());
    worst = std::max(worst, reference::l2_misfit({array.values.data() + r * array.n_components * nt, nt}, exact));
  }
  return worst;
}

/// The order by a least-squares fit over meshes of the given cells a side.
double fitted_order(const Wave& wave, int order, const std::vector<int>& cells) {
  std::vector<std::array<double, 2>> points;
  std::string figures;
  for (const int n : cells) {
    const double error = misfit(wave, order, n);
    points.push_back({std::log(1.0 / n), std::log(error)});
    figures += fmt::format(" {:.2e}", error);
  }
  const double fitted = fitted_slope(points);
  std::printf("%d-D %s %s %s order %d:%s, fitted %.2f\n", wave.dim, wave.physics.c_str(), wave.kind.c_str(),
              wave.precision.c_str(), order, figures.c_str(), fitted);
  return fitted;
}

const std::vector<Wave> plane_waves{
    {2, "acoustic", "p"}, {2, "acoustic_second_order", "p"}, {2, "elastic", "p"}, {2, "elastic", "s"}};

TEST(SpaceError, HighOrdersConverge) {
  // 8, 10 and 12 points per wavelength along each axis: errors from 1e-5 down to 1e-11, where rounding is 1e-13.
  for (const Wave& wave : plane_waves)
    for (const int order : {10, 12, 14, 16})
      EXPECT_NEAR(fitted_order(wave, order, {32, 40, 48}), order, 0.5) << wave.physics << " " << wave.kind;
}

TEST(SpaceError, HighOrdersConvergeInThreeDimensions) {
  // The same resolution with two wavelengths across; order 16 needs 18 nodes, and finer meshes then reach 1e-12.
  EXPECT_NEAR(fitted_order({3, "elastic", "s", "double", 2}, 10, {16, 20, 24}), 10, 0.5);
  EXPECT_NEAR(fitted_order({3, "acoustic", "p", "double", 2}, 12, {16, 20, 24}), 12, 0.5);
  EXPECT_NEAR(fitted_order({3, "elastic", "p", "double", 2}, 14, {16, 20, 24}), 14, 0.5);
  EXPECT_NEAR(fitted_order({3, "elastic", "p", "double", 2}, 16, {20, 24, 28}), 16, 0.5);
}

/// Two wavelengths across, so that 8, 16 and 32 points per wavelength are 16, 32 and 64 cells.
Wave in_single_precision(Wave wave) {
  wave.precision = "single";
  wave.across = 2;
  return wave;
}

TEST(SpaceError, LowOrdersConvergeInSinglePrecision) {
  for (const Wave& wave : plane_waves)
    for (const int order : {2, 4})
      EXPECT_NEAR(fitted_order(in_single_precision(wave), order, {16, 32, 64}), order, 0.3)
          << wave.physics << " " << wave.kind;
}

TEST(SpaceError, Order8InSinglePrecisionIsRightToRounding) {
  // At 16 points per wavelength the differences are off by 9e-7 over four periods, those of order 6 by 4e-5.
  for (const Wave& wave : plane_waves) {
    const double error = misfit(in_single_precision(wave), 8, 32);
    std::printf("%s %s single order 8: %.2e\n", wave.physics.c_str(), wave.kind.c_str(), error);
    EXPECT_LT(error, 5e-6) << wave.physics << " " << wave.kind;
  }
}

}  // namespace
}  // namespace unda::verification::space_error_test

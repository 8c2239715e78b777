// Plane P and S waves in a periodic box converge at the order of the scheme: a fit over 16, 32 and 64 cells a side, with
// steps that follow the mesh as h^(p/2), so that the second-order time error stays below the space error.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::plane_waves_test {
namespace {

constexpr double vp = 2, vs = 1;  // rho = mu = 1, lambda = 2

struct Wave {
  int dim;
  const char* physics;
  const char* kind;  // p | s
};

std::string box(const Wave& wave, int order, int cells, double step) {
  const double k = std::numbers::pi;
  const bool solid = std::string(wave.physics) == "elastic";
  return fmt::format(
      "[domain]\nx = [0, 2]\n{}z = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 1\n"
      "[initial]\nkind = 'plane_wave'\nwave = '{}'\nwavenumber = {}\n{}"
      "[time]\nduration = 0.25\nsample_interval = 0.05\nstep = {}\n[mesh]\nspacing = {}\n"
      "[solver]\nphysics = '{}'\nprecision = 'double'\n[solver.fd]\norder = {}\n"
      "[[receivers]]\npositions = {}\nquantities = ['{}']\n",
      wave.dim == 3 ? "y = [0, 2]\n" : "", vp, solid ? vs : 0.0, wave.kind,
      wave.dim == 3 ? fmt::format("[{0}, {0}, {0}]", k) : fmt::format("[{0}, {0}]", k),
      *wave.kind == 's' ? (wave.dim == 3 ? "polarization = [1, -1, 0]\n" : "polarization = [1, -1]\n") : "", step,
      2.0 / cells, wave.physics, order, wave.dim == 3 ? "[[0, 0, -1], [0.5, 1, -0.5]]" : "[[0, -1], [0.5, -0.5]]",
      std::string(wave.physics) == "acoustic_second_order" ? "pressure"
      : *wave.kind == 'p'                                  ? "pressure"
                                                           : "stress");
}

/// Difference of the last sample from the exact cosine, over its amplitude. Receivers lie on nodes of every mesh; pressure
/// and shear stress stand at whole steps, and the last sample is one.
double error_of(const Wave& wave, int order, int cells, int coarsest) {
  const double coarse_step = 0.25 / (order == 2 ? 20 : 8);
  const double refine = static_cast<double>(cells) / coarsest;
  const double step = coarse_step / std::pow(refine, order / 2.0) / (order == 2 ? 4 : 2);
  const auto s = scenario_from(box(wave, order, cells, 0.25 / std::ceil(0.25 / step)));
  const output::Traces traces = traces_of(s);
  const double k = std::numbers::pi * std::sqrt(wave.dim);
  const double speed = *wave.kind == 'p' ? vp : vs;
  const std::size_t nt = traces.time.size();
  double worst = 0;
  for (const auto& [quantity, array] : traces.groups[0].quantities) {
    // The component that a wave of unit velocity makes largest; its exact value is that at rest moved by speed * t.
    for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r) {
      const Vector& x = traces.groups[0].positions[r];
      const double phase = std::numbers::pi * (x[0] + x[1] + x[2]);
      const std::size_t trace = (r * array.n_components) * nt;
      double amplitude = vp;  // p = rho vp v
      if (quantity == scenario::Quantity::pressure && std::string(wave.physics) == "elastic")
        amplitude = vp * (1 - 4 * vs * vs / (3 * vp * vp));
      if (quantity == scenario::Quantity::stress) {
        // s_xx = -(1/vs) 2 mu d_x n_x
        const double along = 1 / std::sqrt(wave.dim), across = 1 / std::sqrt(2.0);
        amplitude = -2 * along * across / vs;
      }
      const double exact = amplitude * std::cos(phase - k * speed * traces.time[nt - 1]);
      worst = std::max(worst, std::abs(array.values[trace + nt - 1] - exact) / std::abs(amplitude));
    }
  }
  return worst;
}

double convergence(const Wave& wave, int order, int coarsest) {
  const double first = error_of(wave, order, coarsest, coarsest);
  const double last = error_of(wave, order, 4 * coarsest, coarsest);
  const double middle = error_of(wave, order, 2 * coarsest, coarsest);
  std::printf("%d-D %s %s order %d: %.2e %.2e %.2e\n", wave.dim, wave.physics, wave.kind, order, first, middle, last);
  return std::log2(first / last) / 2;
}

void check(const Wave& wave, std::initializer_list<int> orders, int coarsest) {
  for (const int order : orders)
    EXPECT_NEAR(convergence(wave, order, coarsest), order, 0.3) << wave.physics << " " << wave.kind;
}

TEST(PlaneWaves, Acoustic) { check({2, "acoustic", "p"}, {2, 4, 6, 8}, 16); }
TEST(PlaneWaves, AcousticSecondOrder) { check({2, "acoustic_second_order", "p"}, {2, 4, 6, 8}, 16); }
TEST(PlaneWaves, ElasticP) { check({2, "elastic", "p"}, {2, 4, 6, 8}, 16); }
TEST(PlaneWaves, ElasticS) { check({2, "elastic", "s"}, {2, 4, 6, 8}, 16); }
TEST(PlaneWaves, InThreeDimensions) {
  check({3, "acoustic", "p"}, {4}, 16);
  check({3, "elastic", "p"}, {4}, 16);
  check({3, "elastic", "s"}, {4}, 16);
}

}  // namespace
}  // namespace unda::verification::plane_waves_test

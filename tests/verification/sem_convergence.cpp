// Spectral elements converge: plane waves in a periodic box, in the size of the elements at the order of the degree, and in the
// degree itself.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::sem_convergence_test {
namespace {

constexpr double vp = 2, vs = 1;  // rho = mu = 1, lambda = 2

struct Wave {
  int dim;
  bool solid;
  char kind;  // p | s
};

std::string box(const Wave& wave, int degree, int cells, double step) {
  const double k = std::numbers::pi;
  const bool deep = wave.dim == 3;
  return fmt::format(
      "[domain]\nx = [0, 2]\n{}z = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 1\n"
      "[initial]\nkind = 'plane_wave'\nwave = '{}'\nwavenumber = {}\n{}"
      "[time]\nduration = 0.25\nsample_interval = 0.05\nstep = {:.17g}\n[mesh]\nspacing = {}\n"
      "[solver]\nmethod = 'sem'\nprecision = 'double'\ndegree = {}\n"
      "[[receivers]]\n{}quantities = ['velocity']\n",
      deep ? "y = [0, 2]\n" : "", vp, wave.solid ? vs : 0.0, wave.kind,
      deep ? fmt::format("[{0}, {0}, {0}]", k) : fmt::format("[{0}, {0}]", k),
      wave.kind == 's' ? (deep ? "polarization = [1, -1, 0]\n" : "polarization = [1, -1]\n") : "", step, 2.0 / cells,
      degree,
      deep ? "line = { from = [0.03, 0.11, -1.97], to = [1.93, 1.81, -0.07], count = 60 }\n"
           : "line = { from = [0.03, -1.97], to = [1.91, -0.27], count = 60 }\n");
}

/// Root mean square over all receivers, components and samples, relative to a wave of 1 m/s.
double error_of(const Wave& wave, int degree, int cells, double step) {
  const output::Traces traces = traces_of(scenario_from(box(wave, degree, cells, 0.25 / std::ceil(0.25 / step))));
  const double k = std::numbers::pi, size = k * std::sqrt(wave.dim), speed = wave.kind == 'p' ? vp : vs;
  const double part = wave.kind == 'p' ? 1 / std::sqrt(wave.dim) : 1 / std::sqrt(2.0);
  const std::size_t nt = traces.time.size(), dim = static_cast<std::size_t>(wave.dim);
  const auto& array = traces.groups[0].quantities.at(scenario::Quantity::velocity);
  double sum = 0;
  for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r)
    for (std::size_t c = 0; c < dim; ++c)
      for (std::size_t j = 0; j < nt; ++j) {
        const Vector& x = traces.groups[0].positions[r];
        const double sign = wave.kind == 'p' || c == 0 ? 1 : c == 1 ? -1 : 0;
        const double exact = sign * part * std::cos(k * (x[0] + x[1] + x[2]) - size * speed * traces.time[j]);
        sum += std::pow(array.values[(r * dim + c) * nt + j] - exact, 2);
      }
  return std::sqrt(sum / static_cast<double>(array.values.size() / dim));
}

double convergence(const Wave& wave, int degree, int coarsest) {
  std::vector<double> error;
  const int order = degree + 1;
  for (const int refine : {1, 2, 4}) {
    // The time error must stay below that of space.
    const double step = 0.004 / std::pow(refine, std::max(1.0, order / 2.0)) / (degree > 4 ? 4 : 1);
    error.push_back(error_of(wave, degree, coarsest * refine, step));
  }
  std::printf("%d-D %s %c degree %d: %.2e %.2e %.2e\n", wave.dim, wave.solid ? "solid" : "fluid", wave.kind, degree,
              error[0], error[1], error[2]);
  return std::log2(error[0] / error[2]) / 2;
}

TEST(SemConvergence, InTheSizeOfElements) {
  for (const int degree : {2, 3, 4, 5, 6, 7}) {
    const int coarsest = degree < 5 ? 4 : 2;
    EXPECT_NEAR(convergence({2, true, 'p'}, degree, coarsest), degree + 1, 0.3) << degree;
    EXPECT_NEAR(convergence({2, true, 's'}, degree, coarsest), degree + 1, 0.3) << degree;
  }
}

TEST(SemConvergence, In3D) { EXPECT_NEAR(convergence({3, true, 's'}, 3, 2), 4, 0.5); }

TEST(SemConvergence, InTheDegree) {
  // Each degree more gains a factor, until the time step is felt.
  double before = 1;
  for (int degree = 2; degree <= 8; ++degree) {
    const double error = error_of({2, true, 'p'}, degree, 2, 1e-4);
    std::printf("degree %d: %.2e\n", degree, error);
    EXPECT_LT(error, 0.4 * before) << degree;
    before = error;
  }
}

}  // namespace
}  // namespace unda::verification::sem_convergence_test

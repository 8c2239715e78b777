// What is told of waves on tetrahedra: against waves that go through a periodic box, and what mesh.max_frequency makes of it.
#include "dg/resolution.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "dg/kernels/orders.hpp"
#include "dg/make_mesh.hpp"
#include "dg/propagator.hpp"

namespace unda::dg::resolution_test {
namespace {

using std::numbers::pi;

scenario::Scenario box(int order, double spacing) {
  scenario::Scenario s;
  s.domain.dim = 3;
  s.domain.extent = {{{0, 2}, {0, 2}, {-2, 0}}};
  s.boundary.fill(scenario::BoundaryKind::periodic);
  s.model.kind = scenario::ModelKind::uniform;
  s.model.uniform = {2, 1, 1, 0, 0, {}};
  s.mesh.spacing = spacing;
  s.solver.method = scenario::Method::dg;
  s.solver.precision = scenario::Precision::double_precision;
  s.solver.dg.order = order;
  return s;
}

/// A P wave along the diagonal, by its velocity along it: how far its complex amplitude is from that of the exact wave, a wavelength on its way.
double error_a_wavelength(int order, int cells) {
  constexpr double vp = 2, k = pi * std::numbers::sqrt3, n_wavelengths = 2;
  const scenario::Scenario s = box(order, 2.0 / cells);
  const auto propagator = make_propagator(s, model::make_model(s), parallel::Communicator::world());
  std::vector<Vector> points;
  for (int i = 0; i < 600; ++i) {
    const auto part = [i](double step) { return 2 * std::fmod(0.5 + i * step, 1.0); };
    points.push_back({part(0.8191725), part(0.6710436), -part(0.5497005)});
    propagator->add_probe({points.back(), scenario::Quantity::velocity});
  }
  const double duration = n_wavelengths * (2 * pi / k) / vp;
  const double n_steps = std::ceil(duration / (0.9 * propagator->max_step().dt));
  propagator->set_step(duration / n_steps, static_cast<std::int64_t>(n_steps));
  const auto phase = [](const Vector& x) { return pi * (x[0] + x[1] + x[2]); };
  method::StartingField wave;
  wave.velocity = [&](const Vector& x, double) {
    const double along = std::cos(phase(x)) / std::numbers::sqrt3;
    return Vector{along, along, along};
  };
  wave.stress = [&](const Vector& x, double) {
    const double strain_rate = -std::cos(phase(x)) / vp, normal = strain_rate * (2 + 2.0 / 3),
                 shear = strain_rate * 2.0 / 3;
    return std::array<double, 6>{normal, normal, normal, shear, shear, shear};
  };
  propagator->start_from(wave);
  for (int n = 0; n < static_cast<int>(n_steps); ++n) propagator->advance();
  const std::vector<double> v = propagator->read_probes();
  // Least squares of a cos(phase - omega t) + b sin(phase - omega t).
  double cc = 0, cs = 0, ss = 0, vc = 0, vs = 0;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const double now = phase(points[n]) - k * vp * duration, c = std::cos(now), d = std::sin(now);
    const double along = (v[3 * n] + v[3 * n + 1] + v[3 * n + 2]) / std::numbers::sqrt3;
    cc += c * c, cs += c * d, ss += d * d, vc += along * c, vs += along * d;
  }
  const double det = cc * ss - cs * cs, a = (vc * ss - vs * cs) / det, b = (vs * cc - vc * cs) / det;
  return std::abs(std::log(std::complex<double>(a, -b))) / n_wavelengths;
}

template <int... Order>
bool is_built(int order, std::integer_sequence<int, Order...>) {
  return ((order == Order) || ...);
}

/// At sizes that the fit was not made at: a relative error of the speed turns the phase, or damps, by 2 pi of it a wavelength.
TEST(Resolution, TellsTheSpeedOfWavesOnTetrahedra) {
  for (const int order : {2, 3, 4}) {
    if (!is_built(order, Orders{})) continue;
    const double measured = error_a_wavelength(order, 5), edge = 0.4 * std::numbers::sqrt3 / 2;
    const double told = 2 * pi * speed_error(order, edge).error;
    EXPECT_LT(measured, 2.5 * told) << order;
    EXPECT_GT(measured, told / 2.5) << order;
  }
}

/// The misfit of a Ricker wavelet after 20 of its shortest wavelengths, frequency by frequency.
TEST(Resolution, KeepsARickerWaveletWithinTwoPercent) {
  for (int order = 2; order <= 8; ++order) {
    double wrong = 0, all = 0;
    for (double f = 0.01; f < 4; f += 0.01) {  // in peak frequencies; 2.5 is the highest
      const double energy = std::pow(f * f * std::exp(-f * f), 2);
      const double phase = 2 * pi * 20 * (f / 2.5) * speed_error(order, wavelengths_of_an_edge(order) * f / 2.5).error;
      wrong += energy * std::pow(std::min(phase, 2.0), 2);
      all += energy;
    }
    EXPECT_LT(std::sqrt(wrong / all), 0.02) << order;
    EXPECT_GT(std::sqrt(wrong / all), 0.005) << "elements of order " << order << " are smaller than need be";
  }
}

TEST(Resolution, HigherOrdersAreBetter) {
  for (int order = 3; order <= 8; ++order) {
    EXPECT_GT(wavelengths_of_an_edge(order), wavelengths_of_an_edge(order - 1));
    EXPECT_LT(speed_error(order, 0.3).error, speed_error(order - 1, 0.3).error);
    EXPECT_GT(speed_error(order, 0.3).error, speed_error(order, 0.2).error);
  }
  EXPECT_EQ(speed_error(2, 100).error, 1);  // nothing is left of such a wave
}

TEST(Resolution, MakesEdgesOfTheSlowestWave) {
  for (const int order : {2, 4, 6}) {
    scenario::Scenario s = box(order, 0);
    s.mesh.spacing.reset();
    s.mesh.max_frequency = 2;
    const double asked = wavelengths_of_an_edge(order) * 1 / 2.0;
    const mesh::Levels levels = make_levels(s, *model::make_model(s));
    EXPECT_LE(levels.edge(0), asked * (1 + 1e-9)) << order;
    EXPECT_GT(levels.edge(0), 0.75 * asked) << order;
    EXPECT_STREQ(key_of_size(s), "mesh.max_frequency");
  }
}

}  // namespace
}  // namespace unda::dg::resolution_test

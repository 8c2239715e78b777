// The wavenumber integral in uniform full and half-spaces, against closed forms found in other ways.
#include <gtest/gtest.h>

#include "reference/fluid_explosion.hpp"
#include "reference/garvin.hpp"
#include "reference/lamb.hpp"
#include "unit/reference/layered_cases.hpp"

namespace unda::reference::layered_uniform_test {
namespace {

using namespace testing;

const Medium rock{4000, 2309, 2600}, water{1500, 0, 1000};
constexpr double allowed = 1e-4;

TEST(LayeredUniform, ExplosionInAFluid) {
  const auto f = ricker(10, 0.15);
  const Pulse pulse = pulse_of(f);
  for (const int dim : {2, 3})
    for (const bool free : {false, true}) {
      const Vector at{10, 0, -120};
      const LayeredSource source{false, at, {2e9, 2e9, 2e9, 0, 0, 0}, {}, f};
      const LayeredProblem p = problem_of(dim, uniform_earth(water, free ? Surface::free : Surface::half_space), source,
                                          {{310, 0, -120}, {10, 0, -60}, {-390, 0, -300}, {40, 0, -119}, {210, 0, -20}},
                                          {Quantity::pressure, Quantity::velocity}, 0.8, 0.004);
      const LayeredTraces traces = layered_seismograms(p);
      for (std::size_t r = 0; r < p.receivers.size(); ++r) {
        const Vector& x = p.receivers[r].position;
        const auto pressure = sampled(p, 1, [&](double t) {
          return std::array{free ? explosion_pressure_below_surface(dim, water, 2e9, pulse, at, x, 0, t)
                                 : explosion_pressure(dim, water, 2e9, pulse, x - at, t)};
        });
        const auto velocity = sampled(p, dim, [&](double t) {
          const Vector v = free ? explosion_velocity_below_surface(dim, water, 2e9, pulse, at, x, 0, t)
                                : explosion_velocity(dim, water, 2e9, pulse, x - at, t);
          return dim == 3 ? v : Vector{v[0], v[2], 0};
        });
        EXPECT_LT(l2_misfit(traces[r][0], pressure), allowed) << dim << free << r;
        EXPECT_LT(l2_misfit(traces[r][1], velocity), allowed) << dim << free << r;
      }
    }
}

TEST(LayeredUniform, MomentTensorAndForceInASolid) {
  const auto f = gaussian(0.03, 0.25);
  const Pulse pulse = pulse_of(f);
  const Vector at{0, 0, -500}, force{1e9, -2e9, 3e9};
  const Moment moment{1e12, -2e12, 0.5e12, 1.5e12, -0.7e12, 2e12};
  for (const bool is_force : {false, true}) {
    const LayeredSource source{is_force, at, moment, force, f};
    const LayeredProblem p = problem_of(3, uniform_earth(rock, Surface::half_space), source,
                                        {{300, 400, -500}, {0, 0, -200}, {-500, 200, -900}, {30, -10, -520}},
                                        {Quantity::velocity, Quantity::pressure}, 1.2, 0.005);
    const LayeredTraces traces = layered_seismograms(p);
    for (std::size_t r = 0; r < p.receivers.size(); ++r) {
      const Vector offset = p.receivers[r].position - at;
      const auto velocity = sampled(p, 3, [&](double t) {
        return is_force ? force_velocity(rock, force, pulse, offset, t)
                        : moment_velocity(rock, moment, pulse, offset, t);
      });
      const auto pressure = sampled(p, 1, [&](double t) {
        return std::array{is_force ? force_pressure(rock, force, pulse, offset, t)
                                   : moment_pressure(rock, moment, pulse, offset, t)};
      });
      EXPECT_LT(l2_misfit(traces[r][0], velocity), allowed) << is_force << r;
      EXPECT_LT(l2_misfit(traces[r][1], pressure), allowed) << is_force << r;
    }
  }
}

TEST(LayeredUniform, Lamb) {
  const Medium poisson{3000, 3000 / std::sqrt(3.0), 2200};
  const auto f = ricker(4, 0.375);
  const LayeredSource source{true, {0, 0, 0}, {}, {0, 0, 1e10}, f};
  const LayeredProblem p =
      problem_of(3, uniform_earth(poisson, Surface::free), source,
                 {{403.3, 0, 0}, {0, 800, 0}, {1000, -400, 0}, {30, 0, 0}}, {Quantity::velocity}, 1.4, 0.005);
  const LayeredTraces traces = layered_seismograms(p);
  for (std::size_t r = 0; r < p.receivers.size(); ++r) {
    const double distance = norm(p.receivers[r].position);
    const auto exact =
        sampled(p, 1, [&](double t) { return std::array{lamb_velocity(poisson, 1e10, pulse_of(f), distance, t)}; });
    const std::vector<double> vertical(traces[r][0].end() - static_cast<long>(p.n_samples), traces[r][0].end());
    EXPECT_LT(l2_misfit(vertical, exact), allowed) << distance;
  }
}

/// A Ricker, and a Gaussian whose displacements stay.
TEST(LayeredUniform, Garvin) {
  for (const auto& f : {ricker(5, 0.3), gaussian(0.04, 0.3)})
    for (const double depth : {6.0, 200.0}) {
      const LayeredSource source{false, {800, 0, -depth}, {1e12, 0, 1e12, 0, 0, 0}, {}, f};
      const LayeredProblem p =
          problem_of(2, uniform_earth(rock, Surface::free), source, {{800, 0, 0}, {1203.3, 0, 0}, {3407.1, 0, 0}},
                     {Quantity::velocity, Quantity::displacement}, 2.4, 0.004);
      const LayeredTraces traces = layered_seismograms(p);
      for (std::size_t r = 0; r < p.receivers.size(); ++r) {
        const double x = p.receivers[r].position[0] - 800;
        const auto velocity = sampled(p, 2, [&](double t) {
          const Vector v = garvin_velocity(rock, 1e12, pulse_of(f), depth, x, t);
          return std::array{v[0], v[2]};
        });
        const auto displacement = sampled(p, 2, [&](double t) {
          const Vector u = garvin_displacement(rock, 1e12, pulse_of(f), depth, x, t);
          return std::array{u[0], u[2]};
        });
        EXPECT_LT(l2_misfit(traces[r][0], velocity), allowed) << depth << " " << r;
        EXPECT_LT(l2_misfit(traces[r][1], displacement), allowed) << depth << " " << r;
      }
    }
}

/// A time function with a kink at its beginning, that ends slowly or outlasts the traces: what is cut off above the last
/// frequency shows.
TEST(LayeredUniform, TimeFunctionsWithoutASmoothEnd) {
  for (const double rise : {0.03, 0.3}) {
    const auto f = numerics::brune(rise);
    const LayeredSource source{false, {0, 0, -100}, {1e9, 1e9, 1e9, 0, 0, 0}, {}, f};
    const LayeredProblem p = problem_of(3, uniform_earth(water, Surface::half_space), source, {{150, 0, -100}},
                                        {Quantity::displacement}, 0.8, 0.004);
    const Pulse growing{[f](double t) { return f->integral(t); }, [f](double t) { return f->value(t); }, 0,
                        std::numeric_limits<double>::infinity()};
    const auto exact = sampled(p, 3, [&](double t) {
      return explosion_velocity(3, water, 1e9, growing, {150, 0, 0}, t);
    });
    EXPECT_LT(l2_misfit(layered_seismograms(p)[0][0], exact), 5e-3);
  }
}

}  // namespace
}  // namespace unda::reference::layered_uniform_test

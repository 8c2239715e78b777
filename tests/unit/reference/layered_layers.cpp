// The wavenumber integral in solids and fluids: reciprocity, stresses, reflection, and what no result may depend on.
#include <gtest/gtest.h>

#include "reference/layered/stack_solver.hpp"
#include "reference/reflection.hpp"
#include "unit/reference/layered_cases.hpp"

namespace unda::reference::layered_layers_test {
namespace {

using namespace testing;

/// Water, mud with vp/vs = 5, a thin hard layer, rock.
const LayeredEarth sea{Surface::free,
                       {{0, {1500, 0, 1020}, 0, 0},
                        {-100, {1600, 320, 1700}, 0, 0},
                        {-140, {3500, 2000, 2300}, 0, 0},
                        {-155, {2600, 1400, 2200}, 0, 0}},
                       1};

LayeredTraces solve(int dim, const LayeredEarth& earth, const LayeredSource& source,
                    const std::vector<Vector>& receivers, const std::vector<Quantity>& quantities) {
  return layered_seismograms(problem_of(dim, earth, source, receivers, quantities, 0.6, 0.004));
}

std::vector<double> part(const std::vector<double>& traces, std::size_t component, std::size_t n_components) {
  const auto n = static_cast<long>(traces.size() / n_components);
  return {traces.begin() + static_cast<long>(component) * n, traces.begin() + static_cast<long>(component + 1) * n};
}

std::vector<double> scaled(std::vector<double> trace, double factor) {
  for (double& v : trace) v *= factor;
  return trace;
}

/// G_ij(A, B) = G_ji(B, A): forces and displacements, in mud, rock and water.
TEST(LayeredLayers, ForcesAreReciprocal) {
  const auto f = ricker(12, 0.125);
  const std::vector<Vector> places{{0, 0, -160}, {60, 25, -120}, {-70, 10, -30}};
  for (const int dim : {2, 3})
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        Vector at_a = places[a], at_b = places[b], x{1, 0, 0}, z{0, 0, 1};
        if (dim == 2) at_a[1] = at_b[1] = 0;
        const auto xz = solve(dim, sea, {true, at_a, {}, x, f}, {at_b}, {Quantity::displacement})[0][0];
        const auto zx = solve(dim, sea, {true, at_b, {}, z, f}, {at_a}, {Quantity::displacement})[0][0];
        EXPECT_LT(l2_misfit(part(xz, dim - 1, dim), part(zx, 0, dim)), 1e-4) << dim << a << b;
      }
}

/// M_jk d_k G_ij: an explosion in water moves a point in rock as a force there compresses the water.
TEST(LayeredLayers, ExplosionAndForceAreReciprocal) {
  const auto f = ricker(12, 0.125);
  const Vector in_water{0, 0, -40}, in_rock{80, 30, -170}, force{1, -2, 3};
  const double moment = 7, kappa = 1020 * 1500.0 * 1500.0;
  const auto motion =
      solve(3, sea, {false, in_water, {moment, moment, moment, 0, 0, 0}, {}, f}, {in_rock}, {Quantity::velocity})[0][0];
  const auto pressure = solve(3, sea, {true, in_rock, {}, force, f}, {in_water}, {Quantity::pressure})[0][0];
  std::vector<double> work(pressure.size());
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t j = 0; j < work.size(); ++j) work[j] += force[c] * motion[c * work.size() + j];
  EXPECT_LT(l2_misfit(work, scaled(pressure, -moment / kappa)), 1e-4);
}

/// Stresses and the pressure against differences of displacements by Hooke's law.
TEST(LayeredLayers, StressIsThatOfTheStrain) {
  const auto f = ricker(12, 0.125);
  const Moment moment{1e9, -2e9, 0.5e9, 1.5e9, -0.7e9, 2e9};
  const double h = 0.4;
  for (const int dim : {2, 3})
    for (const bool is_force : {false, true}) {
      const Vector at{50, dim == 2 ? 0.0 : 35.0, -125};
      const LayeredSource source{is_force, {0, 0, -170}, moment, {1e7, 2e7, -3e7}, f};
      std::vector<Vector> around{at};
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double step : {-2.0, -1.0, 1.0, 2.0}) {
          around.push_back(at);
          if (dim == 3 || axis != 1) around.back()[axis] += step * h;
        }
      const auto traces =
          solve(dim, sea, source, around, {Quantity::displacement, Quantity::stress, Quantity::pressure});
      const std::size_t nt = traces[0][2].size(), n = dim == 2 ? 3 : 6;
      const Medium& mud = sea.layers[1].medium;
      const double mu = mud.rho * mud.vs * mud.vs, lambda = mud.rho * mud.vp * mud.vp - 2 * mu;
      std::vector<double> stress(n * nt), pressure(nt);
      for (std::size_t j = 0; j < nt; ++j) {
        double g[3][3] = {};  // du_a/dx_b
        for (std::size_t b = 0; b < 3; ++b)
          for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
            const auto u = [&](std::size_t i) { return traces[1 + 4 * b + i][0][c * nt + j]; };
            g[dim == 2 ? 2 * c : c][b] = (u(0) - 8 * u(1) + 8 * u(2) - u(3)) / (12 * h);
          }
        const double volume = lambda * (g[0][0] + g[1][1] + g[2][2]);
        const double all[6] = {volume + 2 * mu * g[0][0], volume + 2 * mu * g[1][1], volume + 2 * mu * g[2][2],
                               mu * (g[0][1] + g[1][0]),  mu * (g[0][2] + g[2][0]),  mu * (g[1][2] + g[2][1])};
        const int used[2][6] = {{0, 2, 4, 0, 0, 0}, {0, 1, 2, 3, 4, 5}};
        for (std::size_t c = 0; c < n; ++c) stress[c * nt + j] = all[used[dim - 2][c]];
        pressure[j] = -(all[0] + all[1] + all[2]) / 3;
      }
      for (std::size_t c = 0; c < n; ++c)
        EXPECT_LT(l2_misfit(part(traces[0][1], c, n), part(stress, c, n)), 1e-3) << dim << is_force << c;
      EXPECT_LT(l2_misfit(traces[0][2], pressure), 1e-3) << dim << is_force;
    }
}

/// A plane wave from the fluid, at real frequencies but for a trace of damping, below and beyond critical angles.
TEST(LayeredLayers, ReflectsFromASolidAsPlaneWavesDo) {
  const Medium fluid{1, 0, 1}, solid{3, 2, 1};
  const LayeredEarth both{Surface::half_space, {{1, fluid, 0, 0}, {0, solid, 0, 0}}, 1};
  const LayeredEarth alone{Surface::half_space, {{1, fluid, 0, 0}}, 1};
  const double source = 0.7, receiver = 0.4, omega = 5;
  for (const double angle : {0.0, 0.2, 0.3, 0.45, 0.8, 1.3}) {
    const Complex s{1e-9, omega};
    const double k = omega * std::sin(angle);
    const auto response = [&](const LayeredEarth& earth) {
      const Stack stack(earth, {source});
      StackSolver solver(stack, {{.slab = stack.slab_below(source), .vertical_moment = 1, .horizontal_moment = 1}},
                         {receiver}, false);
      solver.set_frequency(s);
      solver.solve(k);
      return solver.response(0, 0).z;
    };
    const Complex direct = response(alone), nu = std::sqrt(k * k + s * s);
    const Complex reflected = (response(both) - direct) / direct * std::exp(nu * 2.0 * receiver);
    // Here fields go as exp(i omega t).
    const Complex expected = std::conj(fluid_solid_reflection(fluid, solid, angle));
    EXPECT_LT(std::abs(reflected - expected), 1e-6) << angle;
    if (angle == 0.2) {
      EXPECT_NEAR(reflected.real(), 0.480555914321674, 1e-6);
    }
  }
}

/// Damping, distance of the images and the last wavenumber are ours to choose: nothing may depend on them.
void expect_no_dependence(const LayeredProblem& p) {
  const LayeredTraces usual = layered_seismograms(p);
  LayeredProblem damped = p, far = p, beyond = p;
  damped.damping_factor = 1.25;
  far.period_factor = 1.4;
  beyond.wavenumber_factor = 1.5;
  for (const LayeredProblem& other : {damped, far, beyond}) {
    const LayeredTraces traces = layered_seismograms(other);
    for (std::size_t r = 0; r < traces.size(); ++r)
      EXPECT_LT(l2_misfit(usual[r][0], traces[r][0]), 1e-4) << p.dim << " " << r;
  }
}

TEST(LayeredLayers, DoesNotDependOnItsSampling) {
  LayeredEarth muddy = sea;
  for (EarthLayer& layer : muddy.layers)
    if (layer.medium.vs > 0) layer.quality = {80, 40};
  const LayeredSource source{false, {0, 0, -150}, {1e9, 0, 1e9, 0, 1e9, 0}, {}, ricker(8, 0.19)};
  const std::vector<Vector> receivers{{50, 0, 0}, {150, 0, -100}, {20, 0, -149}, {250, 0, -110}};
  for (const int dim : {2, 3})
    expect_no_dependence(problem_of(dim, dim == 2 ? sea : muddy, source, receivers, {Quantity::velocity}, 0.5, 0.004));
}

/// Ice on water bends in waves slower than any other, and so does a film of water between rocks.
TEST(LayeredLayers, HasTheSlowWavesOfPlatesAndCracks) {
  const LayeredEarth ice{
      Surface::free, {{0, {3500, 1800, 917}, 0, 0}, {-1, {1450, 0, 1000}, 0, 0}, {-30, {2500, 1400, 2200}, 0, 0}}, 1};
  const LayeredEarth crack{
      Surface::half_space,
      {{5, {4000, 2300, 2600}, 0, 0}, {0, {1500, 0, 1000}, 0, 0}, {-0.05, {4000, 2300, 2600}, 0, 0}},
      1};
  const LayeredSource push{true, {0, 0, 0}, {}, {0, 0, 1e6}, ricker(20, 0.075)};
  expect_no_dependence(
      problem_of(2, ice, push, {{20, 0, 0}, {60, 0, 0}, {150, 0, 0}, {100, 0, -10}}, {Quantity::velocity}, 0.8, 0.002));
  expect_no_dependence(
      problem_of(2, crack, push, {{20, 0, 0}, {60, 0, -0.05}, {150, 0, -1}}, {Quantity::velocity}, 0.4, 0.002));
}

/// A rigid top and a free one: what a source and its image of either sign make in a fluid.
TEST(LayeredLayers, RigidAndFreeSurfacesMirror) {
  const Medium water{1500, 0, 1000};
  const auto f = ricker(12, 0.125);
  const Vector below{0, 0, -50}, above{0, 0, 50}, receiver{70, 0, -20};
  const auto pressure = [&](const LayeredEarth& earth, const Vector& at) {
    return solve(3, earth, {false, at, {1e9, 1e9, 1e9, 0, 0, 0}, {}, f}, {receiver}, {Quantity::pressure})[0][0];
  };
  LayeredEarth full = uniform_earth(water, Surface::half_space);
  full.layers[0].top = 100;
  const auto direct = pressure(full, below), image = pressure(full, above);
  for (const Surface surface : {Surface::free, Surface::rigid}) {
    std::vector<double> both = direct;
    for (std::size_t j = 0; j < both.size(); ++j) both[j] += (surface == Surface::rigid ? 1 : -1) * image[j];
    EXPECT_LT(l2_misfit(pressure(uniform_earth(water, surface), below), both), 1e-4);
  }
}

}  // namespace
}  // namespace unda::reference::layered_layers_test

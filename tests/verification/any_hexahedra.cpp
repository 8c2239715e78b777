// Spectral elements on meshes of any hexahedra and quadrilaterals: a box from a file gives the box's answer; elements bent and turned every
// way keep the order; the free surface against a closed form.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exact_field.hpp"
#include "mesh_file.hpp"
#include "reference/garvin.hpp"
#include "reference/misfit.hpp"
#include "run/time_functions.hpp"
#include "sem/propagator.hpp"
#include "support.hpp"
#include "unit/mesh/hexahedra_boxes.hpp"

namespace unda::verification::any_hexahedra_test {
namespace {

constexpr const char* rock = "vp = 3000\nvs = 1700\nrho = 2200\n";

std::string layered(const std::string& upper, const std::string& lower) {
  return "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\n" + upper + "[[model.layer]]\ntop = -400\n" + lower;
}

/// Of degree 6, at which sources act on their own element alone.
std::string box(int dim, const std::string& model, const std::string& boundary = "top = 'free'\nbottom = 'rigid'\n") {
  const auto point = [&](double x, double y, double z) {
    return dim == 3 ? fmt::format("[{}, {}, {}]", x, y, z) : fmt::format("[{}, {}]", x, z);
  };
  return fmt::format(
      "[domain]\nx = [0, 1000]\n{}z = [-800, 0]\n{}[boundary]\n{}[mesh]\nspacing = 200\n"
      "[time]\nduration = 0.6\nsample_interval = 0.02\nstep = 0.001\n"
      "[solver]\nmethod = 'sem'\nprecision = 'double'\ndegree = 6\n[solver.sem]\nabsorbing_elements = 0\n"
      "[[source]]\nkind = 'explosion'\nposition = {}\nmoment = 1e12\n"
      "time_function = {{ kind = 'ricker', frequency = 5, delay = 0.2 }}\n"
      "[[source]]\nkind = 'force'\nposition = {}\nforce = {}\n"
      "time_function = {{ kind = 'ricker', frequency = 4, delay = 0.25 }}\n"
      "[[receivers]]\npositions = [{}, {}, {}]\nquantities = ['velocity', 'stress', 'pressure']\n",
      dim == 3 ? "y = [0, 600]\n" : "", model, boundary, point(430, 270, -250), point(650, 330, -530),
      dim == 3 ? "[1e6, -2e6, 3e6]" : "[1e6, 3e6]", point(200, 200, -200), point(810, 410, -90), point(333, 111, -617));
}

/// The largest difference of any sample from the box's, over its trace's largest of the same quantity.
double difference_from_box(const std::string& text, std::vector<std::string> overrides = {}) {
  const MeshFile file;
  const scenario::Scenario plain = scenario_from(text, overrides);
  const run::Experiment e = run::prepare(plain);
  file.write(mesh::to_gmsh(sem::mesh_of(plain, *e.model), *e.model));
  for (const std::string& o : file.overrides()) overrides.push_back(o);
  const output::Traces expected = traces_of(plain), found = traces_of(scenario_from(text, overrides));
  double worst = 0;
  for (const auto& [quantity, array] : expected.groups[0].quantities) {
    const auto& other = found.groups[0].quantities.at(quantity).values;
    double largest = 0, difference = 0;
    for (std::size_t n = 0; n < array.values.size(); ++n) {
      largest = std::max(largest, std::abs(static_cast<double>(array.values[n])));
      difference = std::max(difference, std::abs(static_cast<double>(array.values[n] - other[n])));
    }
    EXPECT_GT(largest, 0);
    worst = std::max(worst, difference / largest);
  }
  return worst;
}

constexpr double rounding = 1e-9;

TEST(AnyHexahedra, ABoxOfSolids) {
  for (const int dim : {2, 3})
    EXPECT_LT(difference_from_box(box(dim, layered(rock, "vp = 4500\nvs = 2600\nrho = 2500\n"))), rounding) << dim;
}

TEST(AnyHexahedra, ABoxOfFluid) {
  for (const int dim : {2, 3})
    EXPECT_LT(difference_from_box(box(dim, "[model]\nkind = 'uniform'\nvp = 1500\nvs = 0\nrho = 1000\n"),
                                  {"receivers.quantities=['velocity', 'pressure']"}),
              rounding)
        << dim;
}

TEST(AnyHexahedra, ABoxOfWaterOverRock) {
  for (const int dim : {2, 3})
    EXPECT_LT(difference_from_box(box(dim, layered("vp = 1500\nvs = 0\nrho = 1000\n", rock))), rounding) << dim;
}

TEST(AnyHexahedra, ABoxThatAttenuates) {
  const std::string q = "qp = 60\nqs = 30\n";
  EXPECT_LT(difference_from_box(box(2, layered(rock + q, "vp = 4500\nvs = 2600\nrho = 2500\n" + q))), rounding);
  EXPECT_LT(difference_from_box(box(2, layered("vp = 1500\nvs = 0\nrho = 1000\nqp = 40\n", rock + q))), rounding);
  EXPECT_LT(difference_from_box(box(3, layered(rock + q, "vp = 4500\nvs = 2600\nrho = 2500\n" + q))), rounding);
}

TEST(AnyHexahedra, ABoxOfAnisotropicRock) {
  const std::string axis = "epsilon = 0.2\ndelta = -0.05\ngamma = 0.1\n";
  EXPECT_LT(difference_from_box(box(2, layered(rock + axis, "vp = 4500\nvs = 2600\nrho = 2500\n"))), rounding);
  EXPECT_LT(difference_from_box(box(3, layered(rock + axis, "vp = 4500\nvs = 2600\nrho = 2500\n"))), rounding);
}

struct Wave {
  int dim = 2;
  char kind = 'p';
  bool solid = true;
};

/// A plane wave in the middle of a box of bent and turned elements, before anything comes from its edges.
/// `unevenness`: besides, corners inside are moved anywhere within that part of an element's size.
double error_of(const Wave& wave, int degree, int cells, double step, double unevenness = 0) {
  const double k = 2 * std::numbers::pi, vp = 2, vs = 1;
  const bool deep = wave.dim == 3;
  // Points of the middle are moved, and the whole is turned as far as the box allows: by shear of its inside.
  std::mt19937 random(11);
  const auto anywhere = [&](double place) {
    const double away = unevenness * 2 / cells * std::uniform_real_distribution<double>(-1, 1)(random);
    return place > 1e-9 && place < 2 - 1e-9 ? away : 0;
  };
  const auto bend = [deep, &anywhere](const Vector& x) -> Vector {
    const auto bump = [](double s) { return s * s * (2 - s) * (2 - s); };
    const double b = bump(x[0]) * bump(-x[2]) * (deep ? bump(x[1]) : 1.0);
    const double dx = anywhere(x[0]), dy = deep ? anywhere(x[1]) : 0, dz = anywhere(-x[2]);
    return {x[0] + 0.11 * b * std::sin(3 * x[2] + x[1]) + dx, deep ? x[1] + 0.08 * b * std::cos(2 * x[0]) + dy : 0,
            x[2] + 0.12 * b * std::cos(3 * x[0] - x[1]) + dz};
  };
  const MeshFile file;
  const int n = cells;
  file.write(mesh::gmsh_of({.dim = wave.dim,
                            .n = {n, n, n},
                            .low = {0, 0, -2},
                            .high = {2, deep ? 2.0 : 0.0, 0},
                            .curved = false,
                            .map = bend,
                            .turned = true,
                            .shuffled = true}));
  const double duration = 0.2;
  const std::string text = fmt::format(
      "[domain]\nx = [0, 2]\n{}z = [-2, 0]\n[boundary]\ndefault = 'free'\n"
      "[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 1\n[time]\nduration = {}\nstep = {:.17g}\n[mesh]\nspacing = "
      "1\n"
      "[solver]\nmethod = 'sem'\nprecision = 'double'\ndegree = {}\n"
      "[[receivers]]\n{}quantities = ['velocity']\n",
      deep ? "y = [0, 2]\n" : "", vp, wave.solid ? vs : 0.0, duration, duration / std::ceil(duration / step), degree,
      deep ? "line = { from = [0.8, 0.9, -1.2], to = [1.17, 1.13, -0.83], count = 20 }\n"
           : "line = { from = [0.8, -1.2], to = [1.17, -0.83], count = 20 }\n");
  const double speed = wave.kind == 'p' ? vp : vs;
  const Vector along = {0.6, 0, 0.8}, moves = wave.kind == 'p' ? along : Vector{0.8, 0, -0.6};
  const auto phase = [=](const Vector& x, double t) { return k * (dot(along, x) - speed * t); };
  ExactField exact;
  exact.velocity = [=](const Vector& x, double t) { return std::cos(phase(x, t)) * moves; };
  exact.displacement = [=](const Vector& x, double t) { return -std::sin(phase(x, t)) / (k * speed) * moves; };
  exact.potential = [=](const Vector& x, double t) { return std::cos(phase(x, t)) / (k * k * speed); };
  return misfit_from(scenario_from(text, file.overrides()), exact, duration);
}

double convergence(const Wave& wave, int degree, int coarsest, double unevenness = 0) {
  std::vector<double> error;
  for (const int refine : {1, 2, 4})
    error.push_back(error_of(wave, degree, coarsest * refine,
                             0.002 / std::pow(refine, std::max(1.0, (degree + 1) / 2.0)), unevenness));
  std::printf("%d-D %c degree %d: %.2e %.2e %.2e\n", wave.dim, wave.kind, degree, error[0], error[1], error[2]);
  return std::log2(error[0] / error[2]) / 2;
}

TEST(AnyHexahedra, BentElementsKeepTheOrder) {
  for (const int degree : {2, 3, 4}) {
    EXPECT_GT(convergence({2, 'p'}, degree, 6), degree + 0.7) << degree;
    EXPECT_GT(convergence({2, 's'}, degree, 6), degree + 0.7) << degree;
  }
  // Velocities of fluids are gradients, which bent elements have to the order of the degree.
  EXPECT_GT(convergence({2, 'p', false}, 3, 6), 3 - 0.3);
}

/// Corners lie anywhere within a fifth of an element from those of bent ones, on every mesh anew: elements do not come closer to parallelograms
/// as they shrink. The points' quadrature is then exact for two degrees less of the field, and an order is lost.
TEST(AnyHexahedra, UnevenElementsConverge) {
  for (const int degree : {2, 3, 4})
    for (const char kind : {'p', 's'}) EXPECT_GT(convergence({2, kind}, degree, 6, 0.2), degree) << kind;
}

TEST(AnyHexahedra, BentElementsIn3D) {
  const double coarse = error_of({3, 's'}, 4, 4, 0.004), fine = error_of({3, 's'}, 4, 8, 0.001);
  std::printf("3-D s degree 4: %.2e %.2e\n", coarse, fine);
  EXPECT_GT(std::log2(coarse / fine), 5 - 0.3);
}

/// Garvin's problem on quadrilaterals that are bent, turned and shuffled.
TEST(AnyHexahedra, GarvinsFreeSurface) {
  // Before anything comes back from the edges.
  std::vector<std::string> overrides{"solver.method=sem", "domain.x=[-800, 2800]", "domain.z=[-1800, 0]",
                                     "time.duration=1", "receivers.positions=[[800, 0], [1203.3, 0], [1600, 0]]"};
  const scenario::Scenario plain = example_scenario("verification/garvin_2d.toml", overrides);
  const auto& extent = plain.domain.extent;
  const MeshFile file;
  const double spacing = 55.6;
  const auto count = [&](int axis) { return static_cast<int>(std::lround(extent[axis].length() / spacing)); };
  const double lx = extent[0].length(), lz = extent[2].length();
  file.write(mesh::gmsh_of({.dim = 2,
                            .n = {count(0), count(2), 1},
                            .low = {extent[0].low, 0, extent[2].low},
                            .high = {extent[0].high, 0, extent[2].high},
                            .map =
                                [=](const Vector& x) {
                                  const double u = (x[0] - extent[0].low) / lx, w = (x[2] - extent[2].low) / lz;
                                  const double b = 10 * std::sin(std::numbers::pi * u) * std::sin(std::numbers::pi * w);
                                  return Vector{x[0] + b * std::sin(x[2] / 37), 0, x[2] + b * std::sin(x[0] / 29)};
                                },
                            .turned = true,
                            .shuffled = true}));
  for (const std::string& o : file.overrides()) overrides.push_back(o);
  const scenario::Scenario s = example_scenario("verification/garvin_2d.toml", overrides);
  const output::Traces traces = traces_of(s);
  const auto f = run::make_time_function(s.sources[0].time_function, s, "source[0].time_function");
  const reference::Pulse pulse{[f](double t) { return f->value(t); }, [f](double t) { return f->derivative(t); }, 0,
                               f->end()};
  const reference::Medium solid{s.model.uniform.vp, s.model.uniform.vs, s.model.uniform.rho};
  const auto& array = traces.groups[0].quantities.at(scenario::Quantity::velocity);
  const std::size_t nt = traces.time.size();
  for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r) {
    std::vector<double> exact, computed;
    for (const std::size_t c : {0, 1})
      for (std::size_t n = 0; n < nt; ++n) {
        const Vector v =
            reference::garvin_velocity(solid, s.sources[0].moment[0], pulse, -s.sources[0].position[2],
                                       traces.groups[0].positions[r][0] - s.sources[0].position[0], traces.time[n]);
        exact.push_back(v[c == 0 ? 0 : 2]);
        computed.push_back(array.values[(r * array.n_components + c) * nt + n]);
      }
    const double misfit = reference::l2_misfit(computed, exact);
    std::printf("receiver %zu: misfit %.4f\n", r, misfit);
    EXPECT_LT(misfit, 0.02) << r;
  }
}

}  // namespace
}  // namespace unda::verification::any_hexahedra_test

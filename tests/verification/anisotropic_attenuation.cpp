// Anisotropic solids that attenuate (physics/anisotropic_quality.hpp): plane waves along axes of symmetry have the quality factors that
// were asked for, by each method; and energy that is left to itself falls.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plane_wave_law.hpp"
#include "rough_field.hpp"

namespace unda::verification::anisotropic_attenuation_test {
namespace {

constexpr double f0 = 3;  // reference frequency, Hz
constexpr double vp = 2000, vs = 1200, epsilon = 0.2, gamma = 0.15, qp = 40, qs = 20;
constexpr double first = 0.5, last = 1.0;  // places of the receivers, in longest wavelengths from the source

/// A wave along x in a strip with periodic sides two elements apart and a force in each.
struct Wave {
  std::string method;
  int dim;
  double axis;   ///< the tilt of the medium's axis
  char moves;    ///< along x (P), y or z
  double cells;  ///< in the shortest wavelength

  bool is_p() const { return moves == 'x'; }
  double velocity() const {
    const double across = std::sqrt(1 + 2 * (moves == 'x' ? epsilon : gamma));
    if (is_p()) return vp * (axis == 0 ? across : 1);
    return vs * (moves == 'y' && axis == 0 ? across : 1);
  }
};

scenario::Scenario along_x(const Wave& w) {
  // By fd ten cells across, with a force in each.
  const bool in_3d = w.dim == 3, is_fd = w.method == "fd";
  const double longest = w.velocity(), cell = longest / 10 / w.cells, h = is_fd ? 5 * cell : cell;
  const auto place = [&](double x, double y, double z) {
    return in_3d ? fmt::format("[{}, {}, {}]", x, y, z) : fmt::format("[{}, {}]", x, z);
  };
  const auto along = [&](double x, double y, double z) { return place(1e9 * x, 1e9 * y, 1e9 * z); };
  std::string text = fmt::format(
      "[domain]\nx = [{}, {}]\n{}z = [{}, {}]\n[boundary]\ndefault = 'periodic'\nwest = 'absorbing'\neast = "
      "'absorbing'\n"
      "[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 2000\nepsilon = {}\ndelta = 0.05\ngamma = {}\ntilt = {}\n"
      "qp = {}\nqs = {}\nreference_frequency = {}\n",
      -longest, 1.8 * longest, in_3d ? fmt::format("y = [{}, {}]\n", -h, h) : "", -h, h, vp, vs, epsilon, gamma, w.axis,
      qp, qs, f0);
  std::vector<double> places{-0.5, 0.5};
  if (is_fd) places = {-1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8};
  for (const double y : in_3d ? places : std::vector{0.0})
    for (const double z : places)
      text += fmt::format(
          "[[source]]\nkind = 'force'\nforce = {}\nposition = {}\n"
          "time_function = {{ kind = 'ricker', frequency = 4, delay = 0.4 }}\n",
          along(w.is_p(), w.moves == 'y', w.moves == 'z'), place(0, y * h, z * h));
  text += fmt::format(
      "[[receivers]]\npositions = [{}, {}]\nquantities = ['velocity']\n[time]\nduration = {}\n"
      "sample_interval = 0.02\n[mesh]\nspacing = {}\n[solver]\nmethod = '{}'\n{}",
      place(first * longest, 0, 0), place(last * longest, 0, 0), last + 1.55, cell * 1.0001, w.method,
      w.method == "dg" ? "[solver.dg]\nabsorbing_elements = 0\n" : "");
  return scenario_from(text, {"model.attenuation.mechanisms=4"});
}

void expect_law(const Wave& w) {
  const output::Traces traces = traces_of(along_x(w));
  const int component = w.is_p() ? 0 : w.moves == 'y' ? 1 : w.dim - 1;
  const LawDeviation off =
      deviation_from_law(traces, component, (last - first) * w.velocity(), w.velocity(), w.is_p() ? qp : qs, f0);
  std::printf("%s %d-D, axis at %g degrees, along %c: decay within %.4f, phase velocity within %.1e of the law\n",
              w.method.c_str(), w.dim, w.axis, w.moves, off.decay, off.velocity);
  EXPECT_LT(off.decay, 0.01);
  EXPECT_LT(off.velocity, 1e-3);
}

TEST(AnisotropicAttenuation, PlaneWavesAlongAxes) {
  expect_law({"fd", 2, 0, 'x', 8});
  expect_law({"fd", 2, 90, 'z', 8});
  expect_law({"sem", 2, 0, 'x', 3});
  expect_law({"sem", 2, 90, 'x', 3});
  expect_law({"sem", 2, 0, 'z', 2});
}

TEST(AnisotropicAttenuation, PlaneWavesAlongAxesByDiscontinuousGalerkin) {
  expect_law({"dg", 3, 0, 'x', 2.5});
  expect_law({"dg", 3, 0, 'y', 2});
}

/// Strong attenuation at all frequencies of the mesh, from a rough field on, beside an isotropic solid that has none.
scenario::Scenario closed_box(const std::string& method, int dim, const std::string& faces) {
  return scenario_from(fmt::format(
      "[domain]\nx = [0, 3]\n{}z = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\nreference_frequency = 1\n"
      "attenuation = {{ band = [0.2, 2] }}\n"
      "[[model.layer]]\ntop = 0\nvp = 2\nvs = 1\nrho = 1\nepsilon = 0.25\ndelta = -0.1\ngamma = 0.2\n{}qp = 10\nqs = "
      "5\n"
      "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n[time]\nduration = 1\n[mesh]\nspacing = {}\n[solver]\n"
      "method = '{}'\nprecision = 'double'\n{}",
      dim == 3 ? "y = [0, 3]\n" : "", faces,
      method == "fd" ? ""
      : dim == 3     ? "tilt = 35\nazimuth = 50\n"
                     : "tilt = 30\n",
      method == "fd" ? 0.15 : 1.0, method, method == "dg" ? "[solver.dg]\norder = 2\nabsorbing_elements = 0\n" : ""));
}

TEST(AnisotropicAttenuation, EnergyNeverGrowsByDiscontinuousGalerkin) {
  for (const std::string faces : {"default = 'free'", "default = 'periodic'"}) {
    run::Experiment e = run::prepare(closed_box("dg", 3, faces));
    const auto simulation = run::start(e, rough_field(*e.model)).simulation;
    const double at_first = simulation->energy();
    EXPECT_LT(growth_of_energy(*simulation, 100), 1 + 1e-12) << faces;
    EXPECT_LT(simulation->energy(), 0.6 * at_first) << faces;
  }
}

/// Methods of second order start from displacements too.
method::StartingField with_displacement(method::StartingField field) {
  field.displacement = field.velocity;
  return field;
}

/// What leapfrog calls energy goes up and down within a step; its largest values of many steps fall.
TEST(AnisotropicAttenuation, EnergyFalls) {
  for (const std::string method : {"sem", "fd"})
    for (const std::string faces : {"default = 'free'", "default = 'rigid'"}) {
      run::Experiment e = run::prepare(closed_box(method, 2, faces));
      const auto simulation = run::start(e, with_displacement(rough_field(*e.model))).simulation;
      double before = 0, start = 0;
      for (int window = 0; window < 10; ++window) {
        double largest = 0;
        for (int n = 0; n < 200; ++n) {
          simulation->advance();
          largest = std::max(largest, simulation->energy());
        }
        if (window == 0) start = largest;
        if (window > 0) {
          EXPECT_LT(largest, 1.001 * before) << method << faces << window;
        }
        before = largest;
      }
      EXPECT_LT(before, 0.5 * start) << method << faces;
      EXPECT_GT(before, 0) << method << faces;
    }
}

}  // namespace
}  // namespace unda::verification::anisotropic_attenuation_test

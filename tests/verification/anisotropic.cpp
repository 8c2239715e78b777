// Anisotropic solids: plane waves of all kinds in general directions (VERIFICATION.md, case 9), point sources against the integral
// over plane waves (case 18), isotropic solids in 21 moduli, turned frames, energy, devices.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "anisotropic_sources.hpp"
#include "model/properties.hpp"
#include "reference/misfit.hpp"

namespace unda::verification::anisotropic_test {
namespace {

using std::numbers::pi;

const std::string vti = "vp = 2\nvs = 1\nrho = 1\nepsilon = 0.25\ndelta = -0.1\ngamma = 0.2\n";
const std::string tilted_in_plane = vti + "tilt = 30\n";
const std::string tilted = vti + "tilt = 35\nazimuth = 50\n";
/// All 21 are there.
const std::string triclinic =
    "rho = 1\nc = [4.0, 1.8, 2.0, 0.2, -0.1, 0.15, 4.6, 1.7, -0.25, 0.1, 0.2, 3.6, 0.15, 0.3, -0.1, 1.1, 0.12, 0.08, "
    "0.9, "
    "-0.15, 1.3]\n";
const std::string orthorhombic =
    "rho = 1\nc = [4.0, 1.8, 2.0, 0, 0, 0, 4.6, 1.7, 0, 0, 0, 3.6, 0, 0, 0, 1.1, 0, 0, 0.9, 0, 1.3]\n";

std::string numbers(const Vector& x, int dim) {
  return dim == 3 ? fmt::format("[{}, {}, {}]", x[0], x[1], x[2]) : fmt::format("[{}, {}]", x[0], x[2]);
}

struct PlaneWave {
  int dim;
  std::string medium;
  Vector wavenumber;
  int number;  ///< 0 quasi-P; 1 and 2 the S waves
};

/// The error of the speed that the phase at the end tells, of the worst component.
double speed_error(const PlaneWave& w, const std::string& method) {
  const Vector k = w.wavenumber;
  const std::string head = fmt::format(
      "[domain]\nx = [0, 2]\n{}z = [-2, 0]\n[boundary]\ndefault = 'periodic'\n[model]\nkind = 'uniform'\n{}",
      w.dim == 3 ? "y = [0, 2]\n" : "", w.medium);
  const auto model = model::make_model(scenario_from(head + "[time]\nduration = 1\n[mesh]\nspacing = 1\n"));
  const physics::Material material = model::material(*model, {0, 0, 0});
  const physics::PlaneWaves waves = w.dim == 3 ? physics::plane_waves(material.anisotropy->moduli, 1, k)
                                               : physics::plane_waves_in_plane(material.anisotropy->moduli, 1, k);
  const auto number = static_cast<std::size_t>(w.number);
  const Vector& p = waves.polarization[number];
  const double omega = norm(k) * waves.speed[number], duration = 2 * pi / omega;
  const Vector across = p - (dot(p, k) / dot(k, k)) * k;
  const auto s = scenario_from(
      head + fmt::format("[initial]\nkind = 'plane_wave'\nwave = '{}'\nwavenumber = {}\n{}[time]\nduration = "
                         "{}\nsample_interval = {}\n"
                         "step = {}\n{}[[receivers]]\npositions = [{}]\nquantities = ['velocity']\n",
                         w.number == 0 ? "p" : "s", numbers(k, w.dim),
                         w.number == 0 ? "" : "polarization = " + numbers((1 / norm(across)) * across, w.dim) + "\n",
                         duration, duration / 20, duration / 1200, method, numbers({0.3, 0.7, -0.9}, w.dim)));
  const output::Traces traces = traces_of(s);
  const std::size_t nt = traces.time.size(), last = nt - 1;
  const auto& array = traces.groups[0].quantities.at(scenario::Quantity::velocity);
  const double sign = w.number == 0 ? (dot(p, k) < 0 ? -1 : 1) : (dot(p, across) < 0 ? -1 : 1);
  double worst = 0;
  const double phase = dot(k, traces.groups[0].positions[0]);
  for (int c = 0; c < w.dim; ++c)
    for (std::size_t j = 1; j <= last; ++j) {
      const double exact = sign * p[w.dim == 3 || c == 0 ? c : 2] * std::cos(phase - omega * traces.time[j]);
      worst = std::max(worst, std::abs(array.values[c * nt + j] - exact));
    }
  return worst / (omega * duration);
}

const std::string by_sem = "[mesh]\nspacing = 0.5\n[solver]\nmethod = 'sem'\nprecision = 'double'\ndegree = 6\n";
const std::string by_dg = "[mesh]\nspacing = 0.5\n[solver]\nmethod = 'dg'\nprecision = 'double'\norder = 5\n";
const std::string by_fd = "[mesh]\nspacing = 0.0625\n[solver]\nmethod = 'fd'\nprecision = 'double'\norder = 8\n";

TEST(Anisotropic, PlaneWavesBySpectralElements) {
  for (int number = 0; number < 2; ++number)
    EXPECT_LT(speed_error({2, tilted_in_plane, {pi, 0, 2 * pi}, number}, by_sem), 1e-4) << number;
  for (int number = 0; number < 3; ++number)
    EXPECT_LT(speed_error({3, triclinic, {pi, -pi, pi}, number}, by_sem), 1e-4) << number;
  EXPECT_LT(speed_error({3, tilted, {pi, pi, 0}, 1}, by_sem), 1e-4);
}

TEST(Anisotropic, PlaneWavesByDiscontinuousGalerkin) {
  for (int number = 0; number < 3; ++number)
    EXPECT_LT(speed_error({3, triclinic, {pi, -pi, pi}, number}, by_dg), 1e-4) << number;
}

TEST(Anisotropic, PlaneWavesByFiniteDifferences) {
  for (int number = 0; number < 2; ++number)
    EXPECT_LT(speed_error({2, vti, {pi, 0, 2 * pi}, number}, by_fd), 1e-4) << number;
  for (int number = 0; number < 3; ++number)
    EXPECT_LT(speed_error({3, orthorhombic, {pi, -pi, pi}, number}, by_fd), 1e-4) << number;
}

TEST(Anisotropic, PointSourcesBySpectralElements) {
  const std::string sem = "[mesh]\nspacing = 200\n[solver]\nmethod = 'sem'\n";
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(force, tilted_shale, sem))).worst, 0.02);
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(moment, tilted_shale, sem))).worst, 0.02);
}

TEST(Anisotropic, PointSourcesByFiniteDifferences) {
  const std::string fd = "[mesh]\nspacing = 30\n[solver]\nmethod = 'fd'\norder = 8\n";
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(force, shale, fd))).worst, 0.02);
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(moment, shale, fd))).worst, 0.02);
}

/// All samples of all receivers of a quantity.
std::vector<double> samples(const output::Traces& traces, scenario::Quantity quantity) {
  return traces.groups[0].quantities.at(quantity).values;
}

/// Two layers under a free surface, with absorbing layers around, as speeds or as 21 moduli. `quality`: what both have besides. `sea`: water
/// in place of the upper one.
std::string layered_box(int dim, bool in_moduli, const std::string& quality, const std::string& method,
                        bool sea = false) {
  auto layer = [&](double top, double vp, double vs, double rho) {
    std::string text = fmt::format("[[model.layer]]\ntop = {}\nrho = {}\n{}", top, rho, quality);
    if (!in_moduli) return text + fmt::format("vp = {}\nvs = {}\n", vp, vs);
    const double mu = rho * vs * vs, m = rho * vp * vp, l = m - 2 * mu;
    return text + fmt::format(
                      "c = [{0:.17g}, {1:.17g}, {1:.17g}, 0, 0, 0, {0:.17g}, {1:.17g}, 0, 0, 0, {0:.17g}, 0, 0, 0, "
                      "{2:.17g}, 0, 0, {2:.17g}, 0, {2:.17g}]\n",
                      m, l, mu);
  };
  return fmt::format(
      "[domain]\nx = [0, 600]\n{}z = [-400, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'layers'\n{}{}"
      "[[source]]\nkind = 'moment_tensor'\nposition = {}\nmoment = {{ {} }}\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [{}, {}]\nquantities = ['velocity', 'pressure', 'stress']\n"
      "[time]\nduration = 0.3\nsample_interval = 0.005\nstep = 0.0005\n{}",
      dim == 3 ? "y = [0, 200]\n" : "",
      sea ? "[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1000\n" : layer(0, 2000, 1100, 2000),
      layer(-200, 3000, 1700, 2300), numbers({200, 100, -100}, dim),
      !sea       ? "xx = 1e12, xz = 1e12"
      : dim == 3 ? "xx = 1e12, yy = 1e12, zz = 1e12"
                 : "xx = 1e12, zz = 1e12",
      numbers({400, 100, sea ? -160.0 : 0.0}, dim), numbers({450, 50, sea ? -230.0 : -300.0}, dim), method);
}

void expect_the_isotropic_run(int dim, const std::string& method, const std::string& quality = "", bool sea = false) {
  const auto plain = traces_of(scenario_from(layered_box(dim, false, quality, method, sea))),
             general = traces_of(scenario_from(layered_box(dim, true, quality, method, sea)));
  for (const auto quantity : {scenario::Quantity::velocity, scenario::Quantity::pressure, scenario::Quantity::stress}) {
    const auto a = samples(general, quantity), b = samples(plain, quantity);
    EXPECT_LT(reference::l2_misfit(a, b), 1e-9) << dim << scenario::name_of(quantity) << method;
  }
}

const std::string in_double = "precision = 'double'\n";

TEST(Anisotropic, AnIsotropicSolidInModuliBySpectralElements) {
  const std::string sem = "[mesh]\nspacing = 100\n[solver]\nmethod = 'sem'\n" + in_double;
  expect_the_isotropic_run(2, sem);
  expect_the_isotropic_run(3, sem);
  expect_the_isotropic_run(2, sem + "[solver.sem]\nabsorbing_elements = 0\n");
}

TEST(Anisotropic, AnIsotropicSolidInModuliByDiscontinuousGalerkin) {
  expect_the_isotropic_run(3, "[mesh]\nspacing = 200\n[solver]\nmethod = 'dg'\n" + in_double +
                                  "[solver.dg]\norder = 2\nabsorbing_elements = 1\n");
}

TEST(Anisotropic, AnIsotropicSolidInModuliByFiniteDifferences) {
  const std::string fd = "[mesh]\nspacing = 20\n[solver]\nmethod = 'fd'\n" + in_double;
  expect_the_isotropic_run(2, fd);
  expect_the_isotropic_run(3, fd);
}

/// A sea over it, with receivers on either side of the floor.
TEST(Anisotropic, AnIsotropicSolidInModuliUnderWater) {
  const std::string sem = "[mesh]\nspacing = 100\n[solver]\nmethod = 'sem'\n" + in_double,
                    fd = "[mesh]\nspacing = 12\n[solver]\nmethod = 'fd'\n" + in_double;
  expect_the_isotropic_run(2, sem, "", true);
  expect_the_isotropic_run(2, fd, "", true);
  expect_the_isotropic_run(2, fd, "qp = 60\nqs = 25\n", true);
  expect_the_isotropic_run(
      3, "[mesh]\nspacing = 20\n[solver.fd]\nabsorbing_points = 4\n[solver]\nmethod = 'fd'\norder = 4\n" + in_double,
      "", true);
}

/// The same where both attenuate, and by the simulated device.
TEST(Anisotropic, AnIsotropicSolidThatAttenuatesInModuli) {
  const std::string quality = "qp = 60\nqs = 25\n",
                    sem = "[mesh]\nspacing = 100\n[solver]\nmethod = 'sem'\n" + in_double;
  expect_the_isotropic_run(2, sem, quality);
  expect_the_isotropic_run(2, sem + "device = 'debug'\n", quality);
  expect_the_isotropic_run(3,
                           "[mesh]\nspacing = 200\n[solver]\nmethod = 'sem'\ndegree = 2\n" + in_double +
                               "[solver.sem]\nabsorbing_elements = 1\n",
                           quality);
  expect_the_isotropic_run(3,
                           "[mesh]\nspacing = 200\n[solver]\nmethod = 'dg'\n" + in_double +
                               "[solver.dg]\norder = 2\nabsorbing_elements = 1\n",
                           quality);
  expect_the_isotropic_run(2, "[mesh]\nspacing = 20\n[solver]\nmethod = 'fd'\n" + in_double, quality);
}

/// A quarter turn about z of medium, source and receiver turns the traces.
std::string turned_box(bool turned, const std::string& method, const std::string& quality = "") {
  const auto at = [&](double x, double y, double z) { return turned ? Vector{-y, x, z} : Vector{x, y, z}; };
  return fmt::format(
      "[domain]\nx = [-300, 300]\ny = [-300, 300]\nz = [-300, 0]\n[boundary]\ntop = 'free'\n"
      "[model]\nkind = 'uniform'\n{}{}tilt = 40\nazimuth = {}\n"
      "[[source]]\nkind = 'force'\nposition = {}\nforce = {}\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [{}]\nquantities = ['velocity']\n"
      "[time]\nduration = 0.3\nsample_interval = 0.005\nstep = 0.001\n{}",
      shale, quality, turned ? 120 : 30, numbers(at(-20, 30, -100), 3), numbers(at(1e9, -2e9, 1.5e9), 3),
      numbers(at(150, 100, 0), 3), method);
}

void expect_that_traces_turn(const std::string& method, const std::string& quality) {
  const auto a = samples(traces_of(scenario_from(turned_box(false, method, quality))), scenario::Quantity::velocity),
             b = samples(traces_of(scenario_from(turned_box(true, method, quality))), scenario::Quantity::velocity);
  const std::size_t nt = a.size() / 3;
  std::vector<double> turned;
  for (std::size_t j = 0; j < nt; ++j) turned.push_back(-a[nt + j]);
  turned.insert(turned.end(), a.begin(), a.begin() + static_cast<std::ptrdiff_t>(nt));
  turned.insert(turned.end(), a.begin() + static_cast<std::ptrdiff_t>(2 * nt), a.end());
  EXPECT_LT(reference::l2_misfit(turned, b), 1e-9) << quality;
}

TEST(Anisotropic, FramesThatTurnBySpectralElements) {
  expect_that_traces_turn("[mesh]\nspacing = 150\n[solver]\nmethod = 'sem'\n" + in_double, "");
  expect_that_traces_turn("[mesh]\nspacing = 300\n[solver]\nmethod = 'sem'\n" + in_double, "qp = 30\nqs = 15\n");
}

/// Rough fields in a closed box of a tilted solid, beside an isotropic one and under a solid or a fluid.
std::string closed_box(int dim, const std::string& faces, const std::string& top, const std::string& method,
                       double spacing = 1) {
  const std::string solid = method.find("fd") != std::string::npos ? vti : dim == 3 ? tilted : tilted_in_plane;
  return fmt::format(
      "[domain]\nx = [0, 3]\n{}z = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\n{}"
      "[[model.layer]]\ntop = -2\n{}[[model.layer]]\ntop = -3\nvp = 2.5\nvs = 1.3\nrho = 1.4\n"
      "[time]\nduration = 1\n[mesh]\nspacing = {}\n[solver]\n{}precision = 'double'\n",
      dim == 3 ? "y = [0, 3]\n" : "", faces, top, solid, spacing, method);
}

double noise(const Vector& x, int component) {
  const double v = std::sin(645.9 * x[0] + 3911.7 * x[1] + 1885.9 * x[2] + 3.1 * component) * 43758.5453;
  return v - std::floor(v) - 0.5;
}

method::StartingField rough_field(const model::Model& model, bool strained) {
  const auto vector = [](const Vector& x, double) { return Vector{noise(x, 0), noise(x, 1), noise(x, 2)}; };
  return {vector,
          [&model, strained](const Vector& x, double) {
            if (!strained) return std::array<double, 6>{};
            const double p = noise(x, 3);
            if (model.at(x).vs == 0) return std::array<double, 6>{p, p, p, 0, 0, 0};
            return std::array<double, 6>{p, noise(x, 4), noise(x, 5), noise(x, 6), noise(x, 7), noise(x, 8)};
          },
          vector, [](const Vector& x, double) { return noise(x, 9); }};
}

/// The mean energy of the second half of the steps over that of the first. Velocities stand half a step off, so that rough fields have
/// an energy that goes up and down from step to step.
double later_energy(const std::string& text, int n_steps, bool strained = true) {
  const auto s = scenario_from(text);
  run::Experiment e = run::prepare(s);
  const auto simulation = run::start(e, rough_field(*e.model, strained)).simulation;
  double first = 0, second = 0;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n % 7 == 6) (2 * n < n_steps ? first : second) += simulation->energy();
  }
  return second / first;
}

TEST(Anisotropic, EnergyStaysInAClosedBoxOfSpectralElements) {
  const std::string sem = "method = 'sem'\ndegree = 4\n", solid = "vp = 2\nvs = 1.1\nrho = 1\n";
  for (const std::string faces : {"default = 'free'", "default = 'rigid'", "default = 'periodic'"})
    for (const int dim : {2, 3})
      EXPECT_NEAR(later_energy(closed_box(dim, faces, solid, sem), 10000), 1, 0.02) << dim << faces;
  for (const std::string faces : {"default = 'free'", "default = 'rigid'"})
    EXPECT_NEAR(later_energy(closed_box(2, faces, "vp = 1.5\nvs = 0\nrho = 1\n", sem), 10000), 1, 0.02) << faces;
}

/// Under water that slips along it. Shear stresses on the floor, which finite differences hold at zero, would be there for ever: at first the
/// solid is without strain.
TEST(Anisotropic, EnergyStaysInAClosedBoxOfFiniteDifferences) {
  for (const std::string faces : {"default = 'free'", "default = 'rigid'"})
    EXPECT_NEAR(
        later_energy(closed_box(2, faces, "vp = 1.5\nvs = 0\nrho = 1\n", "method = 'fd'\n", 0.06), 10000, false), 1,
        0.02)
        << faces;
}

TEST(Anisotropic, EnergyNeverGrowsByDiscontinuousGalerkin) {
  const std::string dg = "method = 'dg'\norder = 2\n", solid = "vp = 2\nvs = 1.1\nrho = 1\n",
                    fluid = "vp = 1.5\nvs = 0\nrho = 1\n";
  for (const std::string faces : {"default = 'free'", "default = 'rigid'", "default = 'periodic'",
                                  "default = 'absorbing'\n[solver.dg]\nabsorbing_elements = 0"})
    for (const std::string& top : {solid, fluid}) {
      const auto s = scenario_from(closed_box(3, faces, top, dg));
      run::Experiment e = run::prepare(s);
      const auto simulation = run::start(e, rough_field(*e.model, true)).simulation;
      double before = simulation->energy();
      for (int n = 0; n < 100; ++n) {
        simulation->advance();
        const double now = simulation->energy();
        EXPECT_LT(now, before * (1 + 1e-12)) << faces << top << n;
        before = now;
      }
    }
}

/// The simulated device, and single precision, against the host in double.
TEST(Anisotropic, DevicesAndPrecisions) {
  for (const std::string method :
       {"[mesh]\nspacing = 300\n[solver]\nmethod = 'sem'\n[solver.sem]\nabsorbing_elements = 0\n",
        "[mesh]\nspacing = 300\n[solver]\nmethod = 'sem'\ndegree = 2\n[solver.sem]\nabsorbing_elements = 1\n",
        "[mesh]\nspacing = 150\n[solver]\nmethod = 'dg'\n[solver.dg]\norder = 2\nabsorbing_elements = 1\n"}) {
    const std::string text = turned_box(false, method);
    auto velocity = [&](const std::string& precision, const std::string& device) {
      const auto s =
          scenario_from(text, {"solver.precision=" + precision, "solver.device=" + device, "time.duration=0.2"});
      return samples(traces_of(s), scenario::Quantity::velocity);
    };
    const auto right = velocity("double", "cpu");
    EXPECT_LT(reference::l2_misfit(velocity("single", "cpu"), right), 2e-5) << method;
    EXPECT_LT(reference::l2_misfit(velocity("single", "debug"), right), 2e-5) << method;
    EXPECT_LT(reference::l2_misfit(velocity("double", "debug"), right), 1e-12) << method;
  }
}

}  // namespace
}  // namespace unda::verification::anisotropic_test

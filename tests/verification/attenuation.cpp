// Attenuation against the law of constant Q: plane waves over a decade of frequency, point sources in a full space, layers, and energy
// that never grows.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plane_wave_law.hpp"

namespace unda::verification::attenuation_test {
namespace {

constexpr double f0 = 3;  // reference frequency, Hz

/// A strip with periodic sides, all across which forces act: a plane wave goes along it.
struct Strip {
  int dim;
  double vp, vs, qp, qs;
  bool shear = false;
  std::vector<std::string> overrides = {};
  double loss = 0.01, speed = 1e-3;  ///< allowed relative errors of decay and phase velocity
  double last = 2.5;                 ///< place of the farther receiver, in longest wavelengths from the source

  double velocity() const { return shear ? vs : vp; }
  double quality() const { return shear ? qs : qp; }
};

// Waves of 1 to 10 Hz.
constexpr double first = 0.5;  // place of the nearer receiver
constexpr int n_across = 10;   // cells across a strip

scenario::Scenario scenario_of(const Strip& s) {
  const double longest = s.velocity(), h = longest / 10 / 8, half = n_across / 2 * h;
  std::string text = fmt::format("[domain]\nx = [{}, {}]\n", -0.5 * longest, (s.last + 0.5) * longest);
  if (s.dim == 3) text += fmt::format("y = [{}, {}]\n", -half, half);
  if (s.dim >= 2) text += fmt::format("z = [{}, {}]\n", -half, half);
  text += "[boundary]\nwest = 'absorbing'\neast = 'absorbing'\n";
  if (s.dim == 3) text += "south = 'periodic'\nnorth = 'periodic'\n";
  if (s.dim >= 2) text += "bottom = 'periodic'\ntop = 'periodic'\n";
  text += fmt::format("[model]\nkind = 'uniform'\nvp = {}\nvs = {}\nrho = 2000\nqp = {}\n{}reference_frequency = {}\n",
                      s.vp, s.vs, s.qp, s.qs > 0 ? fmt::format("qs = {}\n", s.qs) : "", f0);
  auto place = [&](double x, double y, double z) {
    return s.dim == 3   ? fmt::format("[{}, {}, {}]", x, y, z)
           : s.dim == 2 ? fmt::format("[{}, {}]", x, z)
                        : fmt::format("[{}]", x);
  };
  const std::string force = s.dim == 1   ? "[1e9]"
                            : s.dim == 2 ? (s.shear ? "[0, 1e9]" : "[1e9, 0]")
                                         : (s.shear ? "[0, 0, 1e9]" : "[1e9, 0, 0]");
  const int apart = s.dim == 3 ? 5 : 1;  // cells; what is shorter than the shortest wavelength does not travel
  for (int j = 0; j < (s.dim == 3 ? n_across : 1); j += apart)
    for (int k = 0; k < (s.dim >= 2 ? n_across : 1); k += apart)
      text += fmt::format(
          "[[source]]\nkind = 'force'\nforce = {}\nposition = {}\ntime_function = {{ kind = 'ricker', frequency = 4, "
          "delay = 0.4 }}\n",
          force, place(0, j * h - half, k * h - half));
  text += fmt::format("[[receivers]]\npositions = [{}, {}]\nquantities = ['velocity']\n", place(first * longest, 0, 0),
                      place(s.last * longest, 0, 0));
  text += fmt::format(
      "[time]\nduration = {}\nsample_interval = 0.02\n[mesh]\nspacing = {}\n[solver]\nprecision = 'double'\n",
      s.last + 3, h * 1.0001);
  return scenario_from(text, s.overrides);
}

void expect_law(const Strip& s) {
  const output::Traces traces = traces_of(scenario_of(s));
  const double distance = (s.last - first) * s.velocity();
  const int component = s.shear ? s.dim - 1 : 0;
  const LawDeviation off = deviation_from_law(traces, component, distance, s.velocity(), s.quality(), f0);
  std::printf("%d-D %s, Q %g: decay within %.4f, phase velocity within %.1e of the law\n", s.dim, s.shear ? "S" : "P",
              s.quality(), off.decay, off.velocity);
  EXPECT_LT(off.decay, s.loss) << s.dim << "-D, Q " << s.quality();
  EXPECT_LT(off.velocity, s.speed) << s.dim << "-D, Q " << s.quality();
}

TEST(Attenuation, PlaneWavesInFluids) {
  expect_law({.dim = 1, .vp = 1500, .vs = 0, .qp = 20, .qs = 0});
  expect_law({.dim = 1, .vp = 1500, .vs = 0, .qp = 60, .qs = 0, .speed = 3e-4});
  expect_law({.dim = 2, .vp = 1500, .vs = 0, .qp = 50, .qs = 0});
}

TEST(Attenuation, PlaneWavesInSolids) {
  expect_law({.dim = 2, .vp = 2000, .vs = 1200, .qp = 60, .qs = 30});
  expect_law({.dim = 2, .vp = 2000, .vs = 1200, .qp = 60, .qs = 30, .shear = true});
}

/// Half a wavelength of the longest waves between the receivers.
TEST(Attenuation, PlaneWavesInThreeDimensions) {
  expect_law({.dim = 3, .vp = 2000, .vs = 0, .qp = 30, .qs = 0, .last = 1.0});
  expect_law({.dim = 3, .vp = 2000, .vs = 1200, .qp = 40, .qs = 20, .shear = true, .last = 1.0});
}

TEST(Attenuation, MechanismsAsAskedFor) {
  expect_law({.dim = 1,
              .vp = 1500,
              .vs = 0,
              .qp = 20,
              .qs = 0,
              .overrides = {"model.attenuation.mechanisms=5"},
              .loss = 0.004,
              .speed = 7e-4});  // memories see frequencies 1/cos(omega dt/2) times as high
}

void expect_exact(const std::string& example, const std::vector<std::string>& overrides, double allowed) {
  const auto report = closed_form_misfit(example_scenario("verification/" + example, overrides));
  std::printf("%s: misfit %.1e, worst %.1e at %s\n", report.description.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  EXPECT_LT(report.worst, allowed) << example;
}

TEST(Attenuation, PointSourcesInAFullSpace) {
  const std::vector<std::string> q{"model.qp=60", "model.qs=30", "model.reference_frequency=8"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), q.begin(), q.end());
    return more;
  };
  expect_exact(
      "full_space_3d.toml",
      with({"domain.x=[400, 1400]", "domain.y=[450, 1300]", "domain.z=[-1600, -650]", "time.duration=1.1",
            "receivers.positions=[[1314.9, 1224.5, -724.9], [1063.7, 651.3, -1398.1], [601.7, 651.3, -900.0]]"}),
      0.02);
  expect_exact("explosion_solid_2d.toml", with({}), 0.02);  // pressure: plane strain at the dominant frequency
}

TEST(Attenuation, Layers) {
  const std::string text =
      "[domain]\nx = [-400, 700]\nz = [-500, 0]\n[model]\nkind = 'layers'\nreference_frequency = 10\n"
      "[[model.layer]]\ntop = 0\nvp = 1600\nvs = 700\nrho = 1800\nqp = 40\nqs = 20\n"
      "[[model.layer]]\ntop = -73\nvp = 2800\nvs = 1500\nrho = 2200\nqp = 120\nqs = 60\n"
      "[boundary]\ntop = 'free'\n[[source]]\nkind = 'moment_tensor'\nmoment = { xz = 1e12, xx = 3e11 }\nposition = [0, "
      "-100]\n"
      "time_function = { kind = 'ricker', frequency = 8, delay = 0.2 }\n"
      "[[receivers]]\nline = { from = [80, 0], to = [400, 0], count = 3 }\nquantities = ['velocity']\n"
      "[time]\nduration = 1.2\nsample_interval = 0.005\n[mesh]\nmax_frequency = 20\n";
  const auto report = closed_form_misfit(scenario_from(text));
  std::printf("layers: misfit %.4f, worst %.4f at %s\n", report.misfit, report.worst, report.worst_label.c_str());
  EXPECT_LT(report.misfit, 0.03);
}

/// Water over rock, the floor anywhere in its cell.
TEST(Attenuation, SeaFloor) {
  const std::string text =
      "[domain]\nx = [-300, 1300]\nz = [-400, 500]\n[model]\nkind = 'layers'\nreference_frequency = 8\n"
      "[[model.layer]]\ntop = 500\nvp = 1500\nvs = 0\nrho = 1020\nqp = 100\n"
      "[[model.layer]]\ntop = 1.7\nvp = 3400\nvs = 1963\nrho = 2500\nqp = 60\nqs = 30\n"
      "[[source]]\nkind = 'explosion'\nmoment = 1e12\nposition = [0, 200]\n"
      "time_function = { kind = 'ricker', frequency = 8, delay = 0.15 }\n"
      "[[receivers]]\npositions = [[400, 200], [1000, 150], [1000, -150]]\nquantities = ['velocity', 'pressure']\n"
      "[time]\nduration = 1.2\nsample_interval = 0.005\n[mesh]\nspacing = 8\n";
  const auto report = closed_form_misfit(scenario_from(text));
  std::printf("sea floor: misfit %.4f, worst %.4f at %s\n", report.misfit, report.worst, report.worst_label.c_str());
  EXPECT_LT(report.misfit, 0.05);
}

/// Over the energy when the source has ended; every value is compared with the largest of a period later.
void expect_no_growth(double vs, const std::string& faces, int n_steps) {
  const std::string text = fmt::format(
      "[domain]\nx = [0, 400]\nz = [-300, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = "
      "2000\n"
      "vs = {}\nrho = 2000\nqp = 30\n{}[[model.layer]]\ntop = -104\nvp = 3000\nvs = {}\nrho = 2000\nqp = 400\n"
      "[[source]]\nkind = 'explosion'\nposition = [133, -117]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 20\nsample_interval = 0.1\n[mesh]\nspacing = 10\n[solver]\nprecision = 'double'\n",
      faces, vs, vs > 0 ? "qs = 15\n" : "", 1.5 * vs);
  run::Experiment e = run::prepare(scenario_from(text));
  const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
  const int source_ends = static_cast<int>(0.35 / e.dt), window = 400;
  double before = 0, largest = 0, start = 0;
  for (int n = 0; n < n_steps; ++n) {
    simulation->advance();
    if (n < source_ends || n % 10 != 0) continue;
    const double energy = simulation->energy();
    if (start == 0) start = before = 1.5 * energy;
    largest = std::max(largest, energy);
    if (n % window != 0) continue;
    EXPECT_LT(largest, before + 1e-9 * start) << faces << " after " << n << " steps";
    before = largest;
    largest = 0;
  }
  EXPECT_LT(before, 0.5 * start) << faces;
  EXPECT_GT(before, 0) << faces;
}

TEST(Attenuation, EnergyNeverGrows) {
  expect_no_growth(0, "default = 'rigid'\ntop = 'free'", 2000);
  expect_no_growth(0, "default = 'periodic'\ntop = 'free'\nbottom = 'rigid'", 2000);
  expect_no_growth(1100, "default = 'rigid'\ntop = 'free'", 2000);
  expect_no_growth(1100, "default = 'free'", 2000);
  expect_no_growth(1100, "default = 'absorbing'\ntop = 'free'", 2000);
}

}  // namespace
}  // namespace unda::verification::attenuation_test

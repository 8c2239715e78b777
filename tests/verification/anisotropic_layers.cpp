// Anisotropic solids in layers whose tops are surfaces, and under water: a sloping sea floor over tilted shale is the level one turned; rock of
// thin layers, of which exact seismograms know, is transversely isotropic to waves that are long; what is a surface and level is a layer.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../unit/model/support.hpp"
#include "method/layered_problem.hpp"
#include "model/stiffness.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::anisotropic_layers_test {
namespace {

using model::test::Folder;
using scenario::Quantity;

std::string sloping_top(const Folder& folder, double slope, double low_x, double high_x, double at_zero) {
  const std::vector<float> ends{static_cast<float>(at_zero + low_x * slope),
                                static_cast<float>(at_zero + high_x * slope)};
  const std::string file = folder.write("top.npy", model::test::npy_float("(2,)", ends)).string();
  return fmt::format("{{ file = '{}', origin = [{}], spacing = [{}] }}", file, low_x, high_x - low_x);
}

struct Place {
  double along, away;
  std::array<double, 2> turned(double angle) const {
    return {along * std::cos(angle) - away * std::sin(angle), along * std::sin(angle) + away * std::cos(angle)};
  }
};

/// Water or soft rock over shale with its axis across the contact, all of it turned by an angle: traces along the contact and away from it.
std::vector<double> turned_shale(double degrees, bool under_water, const std::string& method) {
  const double angle = degrees * std::numbers::pi / 180;
  const Folder folder;
  constexpr Place source{0, 150}, above{600, 120}, below{500, -200};
  const auto s = source.turned(angle), a = above.turned(angle), b = below.turned(angle);
  const double low_x = -1000, high_x = 1600;
  const std::string top = degrees == 0 ? "0" : sloping_top(folder, std::tan(angle), low_x, high_x, 0);
  const output::Traces traces = traces_of(scenario_from(fmt::format(
      "[domain]\nx = [{}, {}]\nz = [-1000, 900]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 900\n{}"
      "[[model.layer]]\ntop = {}\nvp = 2600\nvs = 1300\nrho = 2200\nepsilon = 0.3\ndelta = 0.05\ntilt = {}\n"
      "[[source]]\nkind = 'explosion'\nmoment = 1e12\nposition = [{}, {}]\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [[{}, {}], [{}, {}]]\nquantities = ['velocity']\n"
      "[time]\nduration = 0.8\nsample_interval = 0.004\n{}",
      low_x, high_x, under_water ? "vp = 1500\nvs = 0\nrho = 1000\n" : "vp = 2200\nvs = 1100\nrho = 2000\n", top,
      -degrees, s[0], s[1], a[0], a[1], b[0], b[1], method)));
  const auto& v = traces.groups[0].quantities.at(Quantity::velocity).values;
  const std::size_t nt = traces.time.size();
  std::vector<double> found;
  for (std::size_t r = 0; r < 2; ++r)
    for (const Place axis : {Place{1, 0}, Place{0, 1}}) {
      const auto [x, z] = axis.turned(angle);
      for (std::size_t j = 0; j < nt; ++j) found.push_back(x * v[2 * r * nt + j] + z * v[(2 * r + 1) * nt + j]);
    }
  return found;
}

TEST(AnisotropicLayers, SlopeAsTheSameTurnedLevelBySpectralElements) {
  const std::string sem = "[mesh]\nspacing = 40\n[solver]\nmethod = 'sem'\n";
  for (const bool under_water : {false, true}) {
    const std::vector<double> level = turned_shale(0, under_water, sem), sloping = turned_shale(15, under_water, sem);
    const double misfit = reference::l2_misfit(sloping, level);
    std::printf("shale under %s, sloping at 15 degrees: %.4f off the level one\n", under_water ? "water" : "rock",
                misfit);
    EXPECT_LT(misfit, 0.01);
  }
}

/// Water over rock of pairs of thin layers, or over the solid that they are to long waves (Backus 1962), over a half-space.
constexpr double thickness = 240;
constexpr const char* soft = "vp = 2000\nvs = 900\nrho = 2000\n";
constexpr const char* hard = "vp = 3600\nvs = 2000\nrho = 2400\n";

std::string under_water(const std::string& rock, const std::string& method) {
  return fmt::format(
      "[domain]\nx = [-300, 800]\nz = [-540, 250]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 250\nvp = 1500\n"
      "vs = 0\nrho = 1000\n{}[[model.layer]]\ntop = {}\nvp = 3000\nvs = 1600\nrho = 2300\n"
      "[[source]]\nkind = 'explosion'\nmoment = 1e9\nposition = [0, 60]\n"
      "time_function = {{ kind = 'ricker', frequency = 8, delay = 0.15 }}\n"
      "[[receivers]]\npositions = [[500, 80], [400, 0.5], [300, 200]]\nquantities = ['pressure']\n"
      "[time]\nduration = 0.8\nsample_interval = 0.004\n{}",
      rock, -thickness, method);
}

std::vector<double> exact_in_thin_layers(int n_pairs) {
  std::string rock;
  const double pair = thickness / n_pairs;  // half a soft layer at either end
  for (int n = 0; n <= 2 * n_pairs; ++n)
    rock += fmt::format("[[model.layer]]\ntop = {}\n{}", n == 0 ? 0 : -pair * (n - 0.5) / 2, n % 2 == 0 ? soft : hard);
  const auto s = scenario_from(under_water(rock, "[mesh]\nspacing = 30\n[solver]\nmethod = 'sem'\n"));
  const method::LayeredForm form = method::layered_form(s, run::prepare(s).sources);
  if (!form.problem) throw std::runtime_error(form.reason);
  std::vector<double> all;
  for (const auto& receiver : reference::layered_seismograms(*form.problem))
    all.insert(all.end(), receiver[0].begin(), receiver[0].end());
  return all;
}

/// As the 21 moduli of the scenario.
std::string as_one_solid() {
  const model::Properties a{2000, 900, 2000}, b{3600, 2000, 2400};
  model::Laminate layers(2);
  layers.add(model::isotropic(a), 0.5);
  layers.add(model::isotropic(b), 0.5);
  const model::Stiffness c = layers.stiffness();
  return fmt::format(
      "[[model.layer]]\ntop = 0\nrho = 2200\nc = [{}, {}, {}, 0, 0, 0, {}, {}, 0, 0, 0, {}, 0, 0, 0, {}, 0, 0, {}, 0, "
      "{}]\n",
      c.normal(0, 0), c.normal(0, 1), c.normal(0, 2), c.normal(1, 1), c.normal(1, 2), c.normal(2, 2), c.shear[0],
      c.shear[1], c.shear[2]);
}

TEST(AnisotropicLayers, ThinLayersUnderWater) {
  const std::vector<double> exact = exact_in_thin_layers(60);
  for (const std::string method :
       {"[mesh]\nspacing = 30\n[solver]\nmethod = 'sem'\n", "[mesh]\nspacing = 4\n[solver]\nmethod = 'fd'\n"}) {
    const auto traces = traces_of(scenario_from(under_water(as_one_solid(), method)));
    const double misfit = reference::l2_misfit(traces.groups[0].quantities.at(Quantity::pressure).values, exact);
    std::printf("thin layers under water as one solid: misfit %.4f\n", misfit);
    EXPECT_LT(misfit, 0.02) << method;
  }
}

/// A surface that is level gives the traces of a level top, by every method.
std::string two_solids(const std::string& top, const std::string& tilt, const std::string& method) {
  return fmt::format(
      "[domain]\nx = [0, 600]\ny = [0, 400]\nz = [-400, 0]\n[boundary]\ndefault = 'free'\n[model]\nkind = 'layers'\n"
      "[[model.layer]]\ntop = 0\nvp = 1600\nvs = 800\nrho = 1800\n[[model.layer]]\ntop = {}\nvp = 2600\nvs = 1300\n"
      "rho = 2200\nepsilon = 0.3\ndelta = 0.05\ngamma = 0.2\n{}[[source]]\nkind = 'force'\nforce = [1e9, 2e9, 1e9]\n"
      "position = [200, 200, -260]\ntime_function = {{ kind = 'ricker', frequency = 6, delay = 0.2 }}\n"
      "[[receivers]]\npositions = [[400, 150, -50]]\nquantities = ['velocity']\n[time]\nduration = 0.4\n"
      "sample_interval = 0.005\n{}precision = 'double'\n",
      top, tilt, method);
}

void expect_the_level_run(const std::string& tilt, const std::string& method, double allowed = 1e-9) {
  const Folder folder;
  const std::string file = folder.write("top.npy", model::test::npy_float("(2, 2)", {-200, -200, -200, -200})).string();
  const auto velocity = [&](const std::string& top) {
    return traces_of(scenario_from(two_solids(top, tilt, method))).groups[0].quantities.at(Quantity::velocity).values;
  };
  EXPECT_LT(
      reference::l2_misfit(velocity(fmt::format("{{ file = '{}', origin = [0, 0], spacing = [600, 400] }}", file)),
                           velocity("-200")),
      allowed)
      << method;
}

const std::string tilted = "tilt = 30\nazimuth = 40\n";

TEST(AnisotropicLayers, LevelSurfacesBySpectralElements) {
  expect_the_level_run(tilted, "[mesh]\nspacing = 200\n[solver]\nmethod = 'sem'\n");
}

TEST(AnisotropicLayers, LevelSurfacesByDiscontinuousGalerkin) {
  expect_the_level_run(tilted, "[mesh]\nspacing = 200\n[solver.dg]\norder = 2\n[solver]\nmethod = 'dg'\n");
}

/// Finite differences know level interfaces, and sources and receivers beside them keep to their layer; surfaces they have by means of cells alone.
TEST(AnisotropicLayers, LevelSurfacesByFiniteDifferences) {
  expect_the_level_run("", "[mesh]\nspacing = 20\n[solver]\nmethod = 'fd'\n", 0.02);
}

}  // namespace
}  // namespace unda::verification::anisotropic_layers_test

// Runs that start from a field: plane waves in a periodic box after one period, radiation against its closed form.
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::initial_field_test {
namespace {

using scenario::Quantity;
using std::numbers::pi;

constexpr double vp = 2400, rho = 2000, side = 1200;

/// A periodic box of side 1200 m with a wave whose wavenumber is (2 pi/side) (mx, mz), of amplitude 3 m/s.
std::string periodic_box(double vs, const std::string& wave, int mx, int mz, double period) {
  const double unit = 2 * pi / side;
  return fmt::format(
      "[domain]\nx = [0, {0}]\nz = [-{0}, 0]\n[model]\nvp = {1}\nvs = {2}\nrho = {3}\n[boundary]\ndefault = "
      "\"periodic\"\n"
      "[initial]\nwave = \"{4}\"\nwavenumber = [{5:.17g}, {6:.17g}]\namplitude = 3\n[[receivers]]\npositions = [[313, "
      "-417], [811, -99]]\nquantities = [\"velocity\", \"pressure\", \"displacement\"{7}]\n[time]\nduration = "
      "{8:.17g}\n"
      "sample_interval = {9:.17g}\nstep = {10:.17g}\n[mesh]\nspacing = 30\n[solver]\nprecision = \"double\"\n",
      side, vp, vs, rho, wave, unit * mx, unit * mz, vs > 0 ? ", \"stress\"" : "", period, period / 50, period / 2000);
}

/// The exact trace of the wave: factor cos(k x - omega t), or for displacements its integral from t = 0.
struct PlaneWave {
  Vector k, direction;
  double omega = 0, vs = 0;

  double at(Quantity quantity, std::size_t component, const Vector& x, double t) const {
    const double phase = dot(k, x) - omega * t, c = omega / norm(k);
    const std::array<std::size_t, 2> axis{0, 2};
    const Vector n = (1 / norm(k)) * k;
    const double mu = rho * vs * vs, lambda = rho * vp * vp - 2 * mu, along = dot(direction, n);
    if (quantity == Quantity::velocity) return 3 * direction[axis[component]] * std::cos(phase);
    if (quantity == Quantity::displacement)
      return 3 * direction[axis[component]] / omega * (std::sin(dot(k, x)) - std::sin(phase));
    if (quantity == Quantity::pressure) return 3 / c * (lambda + 2 * mu / 3) * along * std::cos(phase);
    const std::size_t a = component == 1 ? 2 : 0, b = component == 0 ? 0 : 2;
    return -3 / c * ((a == b ? lambda * along : 0) + mu * (direction[a] * n[b] + n[a] * direction[b])) *
           std::cos(phase);
  }
};

double worst_misfit(const output::Traces& traces, const PlaneWave& wave) {
  double worst = 0;
  const output::TraceGroup& group = traces.groups[0];
  for (const auto& [quantity, array] : group.quantities) {
    std::vector<double> exact;
    for (const Vector& x : group.positions)
      for (int c = 0; c < array.n_components; ++c)
        for (const double t : traces.time) exact.push_back(wave.at(quantity, static_cast<std::size_t>(c), x, t));
    double size = 0, difference = 0;
    for (std::size_t n = 0; n < exact.size(); ++n) {
      size = std::max(size, std::abs(exact[n]));
      difference = std::max(difference, std::abs(exact[n] - array.values[n]));
    }
    // An S wave has no pressure: there the P wave's is the measure.
    worst = std::max(worst, difference / (size > 0 ? size : 3 * rho * vp));
  }
  return worst;
}

double plane_wave_misfit(double vs, bool is_p, int mx, int mz) {
  const Vector k{2 * pi / side * mx, 0, 2 * pi / side * mz};
  const double omega = (is_p ? vp : vs) * norm(k);
  const Vector n = (1 / norm(k)) * k;
  const PlaneWave wave{k, is_p ? n : Vector{-n[2], 0, n[0]}, omega, vs};
  return worst_misfit(traces_of(scenario_from(periodic_box(vs, is_p ? "p" : "s", mx, mz, 2 * pi / omega))), wave);
}

TEST(InitialField, PlaneWaveInAFluid) {
  EXPECT_LT(plane_wave_misfit(0, true, 1, 0), 1e-3);
  EXPECT_LT(plane_wave_misfit(0, true, 1, -2), 1e-3);
}

TEST(InitialField, PlaneWavesInASolid) {
  EXPECT_LT(plane_wave_misfit(1300, true, 2, 1), 1e-3);
  EXPECT_LT(plane_wave_misfit(1300, false, 1, 2), 1e-3);
  EXPECT_LT(plane_wave_misfit(1300, false, 0, 1), 1e-3);
}

struct Radiating {
  double half_size, age, delay, spacing;
  std::string receivers;  ///< from the middle of the domain, where the explosion was
};

/// The pulse is all inside the domain at t = 0, and its source over.
const std::array<Radiating, 3> radiating_cases{{{600, 0.4, 0.15, 7.5, "[[450], [-510], [20]]"},
                                                {800, 0.6, 0.15, 7.5, "[[710, 0], [450, -600], [20, 30]]"},
                                                {340, 0.24, 0.11, 9, "[[310, 0, 0], [180, 200, -150], [20, 10, 5]]"}}};

std::string radiating(int dim) {
  const Radiating& c = radiating_cases[static_cast<std::size_t>(dim - 1)];
  const std::array<const char*, 3> position{"[1.3]", "[1.3, 0.9]", "[1.3, 0.9, -2.1]"};
  std::string text;
  for (const char* axis : {"x", "y", "z"})
    if (*axis == 'x' || (*axis == 'z' && dim > 1) || dim == 3)
      text += fmt::format("{0} = [-{1}, {1}]\n", axis, c.half_size);
  return fmt::format(
      "[domain]\n{}[model]\nvp = 1500\nvs = 0\nrho = 1000\n[initial]\nkind = \"radiation\"\nposition = {}\namplitude = "
      "5\ndistance = 100\ntime_function = {{ kind = \"ricker\", frequency = 10, delay = {} }}\nage = "
      "{}\n[[receivers]]\n"
      "positions = {}\nquantities = [\"pressure\", \"velocity\"]\n[time]\nduration = 0.2\nsample_interval = 0.002\n"
      "step = 5e-4\n[mesh]\nspacing = {}\n",
      text, position[static_cast<std::size_t>(dim - 1)], c.delay, c.age, c.receivers, c.spacing);
}

/// The same explosion as a source, by its closed form: traces from t = age on.
output::Traces exact_radiation(const scenario::Scenario& s, const output::Traces& computed) {
  scenario::Scenario fired = s;
  scenario::SourceSpec source;
  source.position = s.initial->position;
  source.calibration = s.initial->calibration;
  source.time_function = s.initial->time_function;
  fired.sources.push_back(source);
  fired.initial.reset();
  output::Traces traces = computed;
  for (double& t : traces.time) t += s.initial->age;
  run::add_closed_form(run::prepare(fired), traces);
  return traces;
}

double radiation_misfit(int dim) {
  const scenario::Scenario s = scenario_from(radiating(dim));
  const output::Traces exact = exact_radiation(s, traces_of(s));
  double worst = 0;
  for (const auto& [quantity, array] : exact.groups[0].quantities)
    worst = std::max(worst, reference::l2_misfit(array.values, exact.groups[0].closed_form.at(quantity).values));
  return worst;
}

TEST(InitialField, RadiationIn1D) { EXPECT_LT(radiation_misfit(1), 0.02); }
TEST(InitialField, RadiationIn2D) { EXPECT_LT(radiation_misfit(2), 0.02); }
TEST(InitialField, RadiationIn3D) { EXPECT_LT(radiation_misfit(3), 0.02); }

std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    run::prepare(scenario_from(text, overrides));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(InitialField, WhatDoesNotFitIsRefused) {
  const auto says = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string source =
      "[[source]]\nkind = \"explosion\"\nposition = [500]\nmoment = 1e6\ntime_function = { kind = \"ricker\", "
      "frequency "
      "= 10 }\n";
  says(refusal(radiating(1) + source), "initial: a starting field cannot be combined with sources");
  says(refusal(radiating(2), {"model.vs=600"}), "initial.kind: found \"radiation\", which needs a fluid");
  says(refusal(radiating(2), {"initial.age=0.1"}), "initial.age: found 0.1 s, but the explosion still acts");
  EXPECT_EQ(refusal(radiating(2), {"initial.age=0.1", "initial.position=[-900, -300]"}), "");
  says(refusal(radiating(2), {"receivers.quantities=[\"acceleration\"]"}), "receivers.quantities: found");
  says(refusal(radiating(2), {"solver.physics=acoustic_second_order"}), "knows only \"pressure\"");
  std::string layered = radiating(2);
  const std::string uniform = "vp = 1500\nvs = 0\nrho = 1000\n";
  layered.replace(
      layered.find(uniform), uniform.size(),
      "kind = \"layers\"\n[[model.layer]]\ntop = 900\nvp = 1500\nvs = 0\nrho = 1000\n[[model.layer]]\ntop = "
      "-500\nvp = 1600\nvs = 0\nrho = 1000\n");
  says(refusal(layered), "initial: a starting field needs a uniform model");
}

}  // namespace
}  // namespace unda::verification::initial_field_test

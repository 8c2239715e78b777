// Running a scenario inside a test: from TOML text to traces and their misfit.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "exec/machine.hpp"
#include "run/closed_form.hpp"
#include "run/experiment.hpp"
#include "run/simulate.hpp"
#include "scenario/reader.hpp"

namespace unda::verification {

/// The overrides of a case, on the device that UNDA_TEST_DEVICE names ("gpu", "debug") where the case names none itself.
inline std::vector<std::string> on_test_device(const std::string& text, std::vector<std::string> overrides) {
  const char* device = std::getenv("UNDA_TEST_DEVICE");
  bool is_free = device && text.find("device =") == std::string::npos;
  for (const std::string& o : overrides) is_free = is_free && !o.starts_with("solver.device=");
  if (is_free) overrides.insert(overrides.begin(), std::string("solver.device=") + device);
  return overrides;
}

/// Reads a scenario from text.
inline scenario::Scenario scenario_from(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto file = std::filesystem::temp_directory_path() / ("unda_case_" + std::to_string(getpid()) + ".toml");
  std::ofstream(file) << text;
  scenario::Scenario s = scenario::read_scenario(file, on_test_device(text, overrides));
  std::filesystem::remove(file);
  return s;
}

/// Reads one of the examples, named as below examples/.
inline scenario::Scenario example_scenario(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return scenario::read_scenario(UNDA_SOURCE_DIR "/examples/" + name, on_test_device({}, overrides));
}

/// These overrides and those for spectral elements with edges of `spacing`, all four points of degree 4 long.
inline std::vector<std::string> by_elements(double spacing, std::vector<std::string> overrides = {}) {
  overrides.emplace_back("solver.method=sem");
  overrides.emplace_back("mesh.sem.spacing=" + std::to_string(spacing));
  return overrides;
}

/// What the channels of a simulation read after the steps done so far.
inline std::vector<double> values_now(method::Simulation& simulation) {
  simulation.sample();
  const std::vector<double> samples = simulation.take_samples();
  const auto n_terms = static_cast<std::size_t>(std::max(1, simulation.time_accuracy().taylor_terms));
  std::vector<double> values;
  std::size_t end = 0;
  for (const method::Channel& channel : simulation.channels()) {
    end += n_terms * static_cast<std::size_t>(channel.samples_of_step);
    double value = 0;  // polynomials stand at the end of their step
    for (std::size_t n = end - n_terms; n < end; ++n) value += samples[n];
    values.push_back(value);
  }
  return values;
}

/// Runs it and returns the traces.
inline output::Traces traces_of(const scenario::Scenario& s) {
  exec::flush_denormals_to_zero();
  run::Experiment e = run::prepare(s);
  run::SimulationResult simulation = run::simulate(e);
  if (simulation.stop) throw std::runtime_error(simulation.stop->reason);
  return simulation.traces;
}

/// Runs it and compares with its closed form: the misfit of the worst receiver.
inline run::ClosedFormReport closed_form_misfit(const scenario::Scenario& s) {
  exec::flush_denormals_to_zero();
  run::Experiment e = run::prepare(s);
  run::SimulationResult simulation = run::simulate(e);
  if (simulation.stop) throw std::runtime_error(simulation.stop->reason);
  const auto report = run::add_closed_form(e, simulation.traces);
  if (!report) throw std::runtime_error("this scenario has no closed form");
  return *report;
}

}  // namespace unda::verification

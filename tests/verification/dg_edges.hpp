// A slice of tetrahedra, periodic along y, against exact seismograms of a line source in two dimensions: what its absorbing edges send back. The
// slice is thinner than a wavelength of any wave in it, so that its row of sources is a line.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "support.hpp"

namespace unda::verification {

struct Slice {
  double east, width, depth;                     ///< of the domain x 0 to east, z -depth to 0, m
  std::string layers;                            ///< of the model
  std::string source;                            ///< kind, position and strength, with places for {y} and {amount}
  double amount;                                 ///< of the line source, per metre: force along x or moment xz
  double frequency, highest, duration;           ///< of a Ricker; of the mesh
  std::vector<std::array<double, 2>> receivers;  ///< x, z
};

/// In three dimensions by discontinuous Galerkin, or the line source in two by finite differences: its closed form is wanted alone.
inline scenario::Scenario scenario_of(const Slice& slice, bool line) {
  const std::string middle = line ? "" : fmt::format("{}, ", slice.width / 2);
  const double amount = line ? slice.amount : slice.amount * slice.width;
  std::string positions;
  for (const auto& [x, z] : slice.receivers) positions += fmt::format("[{}, {}{}], ", x, middle, z);
  return scenario_from(
      fmt::format("[domain]\nx = [0, {}]\n{}z = [{}, 0]\n[boundary]\ntop = 'free'\n{}[model]\nkind = 'layers'\n{}",
                  slice.east, line ? "" : fmt::format("y = [0, {}]\n", slice.width), -slice.depth,
                  line ? "" : "south = 'periodic'\nnorth = 'periodic'\n", slice.layers) +
      fmt::format(fmt::runtime("[[source]]\n" + slice.source), fmt::arg("y", middle), fmt::arg("amount", amount),
                  fmt::arg("zero", line ? "" : "0, ")) +
      fmt::format(
          "time_function = {{ kind = 'ricker', frequency = {}, delay = {} }}\n[[receivers]]\npositions = [{}]\n"
          "quantities = ['velocity']\n[time]\nduration = {}\nsample_interval = {}\n[mesh]\n{}\n[solver]\n"
          "method = '{}'\n",
          slice.frequency, 1.2 / slice.frequency, positions, slice.duration, slice.duration / 250,
          line ? fmt::format("spacing = {}", slice.depth / 20) : fmt::format("max_frequency = {}", slice.highest),
          line ? "fd" : "dg"));
}

/// Relative L2 over all receivers: echoes, and a thousandth or two of the method's own.
inline double misfit_of_slice(const Slice& slice) {
  const scenario::Scenario line = scenario_of(slice, true);
  run::Experiment e = run::prepare(line);
  run::SimulationResult exact = run::simulate(e);
  if (!run::add_closed_form(e, exact.traces)) throw std::runtime_error("no closed form");
  const std::vector<double>& b = exact.traces.groups[0].closed_form.begin()->second.values;
  const output::Traces traces = traces_of(scenario_of(slice, false));
  const std::vector<double>& a = traces.groups[0].quantities.begin()->second.values;
  const std::size_t n_receivers = slice.receivers.size(), n = b.size() / (2 * n_receivers);
  double difference = 0, size = 0;
  for (std::size_t r = 0; r < n_receivers; ++r)
    for (const std::size_t z : {0, 1})
      for (std::size_t i = 0; i < n; ++i) {
        const double exactly = b[(2 * r + z) * n + i], found = a[(3 * r + 2 * z) * n + i];
        difference += (found - exactly) * (found - exactly);
        size += exactly * exactly;
      }
  std::printf("misfit of the slice %.4f\n", std::sqrt(difference / size));
  return std::sqrt(difference / size);
}

}  // namespace unda::verification

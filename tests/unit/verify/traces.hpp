// Traces made by hand for the tests of comparisons.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>

#include "output/traces.hpp"

namespace unda::verify::testing {

inline double ricker(double frequency, double t) {
  const double a = std::pow(std::numbers::pi * frequency * t, 2);
  return (1 - 2 * a) * std::exp(-a);
}

struct TimeAxis {
  double interval = 0.01;
  int n = 1001;
  double start = 0;
};

/// value(receiver, component, t); receivers "line1", "line2", ... stand 100 m apart along x.
using Signal = std::function<double(int, int, double)>;

/// Velocity of n receivers in a group "line".
inline output::Traces line_of(int n_receivers, int dim, const TimeAxis& axis, const Signal& value) {
  output::Traces traces;
  traces.dim = dim;
  for (int i = 0; i < axis.n; ++i) traces.time.push_back(axis.start + i * axis.interval);
  output::TraceGroup group;
  group.name = "line";
  output::TraceArray velocity{dim, {}};
  for (int r = 0; r < n_receivers; ++r) {
    group.positions.push_back({100.0 * r, 0, 0});
    group.labels.push_back("line" + std::to_string(r + 1));
    for (int c = 0; c < dim; ++c)
      for (const double t : traces.time) velocity.values.push_back(value(r, c, t));
  }
  group.quantities[scenario::Quantity::velocity] = velocity;
  traces.groups.push_back(group);
  return traces;
}

}  // namespace unda::verify::testing

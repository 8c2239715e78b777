// Exact seismograms of point sources in a layered earth, by wavenumber integration: solids and fluids in any order, with
// attenuation, 3-D and 2-D (plane strain in x and z, per metre), sources and receivers anywhere, the surface included.
//
// For each complex frequency the field of a plane of wavenumber k is found by StackSolver and summed over k:
//   2-D: u = (1/pi) int_0^inf {W, X} {cos kx, sin kx} dk    3-D: u = (1/2 pi) int_0^inf {W, X, Y} J_n(kr) k dk
// (Kennett 1983, chapter 7; Bouchon 1981). Equations and conventions are those of the methods: z up, sources
// F s(t) and M int s dt, at rest before t = 0.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/vector.hpp"
#include "numerics/time_function.hpp"
#include "reference/full_space.hpp"
#include "reference/layered/earth.hpp"
#include "scenario/scenario.hpp"

namespace unda::reference {

struct LayeredSource {
  bool is_force = false;
  Vector position{0, 0, 0};
  Moment moment{};        ///< N m, 2-D: xx, zz and xz per metre; in a fluid M0 I
  Vector force{0, 0, 0};  ///< N, 2-D: per metre
  std::shared_ptr<const numerics::TimeFunction> time_function;
};

struct LayeredReceiver {
  Vector position{0, 0, 0};
  std::vector<scenario::Quantity> quantities;
};

struct LayeredProblem {
  int dim = 3;  ///< 2 or 3
  LayeredEarth earth;
  std::vector<LayeredSource> sources;
  std::vector<LayeredReceiver> receivers;
  std::size_t n_samples = 0;  ///< from t = 0
  double sample_interval = 0;

  /// What the numerical error depends on, for tests: factors of the damping eta, of the distance at which sources repeat,
  /// and of the wavenumber up to which all counts.
  double damping_factor = 1, period_factor = 1, wavenumber_factor = 1;
};

/// traces[receiver][quantity]: components one after another in the order of traces.h5; not a number at a source.
using LayeredTraces = std::vector<std::vector<std::vector<double>>>;

/// `progress` is told now and then which part of the work is done.
LayeredTraces layered_seismograms(const LayeredProblem& problem, const std::function<void(double)>& progress = {});

/// How long that takes on one core of an ordinary machine, s.
double estimated_seconds(const LayeredProblem& problem);

}  // namespace unda::reference

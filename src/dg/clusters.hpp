// Clusters of local time steps: which elements take which step. The steps are dt_0 2^c with c = 0, 1, ... the number of the cluster;
// each element takes the largest that is stable for it, and neighbours are at most one cluster apart. A step of the run is one of the
// largest cluster: at its end all elements stand at the same time (Breuer, Heinecke and Bader 2016).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mesh/tetrahedra.hpp"
#include "scenario/scenario.hpp"

namespace unda::dg {

struct Clusters {
  std::vector<signed char> of;  ///< by element of the mesh; empty: all in one
  int n = 1;
  double step = 0;              ///< stable, s: of the largest cluster and of the run
  double speed_up = 1;          ///< over one step for all, by the work of the elements
  double updates_per_step = 1;  ///< of an element, on average
  std::vector<double> work;     ///< of each element in a step of the run; empty: all alike

  int cluster_of(std::size_t element) const { return of.empty() ? 0 : of[element]; }
  /// Steps of a cluster in one of the run.
  int steps_of(int cluster) const { return 1 << (n - 1 - cluster); }
};

/// What a run says of its step.
struct StepWish {
  std::optional<double> exactly;  ///< given: elements that cannot take it take a half, a fourth ... of it
  std::optional<double> at_most;
};
StepWish step_wish(const scenario::Scenario& scenario);

/// `step`: the largest of each element, s; `work`: of an update of each.
Clusters find_clusters(const mesh::Tetrahedra& mesh, const std::vector<double>& step, const std::vector<double>& work,
                       const StepWish& wish);

/// Local steps are taken where they are asked for, or are foretold to be so much faster than one step for all: what was measured was 0.84 to 1.13
/// times what had been foretold.
constexpr double worth_local_steps = 1.3;

/// A line of a plan with one step for all, where local steps would pay.
std::array<std::string, 2> local_steps_advice(const scenario::Scenario& scenario, double speed_up);

/// Lines of a plan: a word, and what it says. `of`: the cluster of each element.
std::vector<std::array<std::string, 2>> cluster_report(const Clusters& clusters, const std::vector<signed char>& of);

}  // namespace unda::dg

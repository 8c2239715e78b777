// Finding clusters of local time steps.
#include "dg/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace unda::dg {
namespace {

/// Of a given or an automatic step; the latter runs take 0.95 of.
constexpr double margin = 0.95;
constexpr int most_clusters = 30;
/// Fewer clusters are taken where more would save less than this.
constexpr double least_gain = 0.01;

using Levels = std::vector<signed char>;

/// The largest level of each element with smallest 2^level <= step, at most `most`; then neighbours one apart.
Levels levels_of(const mesh::Tetrahedra& mesh, const std::vector<double>& step, double smallest, int most) {
  Levels level(step.size());
  std::vector<std::vector<int>> of_level(static_cast<std::size_t>(most) + 1);
  for (std::size_t e = 0; e < step.size(); ++e) {
    int l = 0;
    while (l < most && std::ldexp(smallest, l + 1) <= step[e] * (1 + 1e-12)) ++l;
    level[e] = static_cast<signed char>(l);
    of_level[static_cast<std::size_t>(l)].push_back(static_cast<int>(e));
  }
  for (int l = 0; l + 1 < most; ++l) {
    auto& here = of_level[static_cast<std::size_t>(l)];
    for (const int e : here) {
      if (level[static_cast<std::size_t>(e)] != l) continue;  // lowered since
      for (const mesh::Neighbour& next : mesh.neighbours[static_cast<std::size_t>(e)]) {
        if (!next.exists() || level[static_cast<std::size_t>(next.element)] <= l + 1) continue;
        level[static_cast<std::size_t>(next.element)] = static_cast<signed char>(l + 1);
        of_level[static_cast<std::size_t>(l) + 1].push_back(next.element);
      }
    }
  }
  return level;
}

/// Work a second.
double cost_of(const Levels& level, const std::vector<double>& work, double smallest) {
  std::vector<double> sum(most_clusters + 1, 0.0);
  for (std::size_t e = 0; e < level.size(); ++e) sum[static_cast<std::size_t>(level[e])] += work[e];
  double cost = 0;
  for (std::size_t l = 0; l < sum.size(); ++l) cost += sum[l] / std::ldexp(smallest, static_cast<int>(l));
  return cost;
}

/// The fewest levels that cost hardly more than all.
Levels with_few_levels(const mesh::Tetrahedra& mesh, const std::vector<double>& step, const std::vector<double>& work,
                       double smallest, Levels level) {
  const double least = cost_of(level, work, smallest);
  for (int most = *std::max_element(level.begin(), level.end()); most > 0; --most) {
    Levels fewer = levels_of(mesh, step, smallest, most - 1);
    if (cost_of(fewer, work, smallest) > (1 + least_gain) * least) break;
    level = std::move(fewer);
  }
  return level;
}

Clusters clusters_of(Levels level, int n, const std::vector<double>& work, double smallest, double one_step) {
  Clusters clusters;
  clusters.n = n;
  clusters.step = std::ldexp(smallest, clusters.n - 1);
  clusters.speed_up = std::accumulate(work.begin(), work.end(), 0.0) / one_step / cost_of(level, work, smallest);
  if (clusters.n == 1) return clusters;
  double n_updates = 0;
  for (std::size_t e = 0; e < level.size(); ++e) {
    n_updates += clusters.steps_of(level[e]);
    clusters.work.push_back(work[e] * clusters.steps_of(level[e]));
  }
  clusters.updates_per_step = n_updates / static_cast<double>(level.size());
  clusters.of = std::move(level);
  return clusters;
}

/// The run's step in halves, fourths ... down to what the worst element takes.
Clusters parts_of_step(const mesh::Tetrahedra& mesh, const std::vector<double>& step, const std::vector<double>& work,
                       double whole) {
  const double least = *std::min_element(step.begin(), step.end());
  int most = 0;
  while (most < most_clusters && std::ldexp(whole, -most) > margin * least) ++most;
  std::vector<double> taken = step;
  for (double& s : taken) s *= margin;
  const double smallest = std::ldexp(whole, -most);
  // Where nobody takes the whole of it, the largest cluster is empty.
  return clusters_of(levels_of(mesh, taken, smallest, most), most + 1, work, smallest, margin * least);
}

}  // namespace

/// Snapshots and motion at the surface are of whole steps, and runs end with one.
StepWish step_wish(const scenario::Scenario& s) {
  double at_most = s.time.duration / 8;
  if (s.output.snapshots) at_most = std::min(at_most, s.output.snapshots->interval / 4);
  if (s.output.surface) at_most = std::min(at_most, s.output.surface->interval / 4);
  return {s.time.step, at_most};
}

Clusters find_clusters(const mesh::Tetrahedra& mesh, const std::vector<double>& step, const std::vector<double>& work,
                       const StepWish& wish) {
  const double least = *std::min_element(step.begin(), step.end());
  if (wish.exactly) return parts_of_step(mesh, step, work, *wish.exactly);
  int most = most_clusters;
  if (wish.at_most) most = std::clamp(static_cast<int>(std::floor(std::log2(*wish.at_most / least))), 0, most_clusters);
  // Smaller steps of the smallest cluster may let many elements into the next one.
  double best = least;
  Levels level = levels_of(mesh, step, least, most);
  for (int n = 1; n < 25; ++n) {
    const double smallest = least * (1 - 0.02 * n);
    Levels other = levels_of(mesh, step, smallest, most);
    if (cost_of(other, work, smallest) < 0.999 * cost_of(level, work, best)) {
      best = smallest;
      level = std::move(other);
    }
  }
  level = with_few_levels(mesh, step, work, best, std::move(level));
  if (*std::max_element(level.begin(), level.end()) == 0) best = least;
  const int n = 1 + *std::max_element(level.begin(), level.end());
  return clusters_of(std::move(level), n, work, best, least);
}

std::array<std::string, 2> local_steps_advice(const scenario::Scenario& s, double speed_up) {
  const char* way_out = s.parallel.exchange_with_self ? "leave out parallel.exchange_with_self for them"
                                                      : "solver.dg.time_stepping = \"local\" asks for them";
  const char* also =
      s.time.step && !s.parallel.exchange_with_self ? ", with time.step as that of the largest elements" : "";
  return {"local steps", fmt::format("would be foretold to be {:.3g} times as fast as one step for all: {}{}", speed_up,
                                     way_out, also)};
}

std::vector<std::array<std::string, 2>> cluster_report(const Clusters& clusters, const std::vector<signed char>& of) {
  if (clusters.n == 1) return {{"local steps", "one cluster: all elements take the same step"}};
  std::vector<std::size_t> n_elements(static_cast<std::size_t>(clusters.n), 0);
  for (const signed char c : of) ++n_elements[static_cast<std::size_t>(c)];
  std::vector<std::array<std::string, 2>> lines{
      {"local steps", fmt::format("{} clusters, foretold to be {:.3g} times as fast as one step for all", clusters.n,
                                  clusters.speed_up)}};
  for (int c = 0; c < clusters.n; ++c)
    lines.push_back({"", fmt::format("{:>9} elements, {} steps in one of the run",
                                     n_elements[static_cast<std::size_t>(c)], clusters.steps_of(c))});
  return lines;
}

}  // namespace unda::dg

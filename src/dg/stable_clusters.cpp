// Looking for growth in clusters of local steps.
#include "dg/stable_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "dg/step_growth.hpp"
#include "exec/for_each.hpp"

namespace unda::dg {
namespace {

constexpr double beyond_given = 1 / 0.95;  // of a given step: runs take all of it, of others 0.95
constexpr double reduction = 0.9;
constexpr int most_rounds = 12;
constexpr std::size_t most_of_cluster = 6;

/// Elements that are alike: cluster, beside a smaller or a larger one, ratio of speeds, shape, in a layer.
using Kind = std::array<int, 5>;

class Search {
 public:
  Search(const mesh::Tetrahedra& mesh, const Materials& materials, const std::vector<RatesByAxis>& rates,
         const std::vector<double>& step, const Clusters& clusters)
      : mesh_(mesh), materials_(materials), rates_(rates), clusters_(clusters) {
    for (std::size_t e = 0; e < mesh.size(); ++e) {
      const double share = step[e] / step_of(e);
      if (share >= 1.3) continue;
      const auto [known, is_new] = worst_.try_emplace(kind_of(e), share, static_cast<int>(e));
      if (!is_new && share < known->second.first) known->second = {share, static_cast<int>(e)};
    }
  }
  /// Of each cluster the kinds nearest to their limit.
  std::vector<std::pair<Kind, int>> worst() const {
    std::vector<std::tuple<int, double, Kind, int>> all;
    for (const auto& [kind, found] : worst_) all.emplace_back(kind[0], found.first, kind, found.second);
    std::sort(all.begin(), all.end());
    std::vector<std::pair<Kind, int>> chosen;
    std::map<int, std::size_t> n_of;
    for (const auto& [cluster, share, kind, element] : all)
      if (n_of[cluster]++ < most_of_cluster) chosen.emplace_back(kind, element);
    return chosen;
  }
  Kind kind_of(std::size_t e) const {
    const physics::Material& m = materials_[e];
    const int own = clusters_.cluster_of(e);
    int beside = 0;
    for (const mesh::Neighbour& n : mesh_.neighbours[e])
      if (n.exists()) {
        const int other = clusters_.cluster_of(static_cast<std::size_t>(n.element));
        beside |= other < own ? 1 : other > own ? 2 : 0;
      }
    return {own, beside, static_cast<int>(10 * m.vs() / m.vp()),
            static_cast<int>(3 * std::log(mesh_.volume(e) / std::pow(mesh_.inradius(e), 3))), is_in_layers(rates_, e)};
  }

 private:
  double step_of(std::size_t e) const { return clusters_.step / clusters_.steps_of(clusters_.cluster_of(e)); }

  const mesh::Tetrahedra& mesh_;
  const Materials& materials_;
  const std::vector<RatesByAxis>& rates_;
  const Clusters& clusters_;
  std::map<Kind, std::pair<double, int>> worst_;
};

}  // namespace

Clusters stable_clusters(const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
                         int order, const std::vector<RatesByAxis>& rates, const LayerStrength& strength,
                         std::vector<double> step, const std::vector<double>& work) {
  const StepWish wish = step_wish(scenario);
  Clusters clusters = find_clusters(mesh, step, work, wish);
  for (int round = 0; round < most_rounds && clusters.n > 1; ++round) {
    const Search search(mesh, materials, rates, step, clusters);
    const std::vector<std::pair<Kind, int>> worst = search.worst();
    std::vector<signed char> grows(worst.size(), 0);
    exec::for_each_heavy(worst.size(), [&](std::size_t n) {
      const int element = worst[n].second;
      const double dt = (wish.exactly ? beyond_given : 1) * clusters.step;
      grows[n] = grows_around(order, mesh, materials, scenario, clusters, element, dt) ||
                 (is_in_layers(rates, static_cast<std::size_t>(element)) &&
                  grows_in_layers_around(order, mesh, materials, scenario, rates, strength, clusters, element, dt));
    });
    std::vector<Kind> growing;
    for (std::size_t n = 0; n < worst.size(); ++n)
      if (grows[n] != 0) growing.push_back(worst[n].first);
    if (growing.empty()) break;
    for (std::size_t e = 0; e < mesh.size(); ++e)
      if (std::find(growing.begin(), growing.end(), search.kind_of(e)) != growing.end()) step[e] *= reduction;
    clusters = find_clusters(mesh, step, work, wish);
  }
  return clusters;
}

}  // namespace unda::dg

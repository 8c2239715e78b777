// Whether fields grow from step to step around an element: the map of one step, gone through again and again from a rough field in
// the elements nearest to it, absorbing layers among them. Where these repeat themselves so does what is beyond them.
#pragma once

#include "dg/absorbing_layer.hpp"
#include "dg/clusters.hpp"
#include "dg/make_medium.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::dg {

/// Without what absorbing layers do. `dt`: of the run, whose parts smaller clusters take.
bool grows_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                  const scenario::Scenario& scenario, const Clusters& clusters, int element, double dt);

/// With it, around an element of a layer. `rates` of layers by element.
bool grows_in_layers_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                            const scenario::Scenario& scenario, const std::vector<RatesByAxis>& rates,
                            const LayerStrength& strength, const Clusters& clusters, int element, double dt);

/// Whether an element is in a layer. `rates`: empty where there are none.
inline bool is_in_layers(const std::vector<RatesByAxis>& rates, std::size_t element) {
  return !rates.empty() && rates[element] != RatesByAxis{};
}

}  // namespace unda::dg

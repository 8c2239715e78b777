// Whether fields grow from step to step around an element: the map of one step, gone through again and again from a rough field in
// the elements nearest to it, absorbing layers among them. Where these repeat themselves so does what is beyond them.
#pragma once

#include "dg/absorbing_layer.hpp"
#include "dg/clusters.hpp"
#include "dg/make_medium.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::dg {

/// `rates` of absorbing layers by element; empty: there are none. `dt`: of the run, whose parts smaller clusters take.
bool grows_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                  const scenario::Scenario& scenario, const std::vector<RatesByAxis>& rates,
                  const LayerStrength& strength, const Clusters& clusters, int element, double dt);

}  // namespace unda::dg

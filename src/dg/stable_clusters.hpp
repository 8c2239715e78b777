// Clusters of local steps in which nothing grows: around the worst elements of each the map of a step is gone through again and again
// (step_growth.hpp), and kinds of elements around which fields grow take smaller steps.
#pragma once

#include "dg/clusters.hpp"
#include "dg/stable_step.hpp"

namespace unda::dg {

/// `step`: the largest of each element by itself, s; `work`: of an update of each; `rates` of absorbing layers by element; empty: none.
Clusters stable_clusters(const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
                         int order, const std::vector<RatesByAxis>& rates, const LayerStrength& strength,
                         std::vector<double> step, const std::vector<double>& work);

}  // namespace unda::dg

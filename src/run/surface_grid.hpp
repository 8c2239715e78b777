// The points of output.surface: an even grid seen from above, on the surface or straight below it.
#pragma once

#include <optional>
#include <vector>

#include "method/propagator.hpp"
#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

struct SurfaceGrid {
  std::vector<double> x, y;    ///< m; y of one value in 2-D
  std::vector<Vector> points;  ///< x fastest
  std::vector<std::size_t>
      there;  ///< numbers of the points at which the mesh has a surface: all, but for meshes from files
};

/// Nothing where the scenario asks for none. Depths count from the top of the mesh of the scenario's method.
std::optional<SurfaceGrid> surface_grid(const scenario::Scenario& scenario, const model::Model& model,
                                        const parallel::Communicator& communicator);

/// For every quantity that is asked for, the points that are there.
std::vector<method::Receiver> probes_of(const scenario::Scenario& scenario, const std::optional<SurfaceGrid>& grid);

}  // namespace unda::run

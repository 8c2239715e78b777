// Layers of the model that are thinner than elements need to be, and what they cost: more steps.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/levels.hpp"

namespace unda::mesh {

/// So thin that its boxes, one from floor to roof, are less than half as high as wide.
struct ThinLayer {
  double low = 0, high = 0;  ///< z, m; of curved interfaces as Levels::plane
  model::Properties medium;
  double times_as_many_steps = 1;  ///< as boxes that are not flat need
};

/// From the bottom up. A wave takes 1/(v sqrt(1/dx^2 + 1/dy^2 + 1/dz^2)) through a box; layers count in which that is less by a fifth than in all
/// others that are not so flat.
std::vector<ThinLayer> thin_layers(const Levels& levels, const model::Model& model);

/// Lines of the plan, one for each. `own_steps`: elements have steps of their own.
std::vector<std::array<std::string, 2>> thin_layers_remarks(const Levels& levels, const model::Model& model,
                                                            bool own_steps = false);

}  // namespace unda::mesh

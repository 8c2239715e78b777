// Lines of the plan about layers of the model that are thinner than a cell.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "fd/grid.hpp"
#include "model/model.hpp"

namespace unda::fd {

/// One for each layer; a warning where it is a fluid between solids. `frequency`: the highest of the sources, 0 where there is none.
std::vector<std::array<std::string, 2>> thin_layers_remarks(const scenario::Scenario& scenario,
                                                            const std::vector<model::LevelInterface>& interfaces,
                                                            const Grid& whole, double frequency);

}  // namespace unda::fd

// A scenario as the layered problem whose exact seismograms are known, or why it is none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "method/propagator.hpp"
#include "reference/layered/seismograms.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

struct LayeredForm {
  std::optional<reference::LayeredProblem> problem;
  std::string key, reason;  ///< where there is none: the key of the scenario that stands against it
  std::string description;  ///< "moment tensor in 3 layers under a free surface, 3-D"
};

/// Absorbing sides and an absorbing bottom stand for an earth that goes on without end.
LayeredForm layered_form(const scenario::Scenario& scenario, const std::vector<PointSource>& sources);

}  // namespace unda::method

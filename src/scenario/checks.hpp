// What no single table can tell: rules between domain, model, physics, sources and receivers, and warnings.
#pragma once

#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

namespace unda::scenario {

/// Completes the values that depend on several tables (z of a depth, default quantities) and checks the rules
/// between tables. A rule is passed over when something is already wrong with what it needs.
void check_scenario(Scenario&, Problems&);

/// Puts into Scenario::warnings what is allowed but probably not meant.
void add_warnings(Scenario&);

/// Why a point does not lie in the closed domain; empty when it does. Under a topography z has no upper limit here.
std::string outside_domain(const Domain&, const Vector&);

/// True when the scenario itself, without looking into files, says that every vs is 0.
bool all_fluid(const ModelSpec&);
/// True when the scenario itself says that some vs is greater than 0.
bool some_solid(const ModelSpec&);

/// Whether a moment tensor is one that a fluid can have: equal diagonal components alone.
bool is_isotropic_moment(const std::array<double, 6>& moment, int dim);

}  // namespace unda::scenario

// The reference page of all keys of a scenario, written from their declarations.
#pragma once

#include <string>

namespace unda::scenario {

/// Markdown; docs/scenario.md is this text.
std::string scenario_reference();

}  // namespace unda::scenario

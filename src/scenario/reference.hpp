// The reference page of all keys of a scenario, written from their declarations.
#pragma once

#include <string>

#include "scenario/section.hpp"

namespace unda::scenario {

/// Every table and its keys, in the order of the page.
ReferencePage declared_keys();

/// Markdown; docs/scenario.md is this text.
std::string scenario_reference();

}  // namespace unda::scenario

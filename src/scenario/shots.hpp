// Shots: groups of sources (and receivers) that run one after another as simulations of their own. A document with [[shot]]
// tables becomes one document a shot, in which these have taken their places among the others.
#pragma once

#include <string>
#include <vector>

#include "scenario/value.hpp"

namespace unda::scenario {

/// Names in the order of the file, made up where none is given: "shot1", ... Throws InputError, naming file and line, for
/// what cannot be a shot.
std::vector<std::string> names_of_shots(const Value& document, const std::string& file);

/// Leaves shot `number` alone: its [[source]] and [[receivers]] follow those of the document, its name goes to the title.
void choose_shot(Value& document, std::size_t number, const std::string& name);

}  // namespace unda::scenario

// Changes to a document from the command line: --set key.path=value.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "scenario/value.hpp"

namespace unda::scenario {

/// Applies the overrides in order; the last one wins. Entries of arrays are named by index,
/// source[0].position or source.0.position; without one when there is only one. Missing tables are made.
/// Throws InputError with one message per override that is malformed or does not fit the document.
void apply_overrides(Value& document, const std::vector<std::string>& overrides);

/// Chooses another method than the document does; this change counts as override number `number`. `order` or
/// `degree` in [solver] was meant for the document's own method, and moves into that method's table. False:
/// nothing changed.
bool apply_method(Value& document, Method method, int number);

}  // namespace unda::scenario

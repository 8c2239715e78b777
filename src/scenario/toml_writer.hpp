// Value to TOML text: keys in their own order, floats as short as they can be and still read back the same.
#pragma once

#include <string>

#include "scenario/value.hpp"

namespace unda::scenario {

/// The document whose root is `table`.
std::string written_document(const Value& table);

/// A single value as it stands after a =; tables between braces.
std::string written_value(const Value& value);

}  // namespace unda::scenario

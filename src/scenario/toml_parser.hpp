// Text to Value, by toml++. The one place that knows the parser.
#pragma once

#include <optional>
#include <string>

#include "scenario/value.hpp"

namespace unda::scenario {

/// Throws InputError "<file>:<line>: <the parser's reason>" when the text is not TOML.
Value parse_document(const std::string& text, const std::string& file);

/// What stands after the = of an override. Nothing when it is not a TOML value; `reason` then says why.
std::optional<Value> parse_value(const std::string& text, std::string& reason);

}  // namespace unda::scenario

// From a scenario file to a Scenario: parse, override, read, check. All mistakes come at once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace unda::scenario {

/// Reads a file, with overrides "key.path=value" applied in order and, if given, another method than the
/// file's. Throws InputError with one message per mistake: "<file>:<line>: <key>: <what was found and what is
/// allowed>". Of a file with shots it is the scenario of one of them.
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::optional<Method> method_override = {}, std::size_t shot = 0);

/// The names of the shots of a file; empty where it has none.
std::vector<std::string> read_shots(const std::filesystem::path& file, const std::vector<std::string>& overrides);

}  // namespace unda::scenario

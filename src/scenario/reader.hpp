// From a scenario file to a Scenario: parse, override, read, check. All mistakes come at once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenario/given_array.hpp"
#include "scenario/scenario.hpp"

namespace unda::scenario {

/// Reads a file, with overrides "key.path=value" applied in order and, if given, another method than the
/// file's. Throws InputError with one message per mistake: "<file>:<line>: <key>: <what was found and what is
/// allowed>". Of a file with shots it is the scenario of one of them.
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::optional<Method> method_override = {}, std::size_t shot = 0);

/// A document that a program has in memory.
struct Document {
  std::string text;                 ///< TOML
  std::filesystem::path file;       ///< what it was read from, for messages with lines; empty: it never was a file
  std::filesystem::path directory;  ///< where relative file names start
  GivenArrays arrays;               ///< by the names that stand in the text in place of files
};

/// As read_scenario(). Messages about a document that is no file name keys alone.
Scenario read_document(const Document& document, const std::vector<std::string>& overrides,
                       std::optional<Method> method_override = {}, std::size_t shot = 0);
std::vector<std::string> shots_of_document(const Document& document, const std::vector<std::string>& overrides);

/// The text of a scenario file. Throws InputError where it cannot be one.
std::string text_of_scenario_file(const std::filesystem::path& file);

/// The names of the shots of a file; empty where it has none.
std::vector<std::string> read_shots(const std::filesystem::path& file, const std::vector<std::string>& overrides);

}  // namespace unda::scenario

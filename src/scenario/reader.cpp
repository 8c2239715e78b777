// From a scenario file to a Scenario: parse, override, read, check. All mistakes come at once.
#include "scenario/reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "scenario/checks.hpp"
#include "scenario/keys.hpp"
#include "scenario/overrides.hpp"
#include "scenario/resolve_chunk.hpp"
#include "scenario/resolve_files.hpp"
#include "scenario/shots.hpp"
#include "scenario/toml_parser.hpp"
#include "scenario/toml_writer.hpp"
#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr std::size_t largest_file = std::size_t{64} << 20;

}  // namespace

std::string text_of_scenario_file(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw InputError(fmt::format("{}: is a directory; give a scenario file", file.string()));
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    throw InputError(fmt::format("{}: is a pipe, a socket or a device; give a scenario file", file.string()));
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block), in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest_file)
      throw InputError(fmt::format("{}: is larger than {} MiB; a scenario is not", file.string(), largest_file >> 20));
  }
  if (in.bad() || !in.eof())
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno ? errno : EIO)));
  return text;
}

namespace {

/// `changes`: what stood on the command line, by override number.
void record_places(const Value& value, const std::string& path, const std::vector<std::string>& changes,
                   std::map<std::string, Scenario::KeyOrigin>& places) {
  if (!path.empty()) {
    Scenario::KeyOrigin& place = places[path];
    place.line = value.line;
    place.from_override = value.override_number >= 0;
    if (place.from_override) place.override_text = changes.at(static_cast<std::size_t>(value.override_number));
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Value& item = value.items[i];
    if (value.is(Value::Type::table))
      record_places(item, path.empty() ? value.keys[i] : path + "." + value.keys[i], changes, places);
    else if (item.is(Value::Type::table))
      record_places(item, fmt::format("{}[{}]", path, i), changes, places);
  }
}

}  // namespace

Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::optional<Method> method_override, std::size_t shot) {
  return read_document({text_of_scenario_file(file), file, file.parent_path(), {}}, overrides, method_override, shot);
}

Scenario read_document(const Document& source, const std::vector<std::string>& overrides,
                       std::optional<Method> method_override, std::size_t shot) {
  Value document = parse_document(source.text, source.file.string());
  apply_overrides(document, overrides);
  std::vector<std::string> changes;
  for (const std::string& change : overrides) changes.push_back("--set " + shortened(change));
  if (method_override && apply_method(document, *method_override, static_cast<int>(overrides.size())))
    changes.push_back(fmt::format("--methods {}", name_of(*method_override)));

  const std::vector<std::string> shots = names_of_shots(document, source.file.string());
  if (!shots.empty()) choose_shot(document, shot, shots.at(shot));

  Scenario scenario;
  scenario.file = source.file;
  record_places(document, "", changes, scenario.places);
  if (source.file.empty())
    for (auto& [key, place] : scenario.places) place.line = 0;
  Problems problems(scenario);
  ReaderState state{.problems = problems, .directory = source.directory};
  state.arrays = &source.arrays;
  Section root(state, document, "");
  declare(root, scenario);
  root.close();
  scenario.input_files = std::move(state.files);
  if (problems.none_in("domain")) resolve_chunk(scenario, problems);
  if (problems.none_in("domain")) resolve_files(scenario, problems);
  check_scenario(scenario, problems);
  problems.throw_if_any();

  scenario.effective_text =
      changes.empty() && shots.empty() && !state.made_absolute ? source.text : written_document(document);
  add_warnings(scenario);
  return scenario;
}

std::vector<std::string> read_shots(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return shots_of_document({text_of_scenario_file(file), file, file.parent_path(), {}}, overrides);
}

std::vector<std::string> shots_of_document(const Document& source, const std::vector<std::string>& overrides) {
  Value document = parse_document(source.text, source.file.string());
  apply_overrides(document, overrides);
  return names_of_shots(document, source.file.string());
}

}  // namespace unda::scenario

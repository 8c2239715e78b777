// Flattening and comparing.
#include "scenario/differences.hpp"

#include <map>

#include <fmt/format.h>

#include "scenario/toml_parser.hpp"

namespace unda::scenario {
namespace {

void flatten(const Value& value, const std::string& path, std::map<std::string, std::string>& flat) {
  if (value.is(Value::Type::table)) {
    for (std::size_t i = 0; i < value.items.size(); ++i)
      flatten(value.items[i], path.empty() ? value.keys[i] : path + "." + value.keys[i], flat);
  } else if (value.is_table_array()) {
    for (std::size_t i = 0; i < value.items.size(); ++i) flatten(value.items[i], fmt::format("{}[{}]", path, i), flat);
  } else {
    flat[path] = shown(value);
  }
}

}  // namespace

std::vector<std::string> differences(const std::string& there, const std::string& here,
                                     const std::vector<std::string>& ignored) {
  std::map<std::string, std::string> a, b;
  flatten(parse_document(there, "there"), "", a);
  flatten(parse_document(here, "here"), "", b);
  for (const auto* flat : {&a, &b})
    for (const auto& [key, value] : *flat) (flat == &a ? b : a).try_emplace(key, "nothing");
  std::vector<std::string> found;
  for (const auto& [key, value] : a) {
    bool skip = value == b[key];
    for (const std::string& prefix : ignored) skip = skip || key.rfind(prefix, 0) == 0;
    if (!skip) found.push_back(fmt::format("{}: {} there, {} here", key, value, b[key]));
  }
  return found;
}

}  // namespace unda::scenario

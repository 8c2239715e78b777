// Taking shots apart.
#include "scenario/shots.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::scenario {
namespace {

constexpr const char* allowed[] = {"name", "source", "receivers"};

bool is_file_name(const std::string& name) {
  const auto right = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  return !name.empty() && name.size() <= 100 && name[0] != '.' && std::all_of(name.begin(), name.end(), right);
}

}  // namespace

std::vector<std::string> names_of_shots(const Value& document, const std::string& file) {
  const Value* shots = document.find("shot");
  if (shots == nullptr) return {};
  auto fail = [&file](const Value& at, const std::string& key, const std::string& message) {
    throw InputError(fmt::format("{}:{}: shot{}{}: {}", file, at.line, key.empty() ? "" : ".", key, message));
  };
  if (!shots->is_table_array() || shots->items.empty()) fail(*shots, "", "must be tables [[shot]]");
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Value& shot : shots->items) {
    for (std::size_t i = 0; i < shot.keys.size(); ++i)
      if (std::find(std::begin(allowed), std::end(allowed), shot.keys[i]) == std::end(allowed))
        fail(shot.items[i], shot.keys[i], "unknown key; a shot has: name, [[shot.source]], [[shot.receivers]]");
    const Value* sources = shot.find("source");
    if (sources == nullptr || !sources->is_table_array() || sources->items.empty())
      fail(shot, "source", "is missing; give at least one [[shot.source]]");
    const Value* name = shot.find("name");
    names.push_back(fmt::format("shot{}", names.size() + 1));
    if (name != nullptr) {
      if (!name->is(Value::Type::string) || !is_file_name(name->text))
        fail(*name, "name",
             fmt::format("found {}; must be letters, digits, '_', '-' and '.': it names a directory", shown(*name)));
      names.back() = name->text;
    }
    if (!seen.insert(names.back()).second)
      fail(name != nullptr ? *name : shot, "name", fmt::format("\"{}\" names another shot already", names.back()));
  }
  return names;
}

void choose_shot(Value& document, std::size_t number, const std::string& name) {
  const Value shot = document.find("shot")->items.at(number);
  const auto at = static_cast<std::ptrdiff_t>(document.find("shot") - document.items.data());
  document.keys.erase(document.keys.begin() + at);
  document.items.erase(document.items.begin() + at);
  for (const char* key : {"source", "receivers"}) {
    const Value* own = shot.find(key);
    if (own == nullptr) continue;
    Value* all = document.find(key);
    if (all == nullptr)
      document.append(key) = *own;
    else
      all->items.insert(all->items.end(), own->items.begin(), own->items.end());
  }
  Value* title = document.find("title");
  if (title == nullptr) {
    Value text;
    text.type = Value::Type::string;
    text.text = name;
    document.keys.insert(document.keys.begin(), "title");
    document.items.insert(document.items.begin(), text);
  } else if (title->is(Value::Type::string)) {
    title->text += ", " + name;
  }
}

}  // namespace unda::scenario

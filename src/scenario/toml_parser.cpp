// Text to Value, by toml++. The one place that knows the parser (it costs seconds per including file).
// Errors of the parser become InputErrors with file and line.
#include "scenario/toml_parser.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/error.hpp"

namespace unda::scenario {

namespace {

/// Dotted keys nest without a limit in the parser, and its destructors recurse: a hostile key would exhaust
/// the stack.
constexpr int max_dots_in_a_key = 500;

void refuse_endless_keys(const std::string& text, const std::string& file) {
  int line = 1, dots = 0;
  char previous = 0;
  for (char c : text) {
    if (c == '\n') ++line;
    if (c == '\n' || c == ',' || c == '=' || c == '#') dots = 0;
    if (c == '.' && previous != '.' && ++dots > max_dots_in_a_key)
      throw InputError(fmt::format("{}:{}: more than {} dots in one key", file, line, max_dots_in_a_key));
    previous = c;
  }
}

Value converted(const toml::node& node);

Value converted_table(const toml::table& table) {
  Value value;
  value.written_inline = table.is_inline();
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
  const auto position = [](const auto& entry) {
    const auto& begin = entry.first->source().begin;
    return std::pair(begin.line, begin.column);
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (const auto& [key, node] : entries) {
    Value& item = value.append(std::string(key->str()));
    item = converted(*node);
    item.line = static_cast<int>(key->source().begin.line);
  }
  return value;
}

std::string date_text(const toml::node& node) {
  std::ostringstream out;
  if (const auto* date = node.as_date()) out << date->get();
  if (const auto* time = node.as_time()) out << time->get();
  if (const auto* both = node.as_date_time()) out << both->get();
  return out.str();
}

Value converted(const toml::node& node) {
  Value value;
  if (const auto* table = node.as_table()) {
    value = converted_table(*table);
  } else if (const auto* array = node.as_array()) {
    value.type = Value::Type::array;
    for (const toml::node& item : *array) value.items.push_back(converted(item));
  } else if (const auto* text = node.as_string()) {
    value.type = Value::Type::string;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.type = Value::Type::integer;
    value.integer = integer->get();
  } else if (const auto* floating = node.as_floating_point()) {
    value.type = Value::Type::floating;
    value.floating = floating->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.type = Value::Type::boolean;
    value.boolean = boolean->get();
  } else {
    value.type = Value::Type::date;
    value.text = date_text(node);
  }
  value.line = static_cast<int>(node.source().begin.line);
  return value;
}

}  // namespace

Value parse_document(const std::string& text, const std::string& file) {
  refuse_endless_keys(text, file);
  try {
    return converted_table(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: is not valid TOML: {}", file, error.source().begin.line, error.description()));
  }
}

std::optional<Value> parse_value(const std::string& text, std::string& reason) {
  try {
    Value document = parse_document("value = " + text + "\n", "value");
    if (document.items.size() == 1 && document.keys[0] == "value") return document.items[0];
    reason = "more than one value";
  } catch (const InputError& error) {
    reason = error.what();
    const auto colon = reason.find("TOML: ");
    if (colon != std::string::npos) reason = reason.substr(colon + 6);
  }
  return std::nullopt;
}

}  // namespace unda::scenario

// Changes to a document from the command line: --set key.path=value.
// The path is walked step by step; what it does not find it makes.
#include "scenario/overrides.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "scenario/names.hpp"
#include "scenario/toml_parser.hpp"
#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr const char* form = "write --set key.path=value, for instance --set solver.fd.order=4";

std::optional<std::size_t> as_index(const std::string& step) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (step.empty() || error != std::errc() || end != step.data() + step.size()) return std::nullopt;
  return index;
}

/// "source[0].position" and "source.0.position" to {source, 0, position}. Throws Mistake.
std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps(1);
  bool closed = false;  // a ] was read: only . or [ may follow
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '.') {
      steps.emplace_back();
      closed = false;
    } else if (c == '[') {
      const auto end = path.find(']', i);
      const std::string index = path.substr(i + 1, end == std::string::npos ? end : end - i - 1);
      if (end == std::string::npos || !as_index(index))
        throw Mistake{"a number in brackets is wanted after " + path.substr(0, i)};
      steps.push_back(index);
      i = end;
      closed = true;
    } else if (closed || c == ']' || static_cast<unsigned char>(c) <= ' ') {
      throw Mistake{fmt::format("the key \"{}\" is malformed; {}", shortened(path), form)};
    } else {
      steps.back() += c;
    }
  }
  for (const std::string& step : steps)
    if (step.empty()) throw Mistake{fmt::format("the key \"{}\" has an empty part; {}", shortened(path), form)};
  if (steps.size() > 20) throw Mistake{fmt::format("the key has {} parts; no key has so many", steps.size())};
  return steps;
}

Value& entry_of_array(Value& array, const std::string& step, const std::string& name) {
  const auto index = as_index(step);
  const std::size_t count = array.items.size();
  if (count == 0) throw Mistake{fmt::format("{} is empty", name)};
  if (!index)
    throw Mistake{
        fmt::format("{} has {} entries: name one by its index, {}[0] to {}[{}]", name, count, name, name, count - 1)};
  if (*index >= count)
    throw Mistake{fmt::format("{}[{}] does not exist: {} has {}, counted from 0", name, step, name,
                              count == 1 ? "1 entry" : fmt::format("{} entries", count))};
  return array.items[*index];
}

/// The value at a path below `root`, made when it is absent.
Value& at_path(Value& root, const std::vector<std::string>& steps, int number) {
  Value* node = &root;
  std::string name;
  for (const std::string& step : steps) {
    if (node->is(Value::Type::array) && node->items.size() == 1 && !as_index(step)) node = &node->items[0];
    if (node->is(Value::Type::array)) {
      node = &entry_of_array(*node, step, name);
      name += "[" + step + "]";
      continue;
    }
    if (!node->is(Value::Type::table)) throw Mistake{fmt::format("{} is {}, not a table", name, shown(*node))};
    Value* next = node->find(step);
    if (!next) {
      next = &node->append(step);
      next->override_number = number;
    }
    node = next;
    name += (name.empty() ? "" : ".") + step;
  }
  return *node;
}

void mark(Value& value, int number) {
  value.line = 0;
  value.override_number = number;
  for (Value& item : value.items) mark(item, number);
}

/// A TOML value; a bare word is a string, but what starts like an array, a table or a string must be one.
Value value_of(const std::string& text) {
  std::string reason;
  if (auto value = parse_value(text, reason)) return *value;
  const char first = text[0];
  if (first == '[' || first == '{' || first == '"' || first == '\'')
    throw Mistake{fmt::format("{} is not a TOML value ({})", shortened(text), reason)};
  Value value;
  value.type = Value::Type::string;
  value.text = text;
  return value;
}

void apply(Value& document, const std::string& text, int number) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) throw Mistake{form};
  const auto trimmed = [](const std::string& s) {
    const auto first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
  };
  const std::string value_text = trimmed(text.substr(equals + 1));
  if (value_text.empty()) throw Mistake{form};
  Value value = value_of(value_text);
  mark(value, number);
  at_path(document, steps_of(trimmed(text.substr(0, equals))), number) = std::move(value);
}

}  // namespace

void apply_overrides(Value& document, const std::vector<std::string>& overrides) {
  std::vector<std::string> mistakes;
  for (std::size_t i = 0; i < overrides.size(); ++i) try {
      apply(document, overrides[i], static_cast<int>(i));
    } catch (const Mistake& mistake) {
      mistakes.push_back(fmt::format("--set {}: {}", shortened(overrides[i]), mistake.text));
    }
  if (!mistakes.empty()) throw InputError(mistakes);
}

bool apply_method(Value& document, Method method, int number) {
  Value* solver = document.find("solver");
  if (!solver) {
    if (method == Method::fd) return false;  // what a document without a method means
    solver = &document.append("solver");
    solver->override_number = number;
  }
  if (!solver->is(Value::Type::table)) return false;  // the reader will complain
  const Value* given = solver->find("method");
  const std::string own = given && given->is(Value::Type::string) ? given->text : name_of(Method::fd);
  if (own == name_of(method)) return false;
  const auto& methods = names<Method>;
  const bool known = std::find(methods.begin(), methods.end(), own) != methods.end();
  for (const char* key : {"order", "degree"}) {
    const Value* found = solver->find(key);
    const Value* table = solver->find(own);
    if (!known || !found || (table && (!table->is(Value::Type::table) || table->find(key)))) continue;
    const Value moved = *found;
    const auto position = found - solver->items.data();
    solver->keys.erase(solver->keys.begin() + position);
    solver->items.erase(solver->items.begin() + position);
    at_path(*solver, {own, key}, moved.override_number) = moved;
  }
  Value& chosen = at_path(*solver, {"method"}, number);
  chosen = Value();
  chosen.type = Value::Type::string;
  chosen.text = name_of(method);
  chosen.override_number = number;
  return true;
}

}  // namespace unda::scenario

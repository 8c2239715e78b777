// Slots: values of a document checked for type and limits and put into variables.
// Every refusal shows what was found and says what must stand there.
#include "scenario/slot.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "scenario/toml_writer.hpp"
#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

[[noreturn]] void refuse(const Value& value, const std::string& wanted) {
  throw Mistake{fmt::format("found {}; must be {}", shown(value), wanted), value.line};
}

double number_in(const Value& value, const std::string& wanted, const Limits& limits) {
  double x = 0;
  if (value.is(Value::Type::integer))
    x = static_cast<double>(value.integer);
  else if (value.is(Value::Type::floating))
    x = value.floating;
  else
    refuse(value, wanted);
  if (!std::isfinite(x) || !limits.allow(x)) refuse(value, wanted);
  return x;
}

template <class Integer>
Integer integer_in(const Value& value, const std::string& wanted, const Limits& limits) {
  if (!value.is(Value::Type::integer) || !std::in_range<Integer>(value.integer) ||
      !limits.allow(static_cast<double>(value.integer)))
    refuse(value, wanted);
  return static_cast<Integer>(value.integer);
}

const std::vector<Value>& array_in(const Value& value, const std::string& wanted) {
  if (!value.is(Value::Type::array)) refuse(value, wanted);
  return value.items;
}

const std::vector<Value>& array_in(const Value& value, std::size_t count, const std::string& wanted) {
  const auto& items = array_in(value, wanted);
  if (items.size() != count)
    throw Mistake{fmt::format("found {} ({}); must be {}", shown(value),
                              items.size() == 1 ? "1 entry" : fmt::format("{} entries", items.size()), wanted),
                  value.line};
  return items;
}

const std::string& text_in(const Value& value, const std::string& wanted) {
  if (!value.is(Value::Type::string)) refuse(value, wanted);
  return value.text;
}

std::string as_written(double x) {
  Value value;
  value.type = Value::Type::floating;
  value.floating = x;
  return written_value(value);
}

std::string number_words(const Limits& limits) { return "a number" + limits.words(); }
std::string integer_words(const Limits& limits) {
  return (limits.even ? "an even integer" : "an integer") + limits.words();
}

template <class Integer>
Slot integer_slot(Integer& target, const Limits& limits) {
  const std::string type = integer_words(limits);
  return {type, fmt::format("{}", target),
          [&target, limits, type](Value& v) { target = integer_in<Integer>(v, type, limits); }};
}

Vector components_in(const Value& value, const std::vector<int>& axes, const std::string& wanted,
                     const Limits& limits) {
  Vector point{0, 0, 0};
  const auto& items = array_in(value, axes.size(), wanted);
  for (std::size_t i = 0; i < axes.size(); ++i)
    point[static_cast<std::size_t>(axes[i])] = number_in(items[i], wanted, limits);
  return point;
}

std::string components_words(const std::vector<int>& axes, const Limits& limits) {
  std::vector<std::string> letters;
  letters.reserve(axes.size());
  for (int axis : axes) letters.emplace_back(axis_names[static_cast<std::size_t>(axis)]);
  return fmt::format("an array [{}] of {}{}", listed(letters),
                     axes.size() == 1 ? "1 number" : fmt::format("{} numbers", axes.size()), limits.words());
}

std::size_t word_in(const Value& value, const std::vector<std::string>& allowed, const std::string& wanted) {
  const std::string& word = text_in(value, wanted);
  const auto found = std::find(allowed.begin(), allowed.end(), word);
  if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
  const std::string near = nearest(word, allowed);
  refuse(value, wanted + (near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

}  // namespace

bool Limits::allow(double x) const {
  if (low_excluded ? x <= low : x < low) return false;
  return x <= high && (!even || std::fmod(x, 2) == 0);
}

std::string Limits::words() const {
  const bool from = std::isfinite(low), to = std::isfinite(high);
  if (from && to) return fmt::format(" {} {} to {}", low_excluded ? "above" : "from", low, high);
  if (from) return fmt::format(" {} {}", low_excluded ? "greater than" : "not less than", low);
  return to ? fmt::format(" not greater than {}", high) : "";
}

Slot number(double& target, const Limits& limits) {
  const std::string type = number_words(limits);
  return {type, as_written(target), [&target, limits, type](Value& v) { target = number_in(v, type, limits); }};
}

Slot number(std::optional<double>& target, const Limits& limits) {
  const std::string type = number_words(limits);
  return {type, "", [&target, limits, type](Value& v) { target = number_in(v, type, limits); }};
}

Slot integer(int& target, const Limits& limits) { return integer_slot(target, limits); }
Slot integer(std::int64_t& target, const Limits& limits) { return integer_slot(target, limits); }
Slot integer(std::uint64_t& target, const Limits& limits) { return integer_slot(target, limits); }

Slot integer(std::optional<std::int64_t>& target, const Limits& limits) {
  const std::string type = integer_words(limits);
  return {type, "", [&target, limits, type](Value& v) { target = integer_in<std::int64_t>(v, type, limits); }};
}

Slot boolean(bool& target) {
  return {"true or false", target ? "true" : "false", [&target](Value& v) {
            if (!v.is(Value::Type::boolean)) refuse(v, "true or false");
            target = v.boolean;
          }};
}

Slot text(std::string& target) {
  return {"a string", "", [&target](Value& v) { target = text_in(v, "a string"); }};
}

Slot texts(std::vector<std::string>& target) {
  const std::string type = "an array of strings";
  return {type, "", [&target, type](Value& v) {
            target.clear();
            for (const Value& item : array_in(v, type)) target.push_back(text_in(item, type));
          }};
}

Slot interval(Interval& target) {
  const std::string type = "an array [low, high] of two numbers with low < high";
  return {type, "", [&target, type](Value& v) {
            const auto& items = array_in(v, 2, type);
            target = {number_in(items[0], type, any_number), number_in(items[1], type, any_number)};
            if (!(target.low < target.high) || !std::isfinite(target.length())) refuse(v, type);
          }};
}

Slot components(Vector& target, const std::vector<int>& axes, const Limits& limits) {
  const std::string type = components_words(axes, limits);
  return {type, "", [&target, axes, limits, type](Value& v) { target = components_in(v, axes, type, limits); }};
}

Slot points(std::vector<Vector>& target, const std::vector<int>& axes) {
  const std::string each = components_words(axes, any_number), type = "an array, not empty, each entry " + each;
  return {type, "", [&target, axes, each, type](Value& v) {
            target.clear();
            if (array_in(v, type).empty()) refuse(v, type);
            for (const Value& item : v.items)
              target.push_back(components_in(item, axes, "an array of points, each " + each, any_number));
          }};
}

Slot numbers(std::vector<double>& target, std::size_t count) {
  const std::string type = fmt::format("an array of {} numbers", count);
  return {type, "", [&target, count, type](Value& v) {
            target.clear();
            for (const Value& item : array_in(v, count, type)) target.push_back(number_in(item, type, any_number));
          }};
}

Slot integers(std::vector<std::int64_t>& target, std::size_t count, const Limits& limits) {
  const std::string type = fmt::format("an array of {} integers{}", count, limits.words());
  return {type, "", [&target, count, limits, type](Value& v) {
            target.clear();
            for (const Value& item : array_in(v, count, type))
              target.push_back(integer_in<std::int64_t>(item, type, limits));
          }};
}

Slot file(std::filesystem::path& target, const std::filesystem::path& directory, bool& made_absolute) {
  return {"a file name", "", [&target, directory, &made_absolute](Value& v) {
            const std::string name = text_in(v, "a file name");
            const bool clean =
                std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
            if (name.empty() || !clean) refuse(v, "a file name");
            target = name;
            if (target.is_absolute()) return;
            target = std::filesystem::absolute(directory / target).lexically_normal();
            v.text = target.string();
            made_absolute = true;
          }};
}

void require_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw Mistake{fmt::format("there is no file {}", path.string())};
  if (std::filesystem::is_directory(status)) throw Mistake{fmt::format("{} is a directory", path.string())};
  if (!std::filesystem::is_regular_file(status))
    throw Mistake{fmt::format("{} is a pipe, a socket or a device; give a file", path.string())};
  if (!std::ifstream(path)) throw Mistake{fmt::format("{} cannot be opened for reading", path.string())};
}

Slot word_slot(std::span<const char* const> words, std::size_t current, const std::function<void(std::size_t)>& set) {
  const std::vector<std::string> allowed(words.begin(), words.end());
  const std::string type = (allowed.size() > 1 ? "one of " : "") + listed(allowed, "\"");
  return {type, "\"" + allowed.at(current) + "\"", [=](Value& v) { set(word_in(v, allowed, type)); }};
}

Slot words_slot(std::span<const char* const> words, const std::function<void(const std::vector<std::size_t>&)>& set) {
  const std::vector<std::string> allowed(words.begin(), words.end());
  const std::string type = "an array of one or more of " + listed(allowed, "\"");
  return {type, "", [=](Value& v) {
            std::vector<std::size_t> chosen;
            for (const Value& item : array_in(v, type)) {
              const std::size_t i = word_in(item, allowed, type);
              if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) refuse(v, type + ", none of them twice");
              chosen.push_back(i);
            }
            if (chosen.empty()) refuse(v, type);
            set(chosen);
          }};
}

}  // namespace unda::scenario

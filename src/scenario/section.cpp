// A section of the scenario: reading declared keys from a table, or describing them for the reference page.
#include "scenario/section.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

std::string missing(const Key& key) {
  std::string out = fmt::format("is missing; give {}", key.help);
  if (*key.unit) out += fmt::format(" in {}", key.unit);
  if (*key.note) out += fmt::format(" ({})", key.note);
  return out;
}

/// A key of the user's that may hold anything, for a message.
std::string printable(const std::string& key) {
  std::string out;
  for (char c : key) out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '?' : c;
  return shortened(out);
}

}  // namespace

Section::Section(ReferencePage& page, const std::string& heading, const std::string& help, std::string path)
    : page_(&page), group_(page.groups.size()), path_(std::move(path)) {
  page.groups.push_back({heading, help, path_, {}});
}

bool Section::required(const Key& key, const Slot& slot) { return take(key, slot, true); }
bool Section::optional(const Key& key, const Slot& slot) { return take(key, slot, false); }

bool Section::take(const Key& key, const Slot& slot, bool is_required) {
  if (page_) {
    document(key, slot.type, slot.fallback, is_required);
    return false;
  }
  Value* found = find(key, is_required);
  if (!found) return false;
  try {
    slot.read(*found);
    return true;
  } catch (const Mistake& mistake) {
    fail(key.name, mistake.text, mistake.line);
    return false;
  }
}

bool Section::file(const Key& key, std::filesystem::path& target, bool is_required, bool must_exist) {
  bool unused = false;
  const bool read =
      take(key, scenario::file(target, state_ ? state_->directory : "", state_ ? state_->made_absolute : unused),
           is_required);
  if (read && must_exist) try {
      require_file(target);
    } catch (const Mistake& mistake) {
      fail(key.name, mistake.text);
      return false;
    }
  if (read && state_) state_->files.push_back({path_of(key.name), target});
  return read;
}

bool Section::samples(const Key& key, std::filesystem::path& target, std::shared_ptr<const GivenArray>& array,
                      bool is_required) {
  const Value* found = value(key.name);
  if (state_ && state_->arrays && found && found->is(Value::Type::string))
    array = array_named(*state_->arrays, found->text);
  if (!array) return file(key, target, is_required);
  target = found->text;
  return find(key, is_required) != nullptr;
}

Value* Section::find(const Key& key, bool is_required) {
  if (const std::string condition = unmet(); !condition.empty()) {
    allowed_only_[key.name].push_back(condition);
    return nullptr;
  }
  allowed_.insert(key.name);
  Value* found = table_->find(key.name);
  if (!found && is_required && !abandoned_) fail(key.name, missing(key));
  return found;
}

bool Section::table(const Key& key, const Body& body) { return enter(key, body, false, false); }
bool Section::required_table(const Key& key, const Body& body) { return enter(key, body, true, false); }
void Section::assumed_table(const Key& key, const Body& body) { enter(key, body, false, true); }

bool Section::enter(const Key& key, const Body& body, bool is_required, bool assumed) {
  if (page_) {
    document_table(key, "[", "]", body);
    return false;
  }
  Value empty;
  Value* found = find(key, is_required);
  if (!found && assumed && active()) found = &empty;
  if (!found) return false;
  if (!found->is(Value::Type::table)) {
    const std::string header =
        found->is_table_array() ? fmt::format(": write [{}] once, with single brackets", key.name) : "";
    fail(key.name, fmt::format("found {}; must be a table{}", shown(*found), header));
    return false;
  }
  Section below(*state_, *found, path_of(key.name));
  body(below);
  below.close();
  return true;
}

void Section::tables(const Key& key, const Body& body) {
  if (page_) return document_table(key, "[[", "]]", body);
  Value* found = find(key, false);
  if (!found) return;
  const auto is_table = [](const Value& item) { return item.is(Value::Type::table); };
  if (!found->is(Value::Type::array) || found->items.empty() ||
      !std::all_of(found->items.begin(), found->items.end(), is_table)) {
    fail(key.name, fmt::format("found {}; must be tables, each under [[{}]] with double brackets", shown(*found),
                               path_of(key.name)));
    return;
  }
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    Section below(*state_, found->items[i], fmt::format("{}[{}]", path_of(key.name), i));
    body(below);
    below.close();
  }
}

void Section::only(bool active, const std::string& condition, const std::function<void()>& body) {
  conditions_.push_back({condition, active});
  body();
  conditions_.pop_back();
}

std::string Section::unmet() const {
  std::string out;
  for (const Condition& condition : conditions_)
    if (!condition.holds) out += (out.empty() ? "" : " and ") + condition.words;
  return out;
}

void Section::refuse(const std::string& name, const std::string& why) {
  refused_.insert(name);
  if (given(name)) fail(name, why);
}

bool Section::given(const std::string& name) const { return value(name) != nullptr; }

const Value* Section::value(const std::string& name) const { return table_ ? table_->find(name) : nullptr; }

void Section::fail(const std::string& name, const std::string& message, int line) {
  if (state_) state_->problems.add(path_of(name), message, line);
}

bool Section::right() const { return !state_ || state_->problems.none_in(path_ + "."); }

void Section::close() {
  if (!state_ || abandoned_) return;
  const std::vector<std::string> known(allowed_.begin(), allowed_.end());
  for (std::size_t i = 0; i < table_->keys.size(); ++i) {
    const std::string& key = table_->keys[i];
    if (allowed_.contains(key) || refused_.contains(key)) continue;
    const auto conditional = allowed_only_.find(key);
    if (conditional != allowed_only_.end()) {
      fail(key, fmt::format("found {}; is allowed only with {}", shown(table_->items[i]),
                            joined(conditional->second, ", or ")));
      continue;
    }
    const std::string near = nearest(key, known);
    const std::string hint =
        near.empty() ? fmt::format("allowed here: {}", listed(known)) : fmt::format("did you mean {}?", near);
    state_->problems.add(path_of(printable(key)), "is not a known key; " + hint, table_->items[i].line);
  }
}

std::vector<int> Section::axes() const {
  Domain domain;
  domain.dim = dim();
  return domain.axes();
}

std::string Section::described(const Key& key) const {
  std::string help = key.help, with;
  if (*key.note) help += fmt::format("; {}", key.note);
  for (const Condition& condition : conditions_)
    if (!condition.words.empty()) with += (with.empty() ? "" : " and ") + condition.words;
  return with.empty() ? help : fmt::format("{} (with {})", help, with);
}

void Section::document(const Key& key, const std::string& type, const std::string& fallback, bool is_required) {
  const std::string otherwise = is_required ? "required" : *key.otherwise ? key.otherwise : fallback;
  page_->groups[group_].rows.push_back({key.name, type, key.unit, otherwise, described(key), is_required});
}

void Section::document_table(const Key& key, const std::string& open, const std::string& close, const Body& body) {
  Section below(*page_, open + path_of(key.name) + close, described(key), path_of(key.name));
  body(below);
}

}  // namespace unda::scenario

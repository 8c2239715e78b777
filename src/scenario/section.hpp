// A section of the scenario, in which every key is declared once: name, unit, help, type, default.
// The same declarations read a table of a document, or describe themselves for the reference page.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scenario/given_array.hpp"
#include "scenario/problems.hpp"
#include "scenario/slot.hpp"
#include "scenario/value.hpp"

namespace unda::scenario {

struct Key {
  const char* name = "";
  const char* unit = "";
  const char* help = "";       ///< completes "is missing; give ..."
  const char* note = "";       ///< what else to know
  const char* otherwise = "";  ///< the default in words, where it is not a value of its own
};

/// What all sections of one document share.
struct ReaderState {
  Problems& problems;
  std::filesystem::path directory;  ///< of the scenario file: relative file names start here
  int dim = 3;
  bool on_sphere = false;               ///< the domain is a chunk of the earth
  bool made_absolute = false;           ///< some relative file name was replaced in the document
  std::vector<InputFile> files{};       ///< that the document names
  const GivenArrays* arrays = nullptr;  ///< handed over in memory
};

/// The reference page under construction.
struct ReferencePage {
  struct Row {
    std::string key, type, unit, otherwise, help;
    bool required = false;
  };
  struct Group {
    std::string heading, help, path;
    std::vector<Row> rows;
  };
  std::vector<Group> groups;
};

class Section {
 public:
  using Body = std::function<void(Section&)>;

  Section(ReaderState& state, Value& table, std::string path)
      : state_(&state), table_(&table), path_(std::move(path)) {}
  Section(ReferencePage& page, const std::string& heading, const std::string& help, std::string path);

  /// Declares a key. True when it is given and right; a required one that is absent is an error.
  bool required(const Key&, const Slot&);
  bool optional(const Key&, const Slot&);
  bool file(const Key&, std::filesystem::path&, bool is_required, bool must_exist = true);
  /// A file of numbers, or an array handed over in memory, whose name then stands in for that of the file.
  bool samples(const Key&, std::filesystem::path&, std::shared_ptr<const GivenArray>&, bool is_required);

  /// Declares a sub-table. True when it is given. `assumed_table` reads an absent one as an empty one.
  bool table(const Key&, const Body&);
  bool required_table(const Key&, const Body&);
  void assumed_table(const Key&, const Body&);
  /// Declares an array of tables, [[name]].
  void tables(const Key&, const Body&);

  /// Keys declared in `body` are allowed only when `active`; else a message names the condition.
  void only(bool active, const std::string& condition, const std::function<void()>& body);

  /// A key that others have, given where it can have no effect: an error that says why in place of "is not a known key".
  void refuse(const std::string& name, const std::string& why);

  /// Reading, and every only() around holds: the place for checks of what was declared.
  bool active() const { return state_ && unmet().empty(); }
  /// Whether a key stands in the table, whatever its value.
  bool given(const std::string& name) const;
  const Value* value(const std::string& name) const;
  void fail(const std::string& name, const std::string& message, int line = 0);
  /// True when nothing is wrong so far in this section.
  bool right() const;
  /// Too much is wrong to tell which keys belong here.
  void abandon() { abandoned_ = true; }
  /// Complains about keys that were not declared. Called once, last.
  void close();

  bool documenting() const { return page_ != nullptr; }
  int dim() const { return state_ ? state_->dim : 3; }
  void set_dim(int dim) {
    if (state_) state_->dim = dim;
  }
  bool on_sphere() const { return state_ && state_->on_sphere; }
  void set_on_sphere() {
    if (state_) state_->on_sphere = true;
  }
  std::vector<int> axes() const;
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  const std::string& path() const { return path_; }

 private:
  std::string unmet() const;  ///< the conditions around that do not hold; "" when all do
  bool take(const Key&, const Slot&, bool is_required);
  bool enter(const Key&, const Body&, bool is_required, bool assumed);
  Value* find(const Key&, bool is_required);
  void document(const Key&, const std::string& type, const std::string& fallback, bool is_required);
  void document_table(const Key&, const std::string& open, const std::string& close, const Body&);
  std::string described(const Key&) const;

  ReaderState* state_ = nullptr;
  Value* table_ = nullptr;
  ReferencePage* page_ = nullptr;
  std::size_t group_ = 0;
  std::string path_;
  struct Condition {
    std::string words;
    bool holds;
  };
  std::vector<Condition> conditions_;  ///< of the only() scopes around the present declaration
  bool abandoned_ = false;
  std::set<std::string> allowed_, refused_;
  std::map<std::string, std::vector<std::string>> allowed_only_;  ///< key, conditions
};

}  // namespace unda::scenario

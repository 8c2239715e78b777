// A value of a TOML document with the place where it stood, free of the parser's own types.
// Tables keep the order of the source; a Value owns everything below it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unda::scenario {

struct Value {
  enum class Type { string, integer, floating, boolean, date, array, table };

  Type type = Type::table;
  std::string text;  ///< of a string or a date
  std::int64_t integer = 0;
  double floating = 0;
  bool boolean = false;
  std::vector<Value> items;       ///< of an array, or of a table
  std::vector<std::string> keys;  ///< of a table: keys[i] names items[i]
  bool written_inline = false;    ///< a table between braces

  int line = 0;              ///< 0: not in the file
  int override_number = -1;  ///< which --set gave it; -1: the file did

  bool is(Type t) const { return type == t; }
  /// An array of tables written with [[...]].
  bool is_table_array() const;
  Value* find(const std::string& key);
  const Value* find(const std::string& key) const;
  /// The value of a new key, last in this table.
  Value& append(const std::string& key);
};

/// What is wrong with a value: thrown by whatever looks at it, caught where its key is known.
struct Mistake {
  std::string text;
  int line = 0;  ///< of the wrong part; 0: the key's own
};

/// As it would be written in a file, at most about 60 characters: for messages.
std::string shown(const Value&);

}  // namespace unda::scenario

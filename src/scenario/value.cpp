// Access to the tables and arrays of a TOML document, and values as messages show them.
#include "scenario/value.hpp"

#include <algorithm>

#include "scenario/toml_writer.hpp"
#include "scenario/wording.hpp"

namespace unda::scenario {

bool Value::is_table_array() const {
  return type == Type::array && !items.empty() &&
         std::all_of(items.begin(), items.end(), [](const Value& v) { return v.is(Type::table) && !v.written_inline; });
}

const Value* Value::find(const std::string& key) const {
  if (type != Type::table) return nullptr;
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Value* Value::find(const std::string& key) { return const_cast<Value*>(static_cast<const Value&>(*this).find(key)); }

Value& Value::append(const std::string& key) {
  keys.push_back(key);
  return items.emplace_back();
}

std::string shown(const Value& value) { return shortened(written_value(value)); }

}  // namespace unda::scenario

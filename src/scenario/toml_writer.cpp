// Value to TOML text. A table writes its plain keys first, then its sub-tables under headers of their own:
// that is the order TOML needs, whatever the order of the source.
#include "scenario/toml_writer.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::scenario {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\u{:04X}", byte);
    else
      out += c;
  }
  return out + '"';
}

std::string written_key(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? key : quoted(key);
}

std::string written_float(double x) {
  if (std::isnan(x)) return "nan";
  std::string out = fmt::format("{}", x);
  if (out.find_first_of(".einf") == std::string::npos) out += ".0";
  return out;
}

std::string written_array(const Value& array) {
  std::string out = "[";
  for (const Value& item : array.items) out += (out.size() > 1 ? ", " : "") + written_value(item);
  return out + "]";
}

std::string written_inline_table(const Value& table) {
  std::string out = "{";
  for (std::size_t i = 0; i < table.items.size(); ++i)
    out += fmt::format("{} {} = {}", i > 0 ? "," : "", written_key(table.keys[i]), written_value(table.items[i]));
  return out + (table.items.empty() ? "}" : " }");
}

bool has_own_header(const Value& value) {
  return value.is_table_array() || (value.is(Value::Type::table) && !value.written_inline);
}

void write_table(const Value& table, const std::string& header, std::string& out);

/// The sub-tables of a table; `path` is "" at the root, else "source." and so on.
void write_tables_below(const Value& table, const std::string& path, std::string& out) {
  for (std::size_t i = 0; i < table.items.size(); ++i) {
    const Value& item = table.items[i];
    if (!has_own_header(item)) continue;
    const std::string name = path + written_key(table.keys[i]);
    if (item.is_table_array())
      for (const Value& entry : item.items) {
        write_table(entry, "[[" + name + "]]", out);
        write_tables_below(entry, name + ".", out);
      }
    else {
      write_table(item, "[" + name + "]", out);
      write_tables_below(item, name + ".", out);
    }
  }
}

void write_table(const Value& table, const std::string& header, std::string& out) {
  if (!header.empty()) out += fmt::format("{}{}\n", out.empty() ? "" : "\n", header);
  for (std::size_t i = 0; i < table.items.size(); ++i)
    if (!has_own_header(table.items[i]))
      out += fmt::format("{} = {}\n", written_key(table.keys[i]), written_value(table.items[i]));
}

}  // namespace

std::string written_value(const Value& value) {
  switch (value.type) {
    case Value::Type::string:
      return quoted(value.text);
    case Value::Type::integer:
      return fmt::format("{}", value.integer);
    case Value::Type::floating:
      return written_float(value.floating);
    case Value::Type::boolean:
      return value.boolean ? "true" : "false";
    case Value::Type::date:
      return value.text;
    case Value::Type::array:
      return written_array(value);
    case Value::Type::table:
      return written_inline_table(value);
  }
  return "";
}

std::string written_document(const Value& table) {
  std::string out;
  write_table(table, "", out);
  write_tables_below(table, "", out);
  return out;
}

}  // namespace unda::scenario

// CSV tables, numbers in the fewest digits that give them back.
#include "output/export/csv.hpp"

#include <map>

#include "base/error.hpp"

namespace unda::output {

namespace {

/// Quoted where a label would break the line.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

using Table = std::vector<const Gather*>;  ///< the components of one quantity of one group

std::string header_of(const Table& table) {
  std::string line = "time [s]";
  for (std::size_t r = 0; r < table.front()->traces.size(); ++r)
    for (const Gather* gather : table) {
      std::string name = gather->group->labels[r];
      if (gather->quantity != scenario::Quantity::pressure) name += "." + gather->component;
      line += ',';
      line += cell(fmt::format("{} [{}]", name, units(gather->quantity)));
    }
  return line + "\n";
}

std::string text_of(const Table& table, const std::vector<double>& time, bool single) {
  std::string text = header_of(table);
  for (std::size_t i = 0; i < time.size(); ++i) {
    text += fmt::format("{:.12g}", time[i]);
    for (std::size_t r = 0; r < table.front()->traces.size(); ++r)
      for (const Gather* gather : table) {
        const double x = gather->traces[r][i];
        text += single ? fmt::format(",{}", static_cast<float>(x)) : fmt::format(",{}", x);
      }
    text += '\n';
  }
  return text;
}

}  // namespace

std::vector<std::string> write_csv(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  std::map<std::string, Table> tables;
  for (const Gather& gather : gathers.all())
    tables[gather.group->name + "_" + scenario::name_of(gather.quantity)].push_back(&gather);
  const bool one_file = out.extension() == ".csv";
  if (one_file && tables.size() > 1)
    throw InputError(
        fmt::format("-o {}: one .csv file holds one quantity of one group, and there are {}; name a "
                    "directory, or choose with --receivers and --quantity",
                    out.string(), tables.size()));
  const bool single = gathers.all_single();
  for (const auto& [name, table] : tables) {
    if (name.find('/') != std::string::npos)
      throw InputError(
          fmt::format("the group's name '{}' cannot be a file name; choose it alone with --receivers and "
                      "name a .csv file",
                      name));
    files.write(one_file ? out : out / (name + ".csv"), text_of(table, gathers.time(), single));
  }
  return {};
}

}  // namespace unda::output

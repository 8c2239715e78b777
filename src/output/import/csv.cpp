// Seismograms of one station as comma-separated values: a time column, then one column a component.
// The line that names the columns is a comment (#) or the first line; SI units only.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "output/import/station_files.hpp"

namespace unda::output {

using scenario::Quantity;

namespace {

constexpr const char* example = "# x=800 y=600 z=0; t[s], v_east, v_north, v_up [m/s]";

struct Column {
  std::string label;  ///< empty: that of the file
  Quantity quantity;
  int component;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Fields between commas; a field in quotes may hold commas, and a quote as two.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  for (std::string& field : fields) field = trimmed(field);
  return fields;
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::string axis_named(const std::string& direction) {
  if (direction == "east" || direction == "e") return {'x'};
  if (direction == "north" || direction == "n") return {'y'};
  if (direction == "up") return {'z'};
  return direction;
}

constexpr std::pair<const char*, Quantity> prefixes[] = {{"velocity", Quantity::velocity},
                                                         {"displacement", Quantity::displacement},
                                                         {"acceleration", Quantity::acceleration},
                                                         {"pressure", Quantity::pressure},
                                                         {"stress", Quantity::stress},
                                                         {"v", Quantity::velocity},
                                                         {"u", Quantity::displacement},
                                                         {"d", Quantity::displacement},
                                                         {"a", Quantity::acceleration},
                                                         {"p", Quantity::pressure},
                                                         {"s", Quantity::stress}};

/// "v_east", "velocity_x", "uz", "p", "stress_xy": as they stand in the line that names the columns, without the unit.
std::optional<Column> column_of(const std::string& name) {
  for (const auto& [prefix, quantity] : prefixes) {
    if (!name.starts_with(prefix)) continue;
    std::string rest = name.substr(std::string_view(prefix).size());
    if (rest.starts_with('_') || rest.starts_with('.')) rest.erase(0, 1);
    if (quantity == Quantity::pressure && rest.empty()) return Column{"", quantity, 0};
    const std::vector<std::string> names = component_names(quantity, 3);
    const auto found = std::find(names.begin(), names.end(), axis_named(rest));
    if (quantity != Quantity::pressure && found != names.end())
      return Column{"", quantity, static_cast<int>(found - names.begin())};
  }
  return {};
}

/// Coordinates in "x=800 y=600" or "x(east) = 800, z = 0"; others stay as they are.
void read_place(const std::string& text, Vector& position) {
  for (std::size_t equals = text.find('='); equals != std::string::npos; equals = text.find('=', equals + 1)) {
    std::string key = trimmed(text.substr(0, equals));
    if (key.ends_with(')')) key = trimmed(key.substr(0, key.rfind('(')));
    const bool alone = key.size() == 1 || (key.size() > 1 && std::string_view(" \t,;").find(key[key.size() - 2]) !=
                                                                 std::string_view::npos);
    const std::string value = trimmed(text.substr(equals + 1));
    const std::optional<double> x = number(value.substr(0, value.find_first_of(" \t,;")));
    if (alone && key.back() >= 'x' && key.back() <= 'z' && x) position[key.back() - 'x'] = *x;
  }
}

/// "surface3.x [m/s]", "surface3 [Pa]": the label of a receiver and the component, as unda export names its columns.
std::optional<Column> labelled_column(const std::string& name, const std::string& unit) {
  if (unit == "[pa]" && !name.empty()) {
    const std::size_t dot = name.rfind('.');
    const std::vector<std::string> names = component_names(Quantity::stress, 3);
    const auto found =
        dot == std::string::npos ? names.end() : std::find(names.begin(), names.end(), name.substr(dot + 1));
    if (found != names.end())
      return Column{name.substr(0, dot), Quantity::stress, static_cast<int>(found - names.begin())};
    return Column{name, Quantity::pressure, 0};
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 2 != name.size()) return {};
  const int axis = name.back() - 'x';
  if (axis < 0 || axis > 2) return {};
  const std::string label = name.substr(0, dot);
  if (unit == "[m]") return Column{label, Quantity::displacement, axis};
  if (unit == "[m/s]") return Column{label, Quantity::velocity, axis};
  if (unit == "[m/s^2]") return Column{label, Quantity::acceleration, axis};
  return {};
}

class CsvReader {
 public:
  explicit CsvReader(const std::filesystem::path& file) : file_(file) {}

  std::vector<StationTrace> read() {
    std::ifstream in(file_);
    if (!in) wrong("cannot be opened");
    std::string line;
    for (line_ = 1; std::getline(in, line); ++line_) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      if (line.starts_with('#'))
        read_comment(line.substr(1));
      else if (columns_.empty() && !number(split(line)[0]))
        read_names(split(line));
      else
        read_row(split(line));
    }
    line_ = 0;
    if (columns_.empty())
      wrong(fmt::format("no line names the columns; expected a first line such as \"{}\"", example));
    if (time_.size() < 2) wrong(fmt::format("{} rows of numbers; at least 2 are needed", time_.size()));
    return finished();
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const {
    throw InputError(line_ > 0 ? fmt::format("{}:{}: {}", file_.string(), line_, what)
                               : fmt::format("{}: {}", file_.string(), what));
  }

  void read_comment(const std::string& text) {
    read_place(text, position_);
    const std::string names = text.substr(text.find(';') == std::string::npos ? 0 : text.find(';') + 1);
    const std::vector<std::string> fields = split(names);
    if (columns_.empty() && fields.size() > 1 && is_time(fields[0])) read_names(fields);
  }

  static std::string without_unit(const std::string& field) { return trimmed(field.substr(0, field.find('['))); }
  static std::string unit_of(const std::string& field) {
    const std::size_t bracket = field.find('[');
    return bracket == std::string::npos ? "" : lower(field.substr(bracket));
  }
  static bool is_time(const std::string& field) {
    const std::string name = lower(without_unit(field));
    return name == "t" || name == "time";
  }

  void read_names(const std::vector<std::string>& fields) {
    if (!is_time(fields[0])) wrong(fmt::format("the first column is \"{}\"; it must be t or time", fields[0]));
    for (const std::string& field : fields) {
      static constexpr const char* allowed[] = {"", "[s]", "[m]", "[m/s]", "[m/s^2]", "[pa]"};
      if (std::find(std::begin(allowed), std::end(allowed), unit_of(field)) == std::end(allowed))
        wrong(fmt::format("unit {}; allowed: [s], [m], [m/s], [m/s^2], [Pa]", field.substr(field.find('['))));
    }
    for (std::size_t i = 1; i < fields.size(); ++i) {
      std::optional<Column> column = column_of(lower(without_unit(fields[i])));
      if (!column) column = labelled_column(without_unit(fields[i]), unit_of(fields[i]));
      if (!column)
        wrong(
            fmt::format("column \"{}\" is not known; allowed: v_x (or v_east, velocity_x), v_y, v_z, u_..., a_..., "
                        "p, s_xx ..., as in \"{}\", or with the receiver's label and the unit, as in \"line3.x "
                        "[m/s]\"",
                        fields[i], example));
      columns_.push_back(*column);
    }
    if (columns_.empty()) wrong("there is no column beside the time");
    values_.resize(columns_.size());
  }

  void read_row(const std::vector<std::string>& fields) {
    if (columns_.empty())
      wrong(fmt::format("numbers before a line that names the columns; expected a first line such as \"{}\"", example));
    if (fields.size() != columns_.size() + 1)
      wrong(fmt::format("{} fields; {} columns were named", fields.size(), columns_.size() + 1));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::optional<double> value = number(fields[i]);
      if (!value) wrong(fmt::format("\"{}\" is not a number", fields[i]));
      if (!std::isfinite(*value)) wrong(fmt::format("\"{}\" is not finite", fields[i]));
      (i == 0 ? time_ : values_[i - 1]).push_back(*value);
    }
  }

  std::vector<StationTrace> finished() const {
    const double interval = (time_.back() - time_.front()) / static_cast<double>(time_.size() - 1);
    for (std::size_t i = 0; i < time_.size(); ++i)
      if (!(interval > 0) || std::abs(time_[i] - time_.front() - static_cast<double>(i) * interval) > 0.01 * interval)
        wrong(fmt::format("the times are not evenly spaced (sample {}: {:.9g} s)", i + 1, time_[i]));
    std::vector<StationTrace> traces;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      traces.push_back({file_, columns_[c].label.empty() ? file_.stem().string() : columns_[c].label, position_,
                        columns_[c].quantity, columns_[c].component, time_.front(), interval, values_[c]});
    return traces;
  }

  std::filesystem::path file_;
  int line_ = 0;  ///< 0: the message is about the whole file
  Vector position_{unknown_coordinate, unknown_coordinate, unknown_coordinate};
  std::vector<Column> columns_;
  std::vector<double> time_;
  std::vector<std::vector<double>> values_;
};

}  // namespace

std::vector<StationTrace> read_csv(const std::filesystem::path& file) { return CsvReader(file).read(); }

}  // namespace unda::output

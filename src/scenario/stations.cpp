// STATIONS files: reading and checking each line.
#include "scenario/stations.hpp"

#include <array>
#include <map>

#include <fmt/format.h>

#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr const char* columns = "name network latitude longitude elevation burial";
constexpr std::array<const char*, 6> column_names{"name", "network", "latitude", "longitude", "elevation", "burial"};

/// An empty text, or what is wrong with the line.
std::string parse(const TextLine& line, Station& station) {
  const std::vector<std::string> words = words_of(line.text);
  if (words.size() != 6)
    return fmt::format("found {} field{} in '{}'; a line has six: {}", words.size(), words.size() == 1 ? "" : "s",
                       shortened(line.text), columns);
  std::array<double*, 4> targets{&station.latitude, &station.longitude, &station.elevation, &station.burial};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value = number_of(words[i + 2]);
    if (!value) return fmt::format("{}: found '{}'; must be a number", column_names[i + 2], shortened(words[i + 2]));
    *targets[i] = *value;
  }
  if (station.burial < 0)
    return fmt::format("burial: found {}; must be a depth below the surface in m, 0 or more", station.burial);
  station.label = words[1] + "." + words[0];
  for (const char c : station.label)
    if (c == '/' || static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      return fmt::format("name: found '{}'; must be without / and control characters", shortened(station.label));
  station.line = line.number;
  return "";
}

}  // namespace

std::vector<Station> read_stations(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::vector<Station> stations;
  std::map<std::string, int> seen;
  for (const TextLine& line : text_lines(file, complaints)) {
    Station station;
    std::string wrong = parse(line, station);
    if (wrong.empty()) {
      const auto [first, is_new] = seen.emplace(station.label, line.number);
      if (!is_new)
        wrong =
            fmt::format("station {} stands in line {} already; give each its own name", station.label, first->second);
    }
    if (wrong.empty())
      stations.push_back(station);
    else
      complaints.push_back({line.number, wrong});
  }
  if (stations.empty() && complaints.empty())
    complaints.push_back({0, fmt::format("holds no station; a line has six fields: {}", columns)});
  return stations;
}

}  // namespace unda::scenario

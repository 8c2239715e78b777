// FDSNStationXML/Network/Station.
#include "scenario/station_xml.hpp"

#include <map>

#include <fmt/format.h>

#include "scenario/wording.hpp"
#include "scenario/xml_file.hpp"

namespace unda::scenario {

namespace {

Station station_of(const xml::Element& network, const xml::Element& element, std::vector<FileComplaint>& complaints) {
  Station station;
  station.line = element.line;
  station.label = network.attribute("code") + "." + element.attribute("code");
  if (network.attribute("code").empty() || element.attribute("code").empty())
    complaints.push_back({element.line, "the network or the station has no code"});
  for (const char c : station.label)
    if (c == '/' || static_cast<unsigned char>(c) < ' ')
      complaints.push_back({element.line, fmt::format("found the code '{}'; must be without / and control characters",
                                                      shortened(station.label))});
  station.latitude = number_at(element, "Latitude", true, complaints);
  station.longitude = number_at(element, "Longitude", true, complaints);
  station.elevation = number_at(element, "Elevation", false, complaints);
  if (const xml::Element* channel = element.child("Channel"))
    station.burial = number_at(*channel, "Depth", false, complaints);
  if (station.burial < 0)
    complaints.push_back({element.line, fmt::format("Depth: found {}; must be 0 or more", station.burial)});
  return station;
}

}  // namespace

/// A station may stand several times, once an epoch: the first counts.
std::vector<Station> read_station_xml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::vector<Station> stations;
  const auto root = read_xml(file, complaints);
  if (!root) return stations;
  if (root->name != "FDSNStationXML") {
    complaints.push_back(
        {root->line, fmt::format("found <{}>; a StationXML has <FDSNStationXML>", shortened(root->name))});
    return stations;
  }
  std::map<std::string, int> seen;
  for (const xml::Element* network : root->all("Network"))
    for (const xml::Element* element : network->all("Station")) {
      Station station = station_of(*network, *element, complaints);
      if (seen.emplace(station.label, station.line).second) stations.push_back(std::move(station));
    }
  if (stations.empty() && complaints.empty()) complaints.push_back({0, "holds no station"});
  return stations;
}

}  // namespace unda::scenario

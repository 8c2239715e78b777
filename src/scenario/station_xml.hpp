// StationXML of the FDSN: stations with latitude, longitude, elevation and the depth of their first channel.
#pragma once

#include "scenario/stations.hpp"

namespace unda::scenario {

std::vector<Station> read_station_xml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

// STATIONS files, as SPECFEM has them: one station a line, "name network latitude longitude elevation burial".
// Plain columns; what they mean on the ground is settled in resolve_files.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/text_file.hpp"

namespace unda::scenario {

struct Station {
  std::string label;                 ///< "network.name"
  double latitude = 0;               ///< degrees, or y in m
  double longitude = 0;              ///< degrees, or x in m
  double elevation = 0, burial = 0;  ///< m; burial is below the surface
  int line = 0;
};

std::vector<Station> read_stations(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

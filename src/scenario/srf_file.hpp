// SRF files, the Standard Rupture Format of Graves and Pitarka, versions 1.0 and 2.0: header segments (PLANE) and points of
// a fault (POINTS) with sampled slip rates.
#pragma once

#include <filesystem>

#include "scenario/finite_fault.hpp"
#include "scenario/text_file.hpp"

namespace unda::scenario {

/// Whether the file starts with a version and has a line PLANE or POINTS after it.
bool looks_like_srf(const std::filesystem::path& file);

/// Positions hold longitude and latitude as they stand in the file; all else is in SI units.
FiniteFault read_srf(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

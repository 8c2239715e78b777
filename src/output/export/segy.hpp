// SEG-Y revision 1: one big-endian file, IEEE floats, a textual header in EBCDIC. By segyio.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"
#include "output/export/shot_series.hpp"

namespace unda::output {

/// All gathers stand in the one file, as field records 1, 2, ... Returns what the user should know.
std::vector<std::string> write_segy(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

/// Several shots in the one file: each a field record and a source point of its number, traces numbered within.
std::vector<std::string> write_segy_shots(const ShotSeries& shots, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

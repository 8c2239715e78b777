// Seismic Unix: one little-endian file of 240-byte trace headers and floats, without file headers.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"
#include "output/export/shot_series.hpp"

namespace unda::output {

/// All gathers stand in the one file, as field records (fldr) 1, 2, ... Returns what the user should know.
std::vector<std::string> write_su(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

/// Several shots in the one file: each a field record (fldr) and a source point (ep) of its number.
std::vector<std::string> write_su_shots(const ShotSeries& shots, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

// SAC: a directory with one little-endian binary file (header version 6) a trace.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// `out` is the directory; the files are called network.station.location.channel.sac. Returns what the user should know.
std::vector<std::string> write_sac(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

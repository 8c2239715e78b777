// miniSEED 2: one file, records of 4096 bytes, float32 where the traces are, otherwise float64. By libmseed.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// Without a start time t = 0 is taken as 1970-01-01T00:00:00. Returns what the user should know.
std::vector<std::string> write_mseed(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

// ASDF, the Adaptable Seismic Data Format: traces, stations and the event in one HDF5 file.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// Codes are those of miniSEED; without latitudes and longitudes there are neither stations nor an event.
std::vector<std::string> write_asdf(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

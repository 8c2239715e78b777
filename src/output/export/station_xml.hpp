// StationXML: where the channels of an export stand, for programs that keep that apart from the samples.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// Codes are those of miniSEED. Throws InputError where latitudes and longitudes are not known.
std::vector<std::string> write_station_xml(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

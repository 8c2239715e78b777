// The export formats. A new one is a file beside this one and a line here.
#include "output/export/formats.hpp"

#include "output/export/asdf.hpp"
#include "output/export/csv.hpp"
#include "output/export/mseed.hpp"
#include "output/export/sac.hpp"
#include "output/export/segy.hpp"
#include "output/export/station_xml.hpp"
#include "output/export/su.hpp"

namespace unda::output {

std::span<const ExportFormat> export_formats() {
  static constexpr ExportFormat formats[]{
      {"segy", "SEG-Y revision 1, one file", false, write_segy, write_segy_shots},
      {"su", "Seismic Unix, little-endian, one file", false, write_su, write_su_shots},
      {"sac", "SAC, a directory with a file a trace", true, write_sac},
      {"mseed", "miniSEED 2, one file", false, write_mseed},
      {"stationxml", "FDSN StationXML, one file: stations and channels, beside mseed", false, write_station_xml},
      {"asdf", "ASDF, one HDF5 file: traces, stations and the event", false, write_asdf},
      {"csv", "CSV, a directory with a file a group and quantity, or one file that ends in .csv", true, write_csv},
  };
  return formats;
}

}  // namespace unda::output

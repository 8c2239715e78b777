// StationXML: where the channels of an export stand, for programs that keep that apart from the samples.
#pragma once

#include <map>

#include "output/export/codes.hpp"
#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// Stations and channels of gathers as StationXML, all of them or one station.
class StationInventory {
 public:
  /// Throws InputError where latitudes and longitudes are not known.
  StationInventory(const Gathers& gathers, const StationCodes& codes);
  std::string all() const;
  std::string only(const StationCode& code) const;

 private:
  struct Station {
    std::string place, name, channels;
  };
  using Stations = std::map<std::string, Station>;

  void add(const Gathers& gathers, const StationCodes& codes, const Gather& gather, std::size_t receiver);
  std::string document(const std::string& networks) const;
  std::string network_element(const std::string& code, const std::string& stations) const;
  std::string station_element(const std::string& code, const Station& station) const;

  std::string start_, title_;
  std::map<std::string, Stations> networks_;
};

/// Codes are those of miniSEED. Throws InputError where latitudes and longitudes are not known.
std::vector<std::string> write_station_xml(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

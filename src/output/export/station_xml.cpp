// FDSN StationXML 1.1: Network, Station, Channel, and for each channel an instrument of gain 1 in SI units.
#include "output/export/station_xml.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "base/xml.hpp"

namespace unda::output {

namespace {

/// Upper case, as SEED has them.
std::string unit_of(scenario::Quantity quantity) {
  switch (quantity) {
    case scenario::Quantity::displacement:
      return "M";
    case scenario::Quantity::velocity:
      return "M/S";
    case scenario::Quantity::acceleration:
      return "M/S**2";
    default:
      return "PA";
  }
}

/// Degrees from north, and down from the horizontal; of pressures and stresses 0.
std::pair<double, double> direction_of(const std::string& component) {
  if (component == "x") return {90, 0};
  if (component == "z") return {0, -90};
  return {0, 0};
}

std::string place_of(const scenario::GeographicOrigin& at, double elevation, const char* indent) {
  return fmt::format(
      "{0}<Latitude>{1:.8f}</Latitude>\n{0}<Longitude>{2:.8f}</Longitude>\n{0}<Elevation>{3:.6g}</Elevation>\n", indent,
      at.latitude, at.longitude, elevation);
}

}  // namespace

StationInventory::StationInventory(const Gathers& gathers, const StationCodes& codes)
    : start_(utc_text(gathers.time_zero.value_or(0)) + "Z"), title_(gathers.title) {
  if (!gathers.is_geographic())
    throw InputError("stationxml: needs latitudes and longitudes; give domain.origin = { lat, lon } in the scenario");
  for (const Gather& gather : gathers.all())
    for (std::size_t r = 0; r < gather.traces.size(); ++r) add(gathers, codes, gather, r);
}

void StationInventory::add(const Gathers& gathers, const StationCodes& codes, const Gather& gather, std::size_t r) {
  const Vector& x = gather.group->positions[r];
  const auto here = gathers.place_of(x);
  if (!here)
    throw InputError(fmt::format("{} has no latitude: it is too far from domain.origin", gather.group->labels[r]));
  const double depth = gathers.depth_of(*gather.group, r).value_or(0);
  const StationCode& code = codes.of(gather.group, r);
  Station& station = networks_[code.network][code.station];
  station.name = gather.group->labels[r];
  station.place = place_of(*here, gathers.elevation(x, depth), "   ");
  const auto [azimuth, dip] = direction_of(gather.component);
  station.channels += fmt::format("   <Channel code=\"{}\" locationCode=\"{}\" startDate=\"{}\">\n",
                                  channel_code(gather, 1 / gathers.interval()), location_code(gather.quantity), start_);
  station.channels += place_of(*here, gathers.elevation(x, depth), "    ");
  station.channels +=
      fmt::format("    <Depth>{:.6g}</Depth>\n    <Azimuth>{:g}</Azimuth>\n    <Dip>{:g}</Dip>\n", depth, azimuth, dip);
  station.channels += fmt::format("    <SampleRate>{:.9g}</SampleRate>\n", 1 / gathers.interval());
  station.channels += fmt::format(
      "    <Response><InstrumentSensitivity><Value>1</Value><Frequency>1</Frequency><InputUnits><Name>{0}</Name>"
      "</InputUnits><OutputUnits><Name>{0}</Name></OutputUnits></InstrumentSensitivity></Response>\n   </Channel>\n",
      unit_of(gather.quantity));
}

std::string StationInventory::document(const std::string& networks) const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FDSNStationXML xmlns=\"http://www.fdsn.org/xml/station/1\" "
         "schemaVersion=\"1.1\">\n <Source>Unda</Source>\n" +
         fmt::format(" <Module>Unda {}</Module>\n <Created>{}</Created>\n", UNDA_VERSION, utc_now()) + networks +
         "</FDSNStationXML>\n";
}

std::string StationInventory::network_element(const std::string& code, const std::string& stations) const {
  const std::string description =
      title_.empty() ? "" : fmt::format("  <Description>{}</Description>\n", xml::escaped(title_));
  return fmt::format(" <Network code=\"{}\" startDate=\"{}\">\n{}{} </Network>\n", xml::escaped(code), start_,
                     description, stations);
}

std::string StationInventory::station_element(const std::string& code, const Station& station) const {
  return fmt::format("  <Station code=\"{}\" startDate=\"{}\">\n{}   <Site><Name>{}</Name></Site>\n{}  </Station>\n",
                     xml::escaped(code), start_, station.place, xml::escaped(station.name), station.channels);
}

std::string StationInventory::all() const {
  std::string networks;
  for (const auto& [network, stations] : networks_) {
    std::string elements;
    for (const auto& [code, station] : stations) elements += station_element(code, station);
    networks += network_element(network, elements);
  }
  return document(networks);
}

std::string StationInventory::only(const StationCode& code) const {
  return document(
      network_element(code.network, station_element(code.station, networks_.at(code.network).at(code.station))));
}

std::vector<std::string> write_station_xml(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  std::vector<std::string> notes;
  const StationCodes codes(gathers, {2, 5, true, "StationXML"}, notes);
  files.write(out, StationInventory(gathers, codes).all());
  notes.emplace_back(
      "codes as those of miniSEED; elevation is z of the surface above each receiver, depth that below it");
  return notes;
}

}  // namespace unda::output

// FDSN StationXML 1.1: Network, Station, Channel, and for each channel an instrument of gain 1 in SI units.
#include "output/export/station_xml.hpp"

#include <map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "base/xml.hpp"
#include "output/export/codes.hpp"

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

class StationWriter {
 public:
  StationWriter(const Gathers& gathers, std::vector<std::string>& notes)
      : gathers_(gathers), codes_(gathers, {2, 5, true, "StationXML"}, notes) {
    start_ = utc_text(gathers.time_zero.value_or(0)) + "Z";
  }

  std::string text() {
    for (const Gather& gather : gathers_.all())
      for (std::size_t r = 0; r < gather.traces.size(); ++r) add(gather, r);
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FDSNStationXML xmlns=\"http://www.fdsn.org/xml/station/1\" "
        "schemaVersion=\"1.1\">\n <Source>Unda</Source>\n";
    out += fmt::format(" <Module>Unda {}</Module>\n <Created>{}</Created>\n", UNDA_VERSION, utc_now());
    for (const auto& [network, stations] : networks_) {
      out += fmt::format(" <Network code=\"{}\" startDate=\"{}\">\n", xml::escaped(network), start_);
      if (!gathers_.title.empty())
        out += fmt::format("  <Description>{}</Description>\n", xml::escaped(gathers_.title));
      for (const auto& [code, station] : stations)
        out +=
            fmt::format("  <Station code=\"{}\" startDate=\"{}\">\n{}   <Site><Name>{}</Name></Site>\n{}  </Station>\n",
                        xml::escaped(code), start_, station.place, xml::escaped(station.name), station.channels);
      out += " </Network>\n";
    }
    return out + "</FDSNStationXML>\n";
  }

 private:
  struct Station {
    std::string place, name, channels;
  };

  void add(const Gather& gather, std::size_t r) {
    const Vector& x = gather.group->positions[r];
    const auto here = gathers_.map->to_geographic({x[0], x[1]});
    if (!here)
      throw InputError(fmt::format("{} has no latitude: it is too far from domain.origin", gather.group->labels[r]));
    const double depth = gathers_.depth_of(*gather.group, r).value_or(0);
    const StationCode& code = codes_.of(gather.group, r);
    Station& station = networks_[code.network][code.station];
    station.name = gather.group->labels[r];
    station.place = place(*here, x[2] + depth, "   ");
    const auto [azimuth, dip] = direction_of(gather.component);
    station.channels +=
        fmt::format("   <Channel code=\"{}\" locationCode=\"{}\" startDate=\"{}\">\n",
                    channel_code(gather, 1 / gathers_.interval()), location_code(gather.quantity), start_);
    station.channels += place(*here, x[2] + depth, "    ");
    station.channels += fmt::format("    <Depth>{:.6g}</Depth>\n    <Azimuth>{:g}</Azimuth>\n    <Dip>{:g}</Dip>\n",
                                    depth, azimuth, dip);
    station.channels += fmt::format("    <SampleRate>{:.9g}</SampleRate>\n", 1 / gathers_.interval());
    const std::string unit = unit_of(gather.quantity);
    station.channels += fmt::format(
        "    <Response><InstrumentSensitivity><Value>1</Value><Frequency>1</Frequency><InputUnits><Name>{0}</Name>"
        "</InputUnits><OutputUnits><Name>{0}</Name></OutputUnits></InstrumentSensitivity></Response>\n   </Channel>\n",
        unit);
  }

  static std::string place(const scenario::GeographicOrigin& at, double elevation, const char* indent) {
    return fmt::format(
        "{0}<Latitude>{1:.8f}</Latitude>\n{0}<Longitude>{2:.8f}</Longitude>\n{0}<Elevation>{3:.6g}</Elevation>\n",
        indent, at.latitude, at.longitude, elevation);
  }

  const Gathers& gathers_;
  StationCodes codes_;
  std::string start_;
  std::map<std::string, std::map<std::string, Station>> networks_;
};

}  // namespace

std::vector<std::string> write_station_xml(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  if (!gathers.map)
    throw InputError("stationxml: needs latitudes and longitudes; give domain.origin = { lat, lon } in the scenario");
  std::vector<std::string> notes;
  files.write(out, StationWriter(gathers, notes).text());
  notes.emplace_back(
      "codes as those of miniSEED; elevation is z of the surface above each receiver, depth that below it");
  return notes;
}

}  // namespace unda::output

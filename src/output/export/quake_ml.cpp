// quakeml/eventParameters/event of QuakeML 1.2: origin, focalMechanism/momentTensor. Up, south and east are r, t and p.
#include "output/export/quake_ml.hpp"

#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "base/utc.hpp"
#include "base/xml.hpp"

namespace unda::output {
namespace {

/// Letters, digits and a few signs: what an identifier of QuakeML may have.
std::string identifier(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += static_cast<unsigned char>(c) < 128 && std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out;
}

std::string value(const char* name, const std::string& number) {
  return fmt::format("<{0}><value>{1}</value></{0}>", name, number);
}

std::string value(const char* name, double number) { return value(name, fmt::format("{:.9g}", number)); }

double scalar_moment(const std::array<double, 6>& m) {
  double squares = 0;
  for (std::size_t i = 0; i < 6; ++i) squares += (i < 3 ? 1 : 2) * m[i] * m[i];
  return std::sqrt(squares / 2);
}

std::string mechanism_element(const ExportMechanism& mechanism, const std::string& id, const std::string& origin_id) {
  const auto [xx, yy, zz, xy, xz, yz] = mechanism.moment;
  const std::string tensor =
      value("Mrr", zz) + value("Mtt", yy) + value("Mpp", xx) + value("Mrt", -yz) + value("Mrp", xz) + value("Mtp", -xy);
  const std::string duration = mechanism.duration
                                   ? fmt::format(
                                         "<sourceTimeFunction><type>triangle</type><duration>{:.9g}</duration>"
                                         "</sourceTimeFunction>",
                                         *mechanism.duration)
                                   : "";
  return fmt::format(
      "   <focalMechanism publicID=\"{0}/mechanism\">\n    <momentTensor publicID=\"{0}/tensor\">\n"
      "     <derivedOriginID>{1}</derivedOriginID>\n     {2}\n     <tensor>{3}</tensor>\n     {4}\n"
      "    </momentTensor>\n   </focalMechanism>\n",
      id, origin_id, value("scalarMoment", scalar_moment(mechanism.moment)), tensor, duration);
}

/// That of the centroid where there is a moment tensor, else of the event's origin; without either t = 0.
double time_of(const Gathers& gathers) {
  return gathers.mechanism ? gathers.mechanism->centroid_time : gathers.origin_time.value_or(0);
}

}  // namespace

std::optional<QuakeMl> quake_ml(const Gathers& gathers) {
  if (!gathers.source || !gathers.is_geographic()) return {};
  const auto place = gathers.place_of(gathers.source->position);
  if (!place) return {};
  const std::string name = gathers.event_name.empty() ? gathers.title : gathers.event_name;
  std::string id = "smi:local/unda/" + (name.empty() ? "event" : identifier(name));
  if (!gathers.shot_name.empty()) id += "/" + identifier(gathers.shot_name);
  QuakeMl out;
  out.event_id = id;
  out.origin_id = id + "/origin";
  const std::int64_t time = gathers.time_zero.value_or(0) + std::llround(time_of(gathers) * 1e6);
  out.text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<q:quakeml xmlns:q=\"http://quakeml.org/xmlns/quakeml/1.2\" "
      "xmlns=\"http://quakeml.org/xmlns/bed/1.2\">\n <eventParameters publicID=\"smi:local/unda\">\n";
  out.text +=
      fmt::format("  <event publicID=\"{}\">\n   <preferredOriginID>{}</preferredOriginID>\n", id, out.origin_id);
  if (gathers.mechanism)
    out.text += fmt::format("   <preferredFocalMechanismID>{}/mechanism</preferredFocalMechanismID>\n", id);
  if (!name.empty())
    out.text +=
        fmt::format("   <description><text>{}</text><type>earthquake name</type></description>\n", xml::escaped(name));
  out.text +=
      fmt::format("   <origin publicID=\"{}\">\n    {}\n    {}{}{}\n", out.origin_id,
                  value("time", utc_text(time) + "Z"), value("latitude", fmt::format("{:.8f}", place->latitude)),
                  value("longitude", fmt::format("{:.8f}", place->longitude)), value("depth", gathers.source->depth));
  if (gathers.mechanism) out.text += "    <type>centroid</type>\n";
  out.text += "   </origin>\n";
  if (gathers.mechanism) out.text += mechanism_element(*gathers.mechanism, id, out.origin_id);
  out.text += "  </event>\n </eventParameters>\n</q:quakeml>\n";
  return out;
}

}  // namespace unda::output

// Positions of files, and complaints about their lines.
#include "scenario/ground.hpp"

#include <cmath>

#include <fmt/format.h>

#include "scenario/checks.hpp"

namespace unda::scenario {

namespace {

constexpr std::size_t most_complaints = 20;  ///< of one file

}  // namespace

void FileProblems::add(int line, const std::string& text) {
  if (++count_ > most_complaints) return;
  const std::string at = line > 0 ? fmt::format("{}:{}", file_.string(), line) : file_.string();
  problems_.add(key_, fmt::format("{}: {}", at, text));
}

void FileProblems::add(const std::vector<FileComplaint>& complaints) {
  for (const FileComplaint& complaint : complaints) add(complaint.line, complaint.text);
}

std::string Ground::place(double latitude, double longitude, double depth, Vector& p) const {
  p[2] = domain_.dim > 1 ? domain_.extent[2].high - depth : 0;
  if (!projection_ && !chunk_) {
    p[0] = longitude;
    p[1] = latitude;
    return "";
  }
  if (!(std::abs(latitude) <= 90)) return fmt::format("latitude: found {}; must be from -90 to 90 degrees", latitude);
  if (!(longitude >= -180 && longitude <= 360))
    return fmt::format("longitude: found {}; must be from -180 to 360 degrees", longitude);
  if (chunk_) {
    p = chunk_->position({latitude, longitude}, depth);
    return "";
  }
  const auto point = projection_->to_map(latitude, longitude);
  if (!point) return fmt::format("latitude {}, longitude {} is too far from domain.origin", latitude, longitude);
  p[0] = point->x;
  p[1] = point->y;
  return "";
}

std::string Ground::outside(const Vector& point, const std::string& who, bool z_is_open) const {
  if (chunk_) {
    const std::string reason = chunk_->outside(point);
    return reason.empty() ? "" : fmt::format("{} {}", who, reason);
  }
  Vector p = point;
  if (z_is_open) p[2] = domain_.extent[2].high;
  const std::string reason = outside_domain(domain_, p);
  std::string out;
  if (!reason.empty())
    out = fmt::format("{} at x = {:.10g}, y = {:.10g}, z = {:.10g}: {}; domain: {}", who, p[0], p[1], p[2], reason,
                      extents());
  else if (domain_.dim < 3 && std::abs(p[1]) > 1e-6)
    out = fmt::format("{} has y = {:.10g}, but the domain has no y; must be 0", who, p[1]);
  if (!out.empty() && !projection_ && std::abs(p[1]) <= 90 && std::abs(p[0]) <= 360)
    out += ". If these are degrees, give domain.origin";
  return out;
}

std::string Ground::words() const {
  if (chunk_)
    return "geographic latitudes (WGS84) to geocentric ones on a sphere; components go along east, north and up of "
           "each place";
  if (!projection_) return "x and y in m as they stand in the file (no domain.origin)";
  return fmt::format(
      "latitude and longitude to x (east) and y (north) in m by a transverse Mercator projection about "
      "{}, {} (WGS84)",
      domain_.origin->latitude, domain_.origin->longitude);
}

std::string Ground::extents() const {
  std::string out;
  for (int axis : domain_.axes()) {
    const auto a = static_cast<std::size_t>(axis);
    out += fmt::format("{}{} from {} to {}", out.empty() ? "" : ", ", axis_names[a], domain_.extent[a].low,
                       domain_.extent[a].high);
  }
  return out;
}

}  // namespace unda::scenario

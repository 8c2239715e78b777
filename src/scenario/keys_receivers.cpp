// The keys of [[receivers]]: where they stand, what they are called and what they record.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

constexpr std::int64_t most_receivers = 10'000'000;

/// Exact at both ends and never beyond them.
Vector between_points(const Vector& from, const Vector& to, std::int64_t i, std::int64_t n) {
  const double t = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0.0;
  return {std::lerp(from[0], to[0], t), std::lerp(from[1], to[1], t), std::lerp(from[2], to[2], t)};
}

constexpr const char* without_z = "without z beside depth";

/// The coordinates that points have: beside depth no z.
std::vector<int> axes_of_points(const Section& s, bool by_depth) {
  std::vector<int> axes = s.axes();
  if (by_depth) axes.pop_back();
  return axes;
}

void declare_line(Section& s, bool by_depth, std::vector<Vector>& positions) {
  Vector from{0, 0, 0}, to{0, 0, 0};
  std::int64_t count = 0;
  const std::vector<int> axes = axes_of_points(s, by_depth);
  s.required({.name = "from", .unit = "m", .help = "the first receiver", .note = without_z}, components(from, axes));
  s.required({.name = "to", .unit = "m", .help = "the last receiver", .note = without_z}, components(to, axes));
  s.required({.name = "count", .help = "the number of receivers"},
             integer(count, between(1, static_cast<double>(most_receivers))));
  if (!s.active() || !s.right()) return;
  for (std::int64_t i = 0; i < count; ++i) positions.push_back(between_points(from, to, i, count));
}

void declare_grid(Section& s, bool by_depth, std::vector<Vector>& positions, std::array<int, 2>& shape) {
  Vector from{0, 0, 0}, to{0, 0, 0};
  std::vector<std::int64_t> counts;
  const std::vector<int> axes = axes_of_points(s, by_depth);
  s.required({.name = "from", .unit = "m", .help = "the first corner", .note = without_z}, components(from, axes));
  s.required({.name = "to",
              .unit = "m",
              .help = "the opposite corner",
              .note = "it differs from the first in two coordinates"},
             components(to, axes));
  s.required({.name = "counts",
              .help = "the numbers of receivers along these two, in the order x, y, z; the second runs fastest"},
             integers(counts, 2, between(1, static_cast<double>(most_receivers))));
  if (!s.active() || !s.right()) return;
  std::vector<std::size_t> sides;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (from[axis] != to[axis]) sides.push_back(axis);
  if (sides.size() != 2)
    return s.fail("to", fmt::format("found a corner that differs from `from` in {} of its coordinates; a "
                                    "grid needs two (for one, use line)",
                                    sides.size()));
  if (counts[0] > most_receivers / counts[1])
    return s.fail("counts",
                  fmt::format("found {} x {}; at most {} receivers are allowed", counts[0], counts[1], most_receivers));
  shape = {static_cast<int>(counts[0]), static_cast<int>(counts[1])};
  for (std::int64_t i = 0; i < counts[0]; ++i)
    for (std::int64_t j = 0; j < counts[1]; ++j) {
      Vector p = from;
      p[sides[0]] = between_points(from, to, i, counts[0])[sides[0]];
      p[sides[1]] = between_points(from, to, j, counts[1])[sides[1]];
      positions.push_back(p);
    }
}

/// Of a chunk of the earth; positions follow.
void declare_places(Section& s, ReceiverSpec& v) {
  s.tables({.name = "place", .help = "where each receiver stands in a chunk of the earth"}, [&](Section& t) {
    GeographicOrigin place;
    double depth = 0;
    t.required({.name = "lat", .unit = "degrees", .help = "the geographic latitude"},
               number(place.latitude, between(-90, 90)));
    t.required({.name = "lon", .unit = "degrees", .help = "the longitude"},
               number(place.longitude, between(-180, 360)));
    t.optional({.name = "depth", .unit = "m", .help = "the depth below the surface"}, number(depth, non_negative));
    if (!t.active()) return;
    v.places.push_back(place);
    v.depths.push_back(depth);
    v.positions.push_back({});
  });
  if (!s.active()) return;
  if (s.given("place") == s.given("file"))
    s.fail("place", s.given("file")
                        ? "stands beside file; give one of them"
                        : "is missing; in a chunk receivers stand at place = [{ lat, lon, depth }, ...], or in a file");
}

void declare_positions(Section& s, ReceiverSpec& v) {
  std::vector<std::string> ways;
  for (const char* way : {"line", "positions", "grid", "file"})
    if (s.given(way)) ways.emplace_back(way);
  if (s.active() && ways.empty()) s.fail("positions", "is missing; give positions, line, grid or file");
  if (s.active() && ways.size() > 1)
    s.fail(ways[1], fmt::format("stands beside {}; give only one of line, positions, grid and file", ways[0]));
  const bool by_depth = s.dim() > 1 && s.given("depth");
  s.table({.name = "line", .help = "receivers evenly spaced on a line"},
          [&](Section& t) { declare_line(t, by_depth, v.positions); });
  s.optional({.name = "positions",
              .unit = "m",
              .help = "where the receivers stand",
              .note = without_z,
              .otherwise = "line, grid or file"},
             points(v.positions, axes_of_points(s, by_depth)));
  s.only(s.dim() > 1, "a 2-D or 3-D domain", [&] {
    s.table({.name = "grid", .help = "receivers evenly spaced over a rectangle"},
            [&](Section& t) { declare_grid(t, by_depth, v.positions, v.grid_shape); });
  });
  std::optional<double> depth;
  s.only(s.dim() > 1 && !s.given("file"), "no file, which has the depth of each station, in a 2-D or 3-D domain", [&] {
    s.optional({.name = "depth",
                .unit = "m",
                .help = "the depth of all of them below the surface, in place of z",
                .note = "straight down from the mesh where it has topography; 0: on it",
                .otherwise = "positions have z"},
               number(depth, non_negative));
  });
  if (depth && s.active()) v.depths.assign(v.positions.size(), *depth);
}

bool usable_as_name(const std::string& name) {
  const auto bad = [](char c) { return c == '/' || static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  return !name.empty() && name != "." && name != ".." && std::none_of(name.begin(), name.end(), bad);
}

void make_labels(Section& s, ReceiverSpec& v) {
  if (v.labels.empty()) {
    for (std::size_t i = 0; i < v.positions.size(); ++i) v.labels.push_back(fmt::format("{}{}", v.name, i + 1));
    return;
  }
  if (v.labels.size() != v.positions.size())
    s.fail("labels", fmt::format("found {} labels for {} receivers", v.labels.size(), v.positions.size()));
  std::set<std::string> seen;
  for (const std::string& label : v.labels)
    if (!usable_as_name(label) || !seen.insert(label).second)
      return s.fail("labels", fmt::format("found \"{}\"{}; labels must be different, not empty and without /", label,
                                          seen.contains(label) ? " twice" : ""));
}

}  // namespace

void declare(Section& s, ReceiverSpec& v, std::size_t n_before) {
  v.name = n_before == 0 ? "receivers" : fmt::format("receivers{}", n_before + 1);
  if (s.optional({.name = "name",
                  .help = "the group's name in the result, different for each",
                  .otherwise = "\"receivers\", then \"receivers2\" and so on"},
                 text(v.name)) &&
      !usable_as_name(v.name))
    s.fail("name", fmt::format("found \"{}\"; must be a name, not empty, without / and control characters", v.name));
  s.file(
      {.name = "file", .help = "a STATIONS file or StationXML, which then gives positions, depths (burial) and labels"},
      v.file, false);
  s.only(!s.on_sphere(), "domain.kind = \"box\"", [&] { declare_positions(s, v); });
  s.only(s.on_sphere(), "domain.kind = \"chunk\"", [&] { declare_places(s, v); });
  s.only(!s.given("file"), "no file", [&] {
    const bool given =
        s.optional({.name = "labels", .help = "the name of each receiver", .otherwise = "name and number, from 1"},
                   texts(v.labels));
    if (given && v.labels.empty()) s.fail("labels", "found []; give one label for each receiver");
  });
  s.optional({.name = "quantities",
              .help = "what to record",
              .otherwise = "[\"velocity\"]; [\"pressure\"] in an all-fluid model"},
             words(v.quantities));
  if (s.active() && s.right() && v.file.empty()) make_labels(s, v);
}

}  // namespace unda::scenario

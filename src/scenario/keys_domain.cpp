// The keys of [domain] and [boundary].
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenario/chunk.hpp"
#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

constexpr double deepest = 6000e3;  // m; nearer to the earth's centre elements have no width

void declare_origin(Section& s, GeographicOrigin& v, const char* latitude = "the latitude of x = y = 0",
                    const char* longitude = "the longitude of x = y = 0") {
  s.required({.name = "lat", .unit = "degrees", .help = latitude}, number(v.latitude, between(-90, 90)));
  s.required({.name = "lon", .unit = "degrees", .help = longitude}, number(v.longitude, between(-180, 360)));
}

void declare_chunk(Section& s, Chunk& v) {
  s.required_table({.name = "centre", .help = "the middle of its surface; x points east, y north and z up there"},
                   [&](Section& t) { declare_origin(t, v.centre, "its geographic latitude", "its longitude"); });
  std::vector<double> width;
  if (s.required({.name = "width",
                  .unit = "degrees",
                  .help = "the angles from west to east and from south to north through its centre",
                  .note = "each greater than 0 and at most 90"},
                 numbers(width, 2)) &&
      s.active()) {
    v.width = {width[0], width[1]};
    for (const double angle : width)
      if (!(angle > 0 && angle <= 90)) {
        s.fail("width",
               fmt::format("found [{}, {}]; each must be greater than 0 and at most 90 degrees", width[0], width[1]));
        break;
      }
  }
  s.optional({.name = "rotation",
              .unit = "degrees",
              .help = "by how much its sides are turned counterclockwise, seen from above",
              .note = "its west side then faces south of west"},
             number(v.rotation, between(-360, 360)));
  s.required({.name = "depth", .unit = "m", .help = "its thickness", .note = "at most 6000e3"},
             number(v.depth, {.low = 0, .high = deepest, .low_excluded = true}));
}

int opposite(int face) { return face ^ 1; }

/// One condition for a whole face.
Slot condition(BoundaryKind& v) {
  Slot slot = word(v);
  slot.read = [read = slot.read](Value& value) {
    if (value.is(Value::Type::array) || value.is(Value::Type::table))
      throw Mistake{
          fmt::format("found {}; one condition holds along a whole face. Where it is to differ along one, give it "
                      "patches of others, [[boundary.patch]]",
                      shown(value))};
    read(value);
  };
  return slot;
}

void check_periodic_pairs(Section& s, const std::array<BoundaryKind, 6>& kinds) {
  for (int axis : s.axes())
    for (int face : {2 * axis, 2 * axis + 1}) {
      const auto here = static_cast<std::size_t>(face), there = static_cast<std::size_t>(opposite(face));
      if (kinds[here] != BoundaryKind::periodic || kinds[there] == BoundaryKind::periodic) continue;
      s.fail(s.given(face_names[here]) ? face_names[here] : face_names[there],
             fmt::format("{} is \"periodic\" but {} is \"{}\"; periodic faces come in pairs", face_names[here],
                         face_names[there], name_of(kinds[there])));
    }
}

void check_patch(Section& s, const std::array<BoundaryKind, 6>& faces, const BoundaryPatch& v) {
  const auto face = static_cast<std::size_t>(v.face);
  const std::string name = face_names[face], across = axis_names[face / 2];
  const std::vector<int> axes = s.axes();
  if (std::find(axes.begin(), axes.end(), static_cast<int>(face / 2)) == axes.end())
    s.fail("face", fmt::format("\"{}\": the domain has no {}", name, across));
  else if (faces[face] == BoundaryKind::periodic)
    s.fail("face", fmt::format("\"{}\" is periodic: both faces are one, which has no condition", name));
  if (s.given(across)) s.fail(across, fmt::format("the face \"{}\" lies across {}; leave it out", name, across));
}

/// After the conditions of whole faces.
void declare_patch(Section& s, const std::array<BoundaryKind, 6>& faces, BoundaryPatch& v) {
  static constexpr const char* kinds[] = {"free", "absorbing", "rigid"};  // as BoundaryKind begins
  s.required({.name = "face", .help = "the face that it is a part of"}, word(v.face));
  s.required({.name = "kind", .help = "what holds there"},
             word_slot(kinds, static_cast<std::size_t>(v.kind),
                       [&](std::size_t i) { v.kind = static_cast<BoundaryKind>(i); }));
  for (const int axis : {0, 1, 2}) {
    const std::string letter = axis_names[static_cast<std::size_t>(axis)];
    const std::vector<int> axes = s.axes();
    const bool present = std::find(axes.begin(), axes.end(), axis) != axes.end();
    s.only(present, axis == 0 ? "" : fmt::format("a domain that has {}", letter), [&] {
      s.optional(
          {.name = letter.c_str(), .unit = "m", .help = "its extent along the face", .otherwise = "all of the face"},
          interval(v.extent[static_cast<std::size_t>(axis)]));
    });
  }
  if (s.right() && !s.documenting()) check_patch(s, faces, v);
}

}  // namespace

void declare(Section& s, Topography& v) {
  s.samples({.name = "file", .help = "the elevations, z at grid points (.npy)"}, v.file, v.array, true);
  const std::vector<int> sides = s.dim() == 3 ? std::vector<int>{0, 1} : std::vector<int>{0};
  Vector origin{0, 0, 0}, spacing{0, 0, 0};
  s.optional({.name = "origin", .unit = "m", .help = "the position of the first elevation", .otherwise = "[0.0, 0.0]"},
             components(origin, sides));
  s.required({.name = "spacing", .unit = "m", .help = "the distance between elevations"},
             components(spacing, sides, positive));
  v.origin = {origin[0], origin[1]};
  v.spacing = {spacing[0], spacing[1]};
}

namespace {

void declare_box(Section& s, Domain& v) {
  const bool has_y = s.given("y"), has_z = s.given("z");
  if (s.active() && has_y && !has_z) s.fail("y", "y stands without z; a 2-D domain has x and z, a 1-D domain only x");
  if (s.active()) v.dim = 1 + (has_y ? 1 : 0) + (has_z ? 1 : 0);
  if (s.active()) s.set_dim(v.dim);
  s.required({.name = "x", .unit = "m", .help = "the extent [west, east]"}, interval(v.extent[0]));
  s.optional({.name = "y", .unit = "m", .help = "the extent [south, north]", .otherwise = "none: 2-D"},
             interval(v.extent[1]));
  s.optional({.name = "z", .unit = "m", .help = "the extent [bottom, top], z up", .otherwise = "none: 1-D"},
             interval(v.extent[2]));
  s.only(v.dim > 1, "a 2-D or 3-D domain", [&] {
    Topography topography;
    if (s.table({.name = "topography", .help = "the shape of the top, which then follows it"},
                [&](Section& t) { declare(t, topography); }))
      v.topography = topography;
  });
  GeographicOrigin origin;
  if (s.table({.name = "origin", .help = "ties x and y to geographic input by a local transverse Mercator projection"},
              [&](Section& t) { declare_origin(t, origin); }))
    v.origin = origin;
}

}  // namespace

void declare(Section& s, Domain& v) {
  s.optional({.name = "kind", .help = "a box, or a chunk of the earth as a sphere, which sem takes"}, word(v.kind));
  if (!s.right()) return s.abandon();
  s.only(v.kind == DomainKind::box, "kind = \"box\"", [&] { declare_box(s, v); });
  s.only(v.kind == DomainKind::chunk, "kind = \"chunk\"", [&] {
    Chunk chunk;
    declare_chunk(s, chunk);
    if (!s.active()) return;
    v.dim = 3;
    s.set_dim(3);
    s.set_on_sphere();
    if (!s.right()) return;
    v.chunk = chunk;
    v.extent = ChunkFrame(chunk).extent();
  });
}

void declare(Section& s, std::array<BoundaryKind, 6>& v, std::vector<BoundaryPatch>& patches) {
  BoundaryKind everywhere = BoundaryKind::absorbing;
  s.optional({.name = "default", .help = "what holds at the faces that are not named"}, word(everywhere));
  v.fill(everywhere);
  for (int axis = 0; axis < 3; ++axis) {
    const bool present = axis == 0 || (axis == 1 ? s.dim() == 3 : s.dim() > 1);
    const std::string letter = axis_names[static_cast<std::size_t>(axis)];
    s.only(present, axis == 0 ? "" : fmt::format("a domain that has {}", letter), [&] {
      for (int side : {0, 1}) {
        const auto face = 2 * static_cast<std::size_t>(axis) + static_cast<std::size_t>(side);
        const std::string help = fmt::format("what holds at {} {}", side ? "the highest" : "the lowest", letter);
        s.optional({.name = face_names[face], .help = help.c_str(), .otherwise = "`default`"}, condition(v[face]));
      }
    });
  }
  if (s.right()) check_periodic_pairs(s, v);
  s.only(s.documenting() || (s.dim() > 1 && !s.on_sphere()), "a box in 2-D or 3-D", [&] {
    s.tables(
        {.name = "patch",
         .help = "parts of faces with another condition, by sem and dg: element faces whose centre lies in one; of "
                 "several the last"},
        [&](Section& t) { declare_patch(t, v, patches.emplace_back()); });
  });
}

}  // namespace unda::scenario

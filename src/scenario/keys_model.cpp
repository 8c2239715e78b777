// The keys of [model]: one material, layers, samples on a grid, a radial earth, or the regions of a mesh
// file.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

/// The bulk modulus rho (vp^2 - 4/3 vs^2) must be positive.
void check_velocities(Section& s, double vp, double vs) {
  if (vs >= vp * std::sqrt(0.75))
    s.fail("vs", fmt::format("found {}; must be less than sqrt(3)/2 of vp = {}, which is {:.6g}", vs, vp,
                             vp * std::sqrt(0.75)));
}

/// Below, the law of attenuation leaves no wave at low frequencies.
constexpr Limits quality_limits = at_least(5);
constexpr Key qp_key{.name = "qp",
                     .help = "the quality factor of P",
                     .note = "that of the modulus rho vp^2",
                     .otherwise = "no attenuation"};
constexpr Key qs_key{.name = "qs",
                     .help = "the quality factor of S",
                     .note = "that of the shear modulus; needs qp; a fluid has none",
                     .otherwise = "no attenuation of S"};

void check_quality(Section& s, bool has_qp, bool has_qs, bool is_fluid) {
  if (has_qs && !has_qp)
    s.fail("qs", "found qs without qp; a medium that attenuates S waves attenuates P waves: give qp");
  if (has_qs && is_fluid) s.fail("qs", "found a quality factor of S with vs = 0; a fluid has qp alone");
}

void declare_material(Section& s, Material& v) {
  const auto speed = [&](const Key& key, const Slot& slot) {
    return s.given("c") ? s.optional(key, slot) : s.required(key, slot);
  };
  const bool vp = speed({.name = "vp", .unit = "m/s", .help = "the P velocity"}, number(v.vp, positive));
  const bool vs = speed({.name = "vs", .unit = "m/s", .help = "the S velocity", .note = "vs = 0 for a fluid"},
                        number(v.vs, non_negative));
  s.required({.name = "rho", .unit = "kg/m3", .help = "the density"}, number(v.rho, positive));
  const bool qp = s.optional(qp_key, number(v.qp, quality_limits));
  const bool qs = s.optional(qs_key, number(v.qs, quality_limits));
  if (vp && vs) check_velocities(s, v.vp, v.vs);
  if (s.right()) check_quality(s, qp, qs, vs && v.vs == 0);
  declare_anisotropy(s, v);
}

/// A height, or a surface. True when it is a height.
bool declare_top(Section& s, Layer& v) {
  const Value* found = s.value("top");
  if (found && found->is(Value::Type::table)) {
    Topography surface;
    if (s.table({.name = "top", .help = "the shape of the layer's upper side"},
                [&](Section& t) { declare(t, surface); }))
      v.surface = surface;
    v.top = std::numeric_limits<double>::quiet_NaN();
    return false;
  }
  Slot slot = number(v.top);
  if (s.documenting()) slot.type += ", or a surface { file, origin, spacing } like domain.topography";
  return s.required(
      {.name = "top",
       .unit = "m",
       .help = "z of the layer's upper side",
       .note = "surfaces may touch, not cross; not of the first layer, which begins at the top of the domain"},
      slot);
}

void declare_layers(Section& s, ModelSpec& v) {
  s.tables({.name = "layer",
            .help = "one table for each layer, from the top down",
            .note = "a point on an interface belongs to the layer below"},
           [&](Section& t) {
             Layer& layer = v.layers.emplace_back();
             const bool is_level = declare_top(t, layer);
             if (layer.surface && v.layers.size() == 1)
               t.fail("top",
                      "the first layer begins at the top of the domain: give a height there, and domain.topography "
                      "for the shape of the top");
             if (is_level && v.layers.size() > 1 && layer.top >= v.layers[v.layers.size() - 2].top)
               t.fail("top", fmt::format("found {}; must lie below the top of the layer above, {}", layer.top,
                                         v.layers[v.layers.size() - 2].top));
             declare_material(t, layer.material);
           });
  if (s.active() && !s.given("layer")) s.fail("layer", "is missing; give at least one [[model.layer]]");
}

/// A number, a file name, or { file, shape, offset } for raw float32 samples.
bool declare_grid_parameter(Section& s, const Key& key, GridSource& v, const Limits& limits, bool is_required) {
  const Value* found = s.value(key.name);
  if (found && found->is(Value::Type::string)) return s.samples(key, v.file, v.array, is_required);
  if (found && found->is(Value::Type::table))
    return s.table(key, [&](Section& t) {
      t.file({.name = "file", .help = "the file of raw float32 samples"}, v.file, true);
      t.optional({.name = "shape", .help = "the numbers of samples, slowest axis first"},
                 integers(v.shape, s.axes().size(), between(1, 1e9)));
      t.optional({.name = "offset", .help = "the bytes to skip at the head"}, integer(v.offset, non_negative));
    });
  Slot slot = number(v.value, limits);
  if (s.documenting() || found) slot.type += ", a file name, or { file, shape, offset } for raw float32 samples";
  const auto read = slot.read;
  slot.read = [&](Value& value) {
    if (value.is(Value::Type::integer) || value.is(Value::Type::floating)) return read(value);
    throw Mistake{fmt::format("found {}; must be {}", shown(value), slot.type)};
  };
  return is_required ? s.required(key, slot) : s.optional(key, slot);
}

bool is_permutation_of_axes(const std::string& letters, const std::vector<int>& axes) {
  std::string wanted, sorted = letters;
  for (int axis : axes) wanted += axis_names[static_cast<std::size_t>(axis)];
  std::sort(sorted.begin(), sorted.end());
  return sorted == wanted;
}

void declare_grid_geometry(Section& s, GridModel& v) {
  const bool origin = s.optional(
      {.name = "origin", .unit = "m", .help = "the position of the first sample", .otherwise = "as the file tells"},
      components(v.origin, s.axes()));
  const bool spacing = s.optional({.name = "spacing",
                                   .unit = "m",
                                   .help = "the distance between samples",
                                   .note = "negative: the axis runs down",
                                   .otherwise = "as the file tells"},
                                  components(v.spacing, s.axes()));
  v.geometry_given = origin && spacing;
  if (s.right() && origin != spacing)
    s.fail(origin ? "spacing" : "origin", "is missing; origin and spacing come together");
  for (int axis : s.axes())
    if (spacing && v.spacing[static_cast<std::size_t>(axis)] == 0)
      s.fail("spacing", fmt::format("found 0 for {}; must not be zero", axis_names[static_cast<std::size_t>(axis)]));
  if (s.optional({.name = "axes",
                  .help = "the order of the axes in the files, slowest first, for instance \"zyx\"",
                  .otherwise = "the format's own"},
                 text(v.axes)) &&
      !is_permutation_of_axes(v.axes, s.axes()))
    s.fail("axes", fmt::format("found \"{}\"; must name each axis of the domain once, for instance \"{}\"", v.axes,
                               s.dim() == 3   ? "zyx"
                               : s.dim() == 2 ? "zx"
                                              : "x"));
}

void declare_grid(Section& s, GridModel& v) {
  const bool vp =
      declare_grid_parameter(s, {.name = "vp", .unit = "m/s", .help = "the P velocity"}, v.vp, positive, true);
  const bool vs =
      declare_grid_parameter(s, {.name = "vs", .unit = "m/s", .help = "the S velocity", .note = "vs = 0 for a fluid"},
                             v.vs, non_negative, true);
  declare_grid_parameter(s, {.name = "rho", .unit = "kg/m3", .help = "the density"}, v.rho, positive, true);
  GridSource qp, qs;
  if (declare_grid_parameter(s, qp_key, qp, quality_limits, false)) v.qp = qp;
  if (declare_grid_parameter(s, qs_key, qs, quality_limits, false)) v.qs = qs;
  if (s.right()) check_quality(s, v.qp.has_value(), v.qs.has_value(), v.vs.file.empty() && v.vs.value == 0);
  declare_anisotropy(s, v, [](Section& t, const Key& key, GridSource& source) {
    return declare_grid_parameter(t, key, source, any_number, false);
  });
  if (vp && vs && v.vp.file.empty() && v.vs.file.empty()) check_velocities(s, v.vp.value, v.vs.value);
  declare_grid_geometry(s, v);
}

void declare_regions(Section& s, ModelSpec& v) {
  s.tables({.name = "region", .help = "one table for each physical group of the mesh file"}, [&](Section& t) {
    Region& region = v.regions.emplace_back();
    t.optional({.name = "tag", .help = "the group's number", .otherwise = "known by name"},
               integer(region.tag, at_least(1)));
    t.optional({.name = "name", .help = "the group's name", .otherwise = "known by tag"}, text(region.name));
    if (t.active() && t.given("tag") == t.given("name")) t.fail("tag", "give either tag or name of the physical group");
    for (std::size_t i = 0; i + 1 < v.regions.size(); ++i)
      if (t.right() && v.regions[i].tag == region.tag && v.regions[i].name == region.name)
        t.fail(t.given("tag") ? "tag" : "name", fmt::format("is the same as that of region {}", i + 1));
    declare_material(t, region.material);
  });
  if (s.active() && !s.given("region")) s.fail("region", "is missing; give at least one [[model.region]]");
}

}  // namespace

void declare(Section& s, ModelSpec& v) {
  s.optional({.name = "kind", .help = "how the model is given", .note = "\"radial\" goes with a chunk of the earth"},
             word(v.kind));
  if (s.right() && v.kind == ModelKind::layers && s.dim() == 1)
    s.fail("kind", "found \"layers\"; a 1-D domain has no depth: use \"uniform\" or \"grid\"");
  if (!s.right()) return s.abandon();
  s.only(v.kind == ModelKind::uniform, "kind = \"uniform\"", [&] { declare_material(s, v.uniform); });
  s.only(v.kind == ModelKind::layers, "kind = \"layers\"", [&] { declare_layers(s, v); });
  s.only(v.kind == ModelKind::grid, "kind = \"grid\"", [&] { declare_grid(s, v.grid); });
  s.only(v.kind == ModelKind::radial, "kind = \"radial\"", [&] {
    if (s.optional({.name = "name", .help = "the model's name: \"prem\"", .otherwise = "\"prem\""},
                   text(v.radial.name)) &&
        v.radial.name != "prem")
      s.fail("name", fmt::format("found \"{}\"; must be \"prem\"", v.radial.name));
    s.optional({.name = "anisotropic", .help = "transversely isotropic from 24.4 to 220 km, about the vertical"},
               boolean(v.radial.anisotropic));
    s.optional({.name = "attenuates", .help = "with the model's quality factors"}, boolean(v.radial.attenuates));
  });
  s.only(v.kind == ModelKind::regions, "kind = \"regions\"", [&] { declare_regions(s, v); });
  s.optional(
      {.name = "reference_frequency", .unit = "Hz", .help = "the frequency at which qp, qs and the velocities hold"},
      number(v.reference_frequency, positive));
  s.assumed_table({.name = "attenuation", .help = "how qp and qs become relaxation mechanisms"}, [&](Section& t) {
    t.optional({.name = "mechanisms", .help = "the number of relaxation mechanisms"},
               integer(v.attenuation.mechanisms, between(1, 8)));
    Interval band;
    if (t.optional({.name = "band",
                    .unit = "Hz",
                    .help = "the frequencies over which qp and qs are constant",
                    .otherwise = "the decade below the highest frequency of the sources"},
                   interval(band))) {
      v.attenuation.band = band;
      if (!(band.low > 0))
        t.fail("band", fmt::format("found [{}, {}]; both must be greater than 0", band.low, band.high));
    }
  });
}

}  // namespace unda::scenario

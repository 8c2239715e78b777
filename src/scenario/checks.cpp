// Rules between tables: positions against the domain, layers against its top, physics against the model.
#include "scenario/checks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "scenario/chunk.hpp"

namespace unda::scenario {

namespace {

std::string entry(const char* array, std::size_t i, const char* key) { return fmt::format("{}[{}].{}", array, i, key); }

std::vector<Material> known_materials(const ModelSpec& model) {
  std::vector<Material> materials;
  if (model.kind == ModelKind::uniform) materials.push_back(model.uniform);
  for (const Layer& layer : model.layers) materials.push_back(layer.material);
  for (const Region& region : model.regions) materials.push_back(region.material);
  if (model.kind == ModelKind::grid && model.grid.vs.file.empty()) {
    materials.emplace_back();
    materials.back().vs = model.grid.vs.value;
  }
  return materials;
}

/// Why a point is not in the closed domain: the axis, and a sentence. Under a topography z has no upper limit
/// here.
struct Outside {
  int axis = -1;
  std::string reason;
};

Outside outside(const Domain& domain, const Vector& p) {
  for (int axis : domain.axes()) {
    const auto a = static_cast<std::size_t>(axis);
    const Interval& extent = domain.extent[a];
    const bool low = p[a]<extent.low, high = p[a]> extent.high && !(axis == 2 && domain.topography);
    if (!low && !high) continue;
    const double limit = low ? extent.low : extent.high;
    const char* face = face_names[2 * a + (low ? 0 : 1)];
    const std::string side = axis != 2 ? fmt::format("beyond the {} face", face)
                             : low     ? "below the bottom"
                                       : "above the surface";
    return {axis, fmt::format("{} = {:.10g} lies {} ({} of domain: {} = {:.10g})", axis_names[a], p[a], side, face,
                              axis_names[a], limit)};
  }
  return {};
}

/// Those that reach the edge of their face go on beyond it; those that lie beyond it are refused.
void check_patches(Scenario& v, Problems& problems) {
  for (std::size_t i = 0; i < v.patches.size(); ++i)
    for (const int axis : v.domain.axes()) {
      const auto a = static_cast<std::size_t>(axis);
      const Interval& domain = v.domain.extent[a];
      Interval& extent = v.patches[i].extent[a];
      if (extent.low >= domain.high || extent.high <= domain.low)
        problems.add(entry("boundary.patch", i, axis_names[a]),
                     fmt::format("[{}, {}] lies beside the face, which reaches from {} to {}", extent.low, extent.high,
                                 domain.low, domain.high));
      if (extent.low <= domain.low) extent.low = BoundaryPatch::everywhere.low;
      if (extent.high >= domain.high) extent.high = BoundaryPatch::everywhere.high;
    }
}

void check_layers(const Scenario& v, Problems& problems) {
  if (v.model.kind != ModelKind::layers || v.domain.dim == 1 || v.domain.topography) return;
  const double top = v.domain.extent[2].high, first = v.model.layers.front().top;
  if (top > first)
    problems.add("model.layer[0].top",
                 fmt::format("found {}; the domain reaches above the first layer, to z = {}", first, top));
}

/// Below a surface that is not flat z follows from the mesh, and is checked with it.
bool z_is_open(const Scenario& v, bool by_depth) { return by_depth && v.has_shaped_surface(); }

void check_source_position(const Scenario& v, std::size_t i, Problems& problems) {
  const SourceSpec& source = v.sources[i];
  const Outside found = outside(v.domain, source.position);
  if (found.axis < 0 || (found.axis == 2 && z_is_open(v, source.depth.has_value()))) return;
  const char* by_depth = found.axis == 2 ? "depth" : axis_names[static_cast<std::size_t>(found.axis)];
  problems.add(entry("source", i, source.depth ? by_depth : "position"), found.reason);
}

}  // namespace

bool is_isotropic_moment(const std::array<double, 6>& m, int dim) {
  double largest = 0;
  for (double x : m) largest = std::max(largest, std::abs(x));
  const auto same = [&](double a, double b) { return std::abs(a - b) <= 1e-9 * largest; };
  if (dim == 1) return true;
  const bool no_shear = same(m[3], 0) && same(m[4], 0) && same(m[5], 0);
  return no_shear && same(m[0], m[2]) && (dim == 2 || same(m[0], m[1]));
}

namespace {

bool in_fluid(const ModelSpec& model, const Vector& position) {
  const bool any_surface =
      std::any_of(model.layers.begin(), model.layers.end(), [](const Layer& l) { return l.surface.has_value(); });
  if (model.kind != ModelKind::layers || any_surface) return all_fluid(model);  // surfaces: once they are read
  const Layer* here = nullptr;  // the lowest layer whose top is not below the point
  for (const Layer& layer : model.layers)
    if (layer.top >= position[2]) here = &layer;
  return here && here->material.vs == 0;
}

void check_sources(Scenario& v, Problems& problems) {
  const bool model_is_right = problems.none_in("model");
  for (std::size_t i = 0; i < v.sources.size(); ++i) {
    SourceSpec& source = v.sources[i];
    if (!problems.none_in(fmt::format("source[{}]", i))) continue;
    if (source.depth && !v.domain.chunk) source.position[2] = v.domain.extent[2].high - *source.depth;
    if (source.file.empty() && !v.domain.chunk) check_source_position(v, i, problems);
    if (z_is_open(v, source.depth.has_value())) continue;
    if (source.kind == SourceKind::moment_tensor && model_is_right && in_fluid(v.model, source.position) &&
        !is_isotropic_moment(source.moment, v.domain.dim))
      problems.add(entry("source", i, source.file.empty() ? "moment" : "file"),
                   "a deviatoric moment tensor stands in a fluid (vs = 0); only equal diagonal components "
                   "are allowed there");
  }
}

void check_receiver_positions(Scenario& v, std::size_t i, Problems& problems) {
  if (!v.receivers[i].file.empty() || v.domain.chunk) return;  // checked when they were placed
  const auto& depths = v.receivers[i].depths;
  for (std::size_t k = 0; k < depths.size(); ++k) v.receivers[i].positions[k][2] = v.domain.extent[2].high - depths[k];
  const char* way = "positions";
  for (const char* other : {"line", "grid"})
    if (v.places.contains(entry("receivers", i, other))) way = other;
  const auto& positions = v.receivers[i].positions;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const Outside found = outside(v.domain, positions[k]);
    if (found.axis < 0 || (found.axis == 2 && z_is_open(v, !depths.empty()))) continue;
    if (found.axis == 2 && !depths.empty()) way = "depth";
    return problems.add(entry("receivers", i, way), fmt::format("receiver {}: {}", k + 1, found.reason));
  }
}

void check_names(const Scenario& v, Problems& problems) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < v.receivers.size(); ++i)
    if (!seen.insert(v.receivers[i].name).second)
      problems.add(entry("receivers", i, "name"),
                   fmt::format("\"{}\" names another group already; give each its own name", v.receivers[i].name));
}

bool is_acoustic(const Scenario& v) {
  if (v.solver.physics == Physics::automatic) return all_fluid(v.model);
  return v.solver.physics != Physics::elastic;
}

void complete_quantities(const Scenario& v, std::vector<Quantity>& quantities, const std::string& key,
                         Problems& problems) {
  if (quantities.empty()) quantities = {all_fluid(v.model) ? Quantity::pressure : Quantity::velocity};
  const bool stress = std::find(quantities.begin(), quantities.end(), Quantity::stress) != quantities.end();
  if (stress && (is_acoustic(v) || v.domain.dim == 1))
    problems.add(key, "found \"stress\"; acoustic and 1-D runs have none: use \"pressure\"");
}

void check_surface(const Scenario& v, const SurfaceSpec& surface, Problems& problems) {
  if (std::find(surface.quantities.begin(), surface.quantities.end(), Quantity::stress) != surface.quantities.end())
    problems.add("output.surface.quantities", "found \"stress\"; take snapshots or receivers for stresses");
  if (surface.depth > v.domain.extent[2].length())
    problems.add("output.surface.depth",
                 fmt::format("found {:.6g}; the domain is {:.6g} m deep", surface.depth, v.domain.extent[2].length()));
}

void check_physics(const Scenario& v, Problems& problems) {
  const Physics physics = v.solver.physics;
  if (physics == Physics::elastic && v.domain.dim == 1)
    problems.add("solver.physics", "found \"elastic\"; a 1-D domain takes \"acoustic\"");
  const bool acoustic = physics == Physics::acoustic || physics == Physics::acoustic_second_order;
  if (acoustic && some_solid(v.model))
    problems.add("solver.physics",
                 fmt::format("found \"{}\" with a model in which some vs is greater than 0; use \"elastic\" or "
                             "\"auto\", or set vs = 0",
                             name_of(physics)));
  if (v.initial && v.initial->wave == InitialSpec::Wave::s && is_acoustic(v))
    problems.add("initial.wave", "found \"s\"; a fluid carries only \"p\"");
}

}  // namespace

std::string outside_domain(const Domain& domain, const Vector& p) {
  return domain.chunk ? ChunkFrame(*domain.chunk).outside(p) : outside(domain, p).reason;
}

bool all_fluid(const ModelSpec& model) {
  const auto materials = known_materials(model);
  return !materials.empty() && std::all_of(materials.begin(), materials.end(), [](const auto& m) { return m.vs == 0; });
}

bool some_solid(const ModelSpec& model) {
  const auto materials = known_materials(model);
  return model.kind == ModelKind::radial ||
         std::any_of(materials.begin(), materials.end(), [](const auto& m) { return m.vs > 0; });
}

void check_scenario(Scenario& v, Problems& problems) {
  const bool domain_is_right = problems.none_in("domain"), model_is_right = problems.none_in("model");
  if (domain_is_right && model_is_right) check_layers(v, problems);
  if (domain_is_right && problems.none_in("boundary")) check_patches(v, problems);
  if (domain_is_right) check_sources(v, problems);
  if (domain_is_right)
    for (std::size_t i = 0; i < v.receivers.size(); ++i) check_receiver_positions(v, i, problems);
  check_names(v, problems);
  if (!model_is_right || !domain_is_right || !problems.none_in("solver")) return;
  check_physics(v, problems);
  for (std::size_t i = 0; i < v.receivers.size(); ++i)
    complete_quantities(v, v.receivers[i].quantities, entry("receivers", i, "quantities"), problems);
  if (v.output.snapshots)
    complete_quantities(v, v.output.snapshots->quantities, "output.snapshots.quantities", problems);
  if (v.output.surface) check_surface(v, *v.output.surface, problems);
}

}  // namespace unda::scenario

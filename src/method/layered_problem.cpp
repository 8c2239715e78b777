// Recognising scenarios whose exact seismograms a wavenumber integral gives.
#include "method/layered_problem.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "method/refusals.hpp"
#include "model/layers.hpp"
#include "model/properties.hpp"

namespace unda::method {
namespace {

using scenario::BoundaryKind;
using scenario::ModelKind;
using scenario::Scenario;

struct Refusal {
  std::string key, reason;
};

std::optional<Refusal> refused_domain(const Scenario& s) {
  if (s.domain.dim == 1) return Refusal{"domain", "found a 1-D domain; it must have z"};
  if (s.domain.topography) return Refusal{"domain.topography", "the surface must be flat"};
  if (s.initial) return Refusal{"initial", "the earth must be at rest at t = 0"};
  if (!s.patches.empty()) return Refusal{"boundary.patch[0]", "one condition must hold on all of a face"};
  for (const int axis : s.domain.axes())
    for (int side = 0; side < 2; ++side) {
      const int face = 2 * axis + side;
      const BoundaryKind kind = s.boundary[face];
      if (kind == BoundaryKind::absorbing || (face == Face::top && kind != BoundaryKind::periodic)) continue;
      return Refusal{
          fmt::format("boundary.{}", face_names[face]),
          fmt::format("found \"{}\"; must be \"absorbing\"{}", scenario::name_of(kind),
                      face == Face::top ? ", \"free\" or \"rigid\"" : ": the earth goes on without end there")};
    }
  return {};
}

std::optional<Refusal> refused_material(const scenario::Material& m, const std::string& key) {
  for (const auto& [name, quality] : {std::pair{".qp", m.qp}, std::pair{".qs", m.qs}})
    if (quality > 0 && quality < model::lowest_quality)
      return Refusal{key + name, fmt::format("found {}; must be at least {}", quality, model::lowest_quality)};
  return {};
}

std::optional<Refusal> refused_model(const Scenario& s) {
  if (const std::string key = key_of_anisotropy(s); !key.empty()) return Refusal{key, "the layers must be isotropic"};
  const auto& grid = s.model.grid;
  switch (s.model.kind) {
    case ModelKind::uniform:
      return refused_material(s.model.uniform, "model");
    case ModelKind::layers:
      for (std::size_t n = 0; n < s.model.layers.size(); ++n)
        if (s.model.layers[n].surface)
          return Refusal{fmt::format("model.layer[{}].top", n), "found a surface; the layers must be level"};
        else if (auto refusal = refused_material(s.model.layers[n].material, fmt::format("model.layer[{}]", n)))
          return refusal;
      return {};
    case ModelKind::grid:
      if (!grid.vp.file.empty() || !grid.vs.file.empty() || !grid.rho.file.empty() ||
          (grid.qp && !grid.qp->file.empty()) || (grid.qs && !grid.qs->file.empty()))
        return Refusal{"model.kind", "found a grid that varies; must be \"uniform\" or \"layers\""};
      return {};
    default:
      return Refusal{"model.kind",
                     fmt::format("found \"{}\"; must be \"uniform\" or \"layers\"", scenario::name_of(s.model.kind))};
  }
}

std::optional<Refusal> refused(const Scenario& s, const std::vector<PointSource>& sources) {
  if (auto refusal = refused_domain(s)) return refusal;
  if (auto refusal = refused_model(s)) return refusal;
  if (sources.empty()) return Refusal{"source", "there is none"};
  const bool any =
      std::any_of(s.receivers.begin(), s.receivers.end(), [](const auto& r) { return !r.positions.empty(); });
  if (!any) return Refusal{"receivers", "there are none"};
  return {};
}

reference::EarthLayer layer_of(double top, const scenario::Material& m) {
  return {top, {m.vp, m.vs, m.rho}, {m.qp, m.qs}};
}

reference::LayeredEarth earth_of(const Scenario& s) {
  reference::LayeredEarth earth;
  const BoundaryKind top = s.boundary[Face::top];
  earth.surface = top == BoundaryKind::free    ? reference::Surface::free
                  : top == BoundaryKind::rigid ? reference::Surface::rigid
                                               : reference::Surface::half_space;
  earth.reference_frequency = s.model.reference_frequency;
  const double surface = s.domain.extent[2].high;
  if (s.model.kind == ModelKind::uniform) earth.layers = {layer_of(surface, s.model.uniform)};
  if (s.model.kind == ModelKind::grid) {
    const auto& grid = s.model.grid;
    earth.layers = {{surface,
                     {grid.vp.value, grid.vs.value, grid.rho.value},
                     {grid.qp ? grid.qp->value : 0, grid.qs ? grid.qs->value : 0}}};
  }
  if (s.model.kind == ModelKind::layers)
    for (const scenario::Layer& layer : model::layers_in_domain(s))
      earth.layers.push_back(layer_of(earth.layers.empty() ? surface : layer.top, layer.material));
  return earth;
}

std::string description_of(const Scenario& s, const reference::LayeredProblem& p, const PointSource& first) {
  std::string source = p.sources.size() == 1 ? scenario::name_of(first.kind) : "sources";
  std::replace(source.begin(), source.end(), '_', ' ');
  const BoundaryKind top = s.boundary[Face::top];
  const std::size_t n = p.earth.layers.size();
  return fmt::format(
      "{} in {}{}, {}-D, by wavenumber integration", source, n == 1 ? "a uniform earth" : fmt::format("{} layers", n),
      top == BoundaryKind::absorbing ? std::string() : fmt::format(" under a {} surface", scenario::name_of(top)),
      p.dim);
}

}  // namespace

LayeredForm layered_form(const Scenario& s, const std::vector<PointSource>& sources) {
  LayeredForm form;
  if (auto refusal = refused(s, sources)) {
    form.key = refusal->key;
    form.reason = refusal->reason;
    return form;
  }
  reference::LayeredProblem p;
  p.dim = s.domain.dim;
  p.earth = earth_of(s);
  for (const PointSource& source : sources)
    p.sources.push_back({source.kind == scenario::SourceKind::force, source.position, source.moment, source.force,
                         source.time_function});
  for (const scenario::ReceiverSpec& group : s.receivers)
    for (const Vector& position : group.positions) p.receivers.push_back({position, group.quantities});
  p.n_samples = static_cast<std::size_t>(s.time.n_samples());
  p.sample_interval = s.time.sample_interval;
  form.description = description_of(s, p, sources.front());
  form.problem = std::move(p);
  return form;
}

}  // namespace unda::method

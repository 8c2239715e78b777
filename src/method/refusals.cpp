// Looking through the materials of a scenario.
#include "method/refusals.hpp"

#include <functional>

#include <fmt/format.h>

namespace unda::method {
namespace {

constexpr const char* methods_with_attenuation = "fd";

/// Every material that stands in the scenario, with its key.
void for_each_material(const scenario::Scenario& s,
                       const std::function<void(const scenario::Material&, const std::string&)>& look) {
  if (s.model.kind == scenario::ModelKind::uniform) look(s.model.uniform, "model");
  for (std::size_t n = 0; n < s.model.layers.size(); ++n)
    look(s.model.layers[n].material, fmt::format("model.layer[{}]", n));
  for (std::size_t n = 0; n < s.model.regions.size(); ++n)
    look(s.model.regions[n].material, fmt::format("model.region[{}]", n));
}

}  // namespace

void refuse_attenuation(const scenario::Scenario& s) {
  const std::string sentence = fmt::format("{} has no attenuation; methods that have: {}",
                                           scenario::name_of(s.solver.method), methods_with_attenuation);
  for_each_material(s, [&](const scenario::Material& material, const std::string& key) {
    if (material.qp > 0 || material.qs > 0) s.fail(key + (material.qp > 0 ? ".qp" : ".qs"), sentence);
  });
  if (s.model.grid.qp || s.model.grid.qs) s.fail(s.model.grid.qp ? "model.qp" : "model.qs", sentence);
}

void refuse_anisotropy(const scenario::Scenario& s) {
  for_each_material(s, [&](const scenario::Material& material, const std::string& key) {
    if (!material.c.empty()) s.fail(key + ".c", "no method of this version is anisotropic; give vp, vs and rho");
  });
}

}  // namespace unda::method

// Looking through the materials of a scenario.
#include "method/refusals.hpp"

#include <fmt/format.h>

namespace unda::method {

void refuse_attenuation_and_anisotropy(const scenario::Scenario& s) {
  constexpr const char* no_attenuation =
      "no method of this version has attenuation; leave it out (unda reference takes it)";
  auto check = [&](const scenario::Material& material, const std::string& key) {
    if (material.qp > 0 || material.qs > 0) s.fail(key + (material.qp > 0 ? ".qp" : ".qs"), no_attenuation);
    if (!material.c.empty()) s.fail(key + ".c", "no method of this version is anisotropic; give vp, vs and rho");
  };
  if (s.model.kind == scenario::ModelKind::uniform) check(s.model.uniform, "model");
  for (std::size_t n = 0; n < s.model.layers.size(); ++n)
    check(s.model.layers[n].material, fmt::format("model.layer[{}]", n));
  for (std::size_t n = 0; n < s.model.regions.size(); ++n)
    check(s.model.regions[n].material, fmt::format("model.region[{}]", n));
  if (s.model.grid.qp || s.model.grid.qs) s.fail(s.model.grid.qp ? "model.qp" : "model.qs", no_attenuation);
}

}  // namespace unda::method

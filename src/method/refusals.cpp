// Looking through the materials of a scenario.
#include "method/refusals.hpp"

#include <fmt/format.h>

namespace unda::method {
namespace {

/// f(material, its key) for all that the scenario writes out, until it returns something.
template <class Function>
std::string first_of_materials(const scenario::Scenario& s, Function f) {
  std::string found;
  if (s.model.kind == scenario::ModelKind::uniform) found = f(s.model.uniform, "model");
  for (std::size_t n = 0; n < s.model.layers.size() && found.empty(); ++n)
    found = f(s.model.layers[n].material, fmt::format("model.layer[{}]", n));
  for (std::size_t n = 0; n < s.model.regions.size() && found.empty(); ++n)
    found = f(s.model.regions[n].material, fmt::format("model.region[{}]", n));
  return found;
}

}  // namespace

std::string key_of_attenuating_fluid(const scenario::Scenario& s, const model::Extremes& earth) {
  std::string key = first_of_materials(s, [](const scenario::Material& m, const std::string& of) {
    return m.vs == 0 && m.qp > 0 && !m.is_anisotropic() ? of + ".qp" : std::string();
  });
  if (!key.empty()) return key;
  return s.model.kind == scenario::ModelKind::grid && s.model.grid.qp && earth.any_fluid ? "model.qp" : "";
}

std::string key_of_anisotropy(const scenario::Scenario& s) {
  std::string key = first_of_materials(s, [](const scenario::Material& m, const std::string& of) {
    if (!m.is_anisotropic()) return std::string();
    return of + (!m.c.empty() ? ".c" : m.epsilon != 0 ? ".epsilon" : m.delta != 0 ? ".delta" : ".gamma");
  });
  const scenario::GridModel& grid = s.model.grid;
  if (!key.empty() || s.model.kind != scenario::ModelKind::grid) return key;
  return grid.epsilon ? "model.epsilon" : grid.delta ? "model.delta" : grid.gamma ? "model.gamma" : "";
}

void refuse_anisotropy(const scenario::Scenario& s, const std::string& reason) {
  if (const std::string key = key_of_anisotropy(s); !key.empty()) s.fail(key, reason);
}

void refuse_patches_before_layers(const scenario::Scenario& s, const std::string& key, bool has_layers) {
  for (std::size_t i = 0; i < s.patches.size() && has_layers; ++i)
    if (s.boundary[s.patches[i].face] == scenario::BoundaryKind::absorbing)
      s.fail(fmt::format("boundary.patch[{}].face", i),
             fmt::format("\"{0}\" is absorbing, and layers lie outside it; take boundary.{0} = \"free\" or \"rigid\" "
                         "beside the patch, or {1} = 0",
                         face_names[s.patches[i].face], key));
}

}  // namespace unda::method

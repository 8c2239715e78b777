// Telling the laws of layers by their middles.
#include "sem/parts.hpp"

namespace unda::sem {

std::vector<Part> parts_of_mesh(const mesh::Levels& levels, const model::Model& model) {
  const model::Extremes earth = model.extremes();
  const bool is_mixed = earth.any_solid && earth.any_fluid;
  const auto middle = [&](int axis) { return 0.5 * (levels.domain[axis].low + levels.domain[axis].high); };
  const double x = middle(0), y = levels.dim == 3 ? middle(1) : 0;
  const bool has_layers = !model.interfaces().empty();  // each of one medium; of other models any part may attenuate
  std::vector<Part> parts;
  for (int k = 0; k < levels.n[2]; ++k) {
    const double z = 0.5 * (levels.height(k, x, y) + levels.height(k + 1, x, y));
    const model::Properties here = model.at({x, y, z});
    const bool solid = is_mixed ? here.vs > 0 : earth.any_solid;
    const Physics physics = !solid                  ? Physics::acoustic
                            : earth.any_anisotropic ? Physics::anisotropic
                                                    : Physics::elastic;
    if (parts.empty() || parts.back().physics != physics) parts.push_back({{k, k}, physics});
    parts.back().layers.last = k + 1;
    if (has_layers ? here.qp > 0 : earth.attenuates()) parts.back().attenuates = true;
  }
  return parts;
}

}  // namespace unda::sem

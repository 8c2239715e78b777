// Moments by continuous values.
#include "fd/moment_in_layers.hpp"

#include <cmath>

namespace unda::fd {

MomentInLayers::MomentInLayers(const model::Model& model, const std::vector<model::LevelInterface>& interfaces,
                               const method::PointSource& source, double reach)
    : moment_(source.moment), own_(model::stiffness_at(model, source.position)) {
  if (source.kind == scenario::SourceKind::force) return;
  for (const model::LevelInterface& i : interfaces)
    if (std::abs(i.height - source.position[2]) < reach) varies_ = true;
}

double MomentInLayers::at(int a, int b, const model::Stiffness& cell) const {
  constexpr int up = 2;
  const double own_moment = moment_[model::Stiffness::place(a, b)];
  if (!varies_) return own_moment;
  if (a == b) return own_moment + moment_[up] * (cell.normal(a, up) - own_.normal(a, up)) / own_.normal(up, up);
  if (a != up && b != up) return own_moment;
  const std::size_t pair = static_cast<std::size_t>(3 - a - b);  // the axis that is not in it
  return own_.shear[pair] > 0 ? own_moment * cell.shear[pair] / own_.shear[pair] : own_moment;
}

}  // namespace unda::fd

// Stresses by continuous values.
#include "fd/stress_in_layers.hpp"

#include <cmath>
#include <optional>

#include "model/properties.hpp"
#include "numerics/one_sided_difference.hpp"
#include "numerics/windowed_sinc.hpp"

namespace unda::fd {
namespace {

/// What level strains and the stress across give of level stresses, in a cell that is isotropic in its plane.
struct LevelModuli {
  double sum;         ///< E_xx + E_xy
  double difference;  ///< E_xx - E_xy
  double ratio;       ///< r
  double along() const { return (sum + difference) / 2; }
};

LevelModuli level_moduli(const model::Stiffness& c) {
  const double r = c.normal(0, 2) / c.normal(2, 2), of_r = r * c.normal(0, 2);
  return {c.normal(0, 0) + c.normal(0, 1) - 2 * of_r, c.normal(0, 0) - c.normal(0, 1), r};
}

/// Others have no level moduli, and their stresses are read as they stand.
bool is_isotropic_in_its_plane(const model::Stiffness& c) {
  const double negligible = 1e-6 * c.normal(2, 2);
  return std::abs(c.normal(0, 0) - c.normal(1, 1)) < negligible &&
         std::abs(c.normal(0, 2) - c.normal(1, 2)) < negligible;
}

/// Whether a welded interface is near, and no fluid.
bool is_beside_interface(const Axis& up, const std::vector<model::LevelInterface>& interfaces, double z) {
  if (up.closure == 0) return false;
  const double reach = numerics::sinc_half_width + up.closure;
  const double of_floors = reach + numerics::one_sided_difference(up.closure).n_rows + up.closure;
  bool beside = false;
  for (const model::LevelInterface& i : interfaces) {
    const double distance = std::abs(i.height - z) / up.spacing;
    if (distance < of_floors && (i.above.vs == 0 || i.below.vs == 0)) return false;
    beside = beside || distance < reach;
  }
  return beside;
}

using Parts = std::vector<StressPart>;

Parts level_stress_2d(const LevelModuli& own, int xx, int zz) {
  auto share = [own](const LevelModuli& m) { return own.along() / m.along(); };
  return {{xx, [=](const auto& cell) { return share(level_moduli(cell)); }}, {zz, [=](const auto& cell) {
                                                                                const LevelModuli m =
                                                                                    level_moduli(cell);
                                                                                return own.ratio - share(m) * m.ratio;
                                                                              }}};
}

Parts level_stress_3d(const LevelModuli& own, int aa, int bb, int zz) {
  auto half = [own](const model::Stiffness& cell, int sign) {
    const LevelModuli m = level_moduli(cell);
    return (own.sum / m.sum + sign * own.difference / m.difference) / 2;
  };
  return {{aa, [=](const auto& cell) { return half(cell, 1); }},
          {bb, [=](const auto& cell) { return half(cell, -1); }},
          {zz, [=](const auto& cell) {
             const LevelModuli m = level_moduli(cell);
             return own.ratio - own.sum / m.sum * m.ratio;
           }}};
}

/// In plane strain s_yy = E_xy e_xx + r s_zz.
Parts pressure(const LevelModuli& own, const std::vector<int>& level, int zz) {
  const bool plane = level.size() == 1;
  auto share = [=](const LevelModuli& m) { return own.sum / (plane ? m.along() : m.sum); };
  Parts parts;
  for (const int field : level)
    parts.push_back({field, [=](const auto& cell) { return -share(level_moduli(cell)) / 3; }});
  parts.push_back({zz, [=](const auto& cell) {
                     const LevelModuli m = level_moduli(cell);
                     return -(1 + 2 * own.ratio - (plane ? 1 : 2) * share(m) * m.ratio) / 3;
                   }});
  return parts;
}

/// In plane strain s_yy = c_xy e_xx + c_yz e_zz, and these strains are those of s_xx and s_zz. In a layer the moduli are its own, though a cell
/// beside a sea floor be cut.
Parts pressure_in_plane(const SchemeDescription& scheme, const std::optional<model::Stiffness>& of_layer) {
  auto weight = [](const model::Stiffness& c, int a) {
    const int other = 2 - a;
    const double determinant = c.normal(0, 0) * c.normal(2, 2) - c.normal(0, 2) * c.normal(0, 2);
    const double of_stress =
        (c.normal(a, 1) * c.normal(other, other) - c.normal(other, 1) * c.normal(0, 2)) / determinant;
    return -(1 + of_stress) / 3;
  };
  auto field_of = [&](int part) { return scheme.readings(scenario::Quantity::stress, part).front().field; };
  return {{field_of(0), [=](const auto& cell) { return weight(of_layer.value_or(cell), 0); }},
          {field_of(1), [=](const auto& cell) { return weight(of_layer.value_or(cell), 2); }}};
}

}  // namespace

std::vector<StressPart> stress_in_layers(const SchemeDescription& scheme, const Grid& whole, const model::Model& model,
                                         const std::vector<model::LevelInterface>& interfaces, const Vector& position,
                                         scenario::Quantity quantity, int component) {
  const int dim = whole.dim, up = dim - 1;
  const Axis& axis = whole.axis[up];
  const model::Stiffness own_cell = model::stiffness_at(model, position);
  const bool beside = axis.physical == 2 && is_beside_interface(axis, interfaces, position[2]);
  if (dim == 2 && quantity == scenario::Quantity::pressure && model.extremes().any_anisotropic && !beside &&
      model.at(position).vs > 0)
    return pressure_in_plane(scheme, interfaces.empty() ? std::nullopt : std::optional(own_cell));
  if (!beside || !is_isotropic_in_its_plane(own_cell)) return {};
  const LevelModuli own = level_moduli(own_cell);
  auto field_of = [&](int part) { return scheme.readings(scenario::Quantity::stress, part).front().field; };
  const int zz = field_of(up);
  if (quantity == scenario::Quantity::pressure)
    return pressure(own, dim == 2 ? std::vector{field_of(0)} : std::vector{field_of(0), field_of(1)}, zz);
  if (quantity != scenario::Quantity::stress) return {};
  if (dim == 2) return component == 0 ? level_stress_2d(own, field_of(0), zz) : Parts{};
  if (component < up) return level_stress_3d(own, field_of(component), field_of(1 - component), zz);
  const double mu = own_cell.shear[2];
  if (component == dim) return {{field_of(component), [mu](const auto& cell) { return mu / cell.shear[2]; }}};
  return {};
}

}  // namespace unda::fd

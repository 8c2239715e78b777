// Where fluids slip along solids: planes, parameters, and the changes of derivatives.
#include "fd/slip_interfaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "fd/medium.hpp"
#include "model/stiffness.hpp"
#include "numerics/difference_table.hpp"
#include "numerics/one_sided_difference.hpp"

namespace unda::fd {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How far a contact may lie on the fluid's side of its half plane, in cells; the other way 1 less this.
constexpr double most_into_fluid = 0.3;

/// Weights of the first three planes of a side, 1/2, 3/2 and 5/2 cells from the half plane, that integrate over what lies between
/// it and the contact: a parabola or, where that would leave planes without thickness, a straight line.
std::array<double, 3> between_plane_and_contact(double extra, bool parabola) {
  if (!parabola) return {extra * (extra + 3) / 2, -extra * (extra + 1) / 2, 0};
  std::array<double, 3> weights{};
  for (int m = 0; m < 3; ++m) {
    const double here = m + 0.5, a = (m + 1) % 3 + 0.5, b = (m + 2) % 3 + 0.5, e = extra;
    weights[static_cast<std::size_t>(m)] =
        (e * e * e / 3 + (a + b) * e * e / 2 + a * b * e) / ((here - a) * (here - b));
  }
  return weights;
}

/// The plain derivative at half point `h`, by node, or at node `h`, by half point.
std::map<int, double> plain(int radius, int h, bool at_half) {
  std::map<int, double> row;
  const auto c = numerics::staggered_coefficients(radius);
  for (int m = 1; m <= radius; ++m) {
    row[at_half ? h + m : h + m - 1] += c[m - 1];
    row[at_half ? h + 1 - m : h - m] -= c[m - 1];
  }
  return row;
}

/// The derivative at node `k` of a part, by half point: plain, or one-sided beside a face of the whole grid.
std::map<int, double> at_node_of(const Axis& axis, int radius, int k) {
  using scenario::BoundaryKind;
  const auto& one_sided = numerics::one_sided_difference(radius);
  const int last = axis.n_whole - 1, from_high = last - k;
  auto has_face = [](BoundaryKind kind) { return kind == BoundaryKind::free || kind == BoundaryKind::rigid; };
  std::map<int, double> row;
  if (has_face(axis.low) && k < one_sided.n_rows) {
    const auto& weights = one_sided.at_node[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < weights.size(); ++i) row[static_cast<int>(i)] = weights[i];
  } else if (has_face(axis.high) && from_high < one_sided.n_rows) {
    const auto& weights = one_sided.at_node[static_cast<std::size_t>(from_high)];
    for (std::size_t i = 0; i < weights.size(); ++i) row[last - 1 - static_cast<int>(i)] = -weights[i];
  } else {
    row = plain(radius, k, false);
  }
  return row;
}

template <class Real>
LevelWeights<Real> as_level(const std::map<int, double>& row, int at) {
  LevelWeights<Real> level;
  if (row.empty()) return level;
  level.first_offset = row.begin()->first - at;
  level.weights.assign(static_cast<std::size_t>(row.rbegin()->first - row.begin()->first) + 1, Real(0));
  for (const auto& [index, weight] : row)
    level.weights[static_cast<std::size_t>(index - row.begin()->first)] = static_cast<Real>(weight);
  return level;
}

}  // namespace

SlipInterfaces::SlipInterfaces(const model::Model& model, const Grid& whole, int radius)
    : axis_(whole.dim - 1), radius_(radius), n_rows_(numerics::one_sided_difference(radius).n_rows) {
  const Axis& axis = whole.axis[axis_];
  if (axis.physical != 2 || axis.periodic()) return;
  for (const model::LevelInterface& floor : model.level_interfaces())
    if (floor.is_sea_floor()) place(floor, axis);
  std::sort(contacts_.begin(), contacts_.end(), [](const Contact& a, const Contact& b) { return a.height < b.height; });
  drop_those_without_room(axis);
  nodes_.resize(static_cast<std::size_t>(axis.n_whole));
  halves_.resize(static_cast<std::size_t>(axis.n_whole));
  for (const Contact& contact : contacts_) set_planes(contact, axis);
}

void SlipInterfaces::place(const model::LevelInterface& floor, const Axis& axis) {
  const double index = axis.index(floor.height);
  const bool solid_below = floor.below.vs > 0;
  if (index < 0 || index > axis.n_whole - 1) return;
  // The last plane of the solid, such that the contact lies at most 0.3 cells beyond the half plane after it.
  const double last =
      solid_below ? std::ceil(index - 0.5 - most_into_fluid) : std::floor(index + 0.5 + most_into_fluid) - 1;
  contacts_.push_back({floor.height, static_cast<int>(last), solid_below, n_rows_});
}

/// A contact needs planes for itself on both sides: up to absorbing layers, up to what one-sided faces change, and half of
/// what lies between it and the next contact. Rows of a fluid may belong to such a face too.
void SlipInterfaces::drop_those_without_room(const Axis& axis) {
  using scenario::BoundaryKind;
  // The last planes change little, and absorbing layers begin gently: these may overlap.
  const int first = axis.low == BoundaryKind::absorbing ? axis.absorbing_low - radius_ : n_rows_;
  const int last = axis.n_whole - 1 - (axis.high == BoundaryKind::absorbing ? axis.absorbing_high - radius_ : n_rows_);
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (std::size_t n = 0; n < contacts_.size() && !dropped; ++n) {
      Contact& contact = contacts_[n];
      const int below = n == 0 ? contact.below - first + 1 : (contact.below - contacts_[n - 1].below) / 2;
      const int above = n + 1 == contacts_.size() ? last - contact.below : (contacts_[n + 1].below - contact.below) / 2;
      const int solid = contact.solid_below ? below : above, fluid = contact.solid_below ? above : below;
      contact.n_fluid_planes = fluid >= n_rows_ ? n_rows_ : 0;
      const bool beside_face = contact.solid_below ? n + 1 == contacts_.size() && axis.high != BoundaryKind::absorbing
                                                   : n == 0 && axis.low != BoundaryKind::absorbing;
      if (solid >= n_rows_ + radius_ && fluid >= (beside_face ? 1 : std::max(radius_ + 1, 3))) continue;
      without_room_.push_back(contact.height);
      contacts_.erase(contacts_.begin() + static_cast<std::ptrdiff_t>(n));
      dropped = true;
    }
  }
}

void SlipInterfaces::set_planes(const Contact& contact, const Axis& axis) {
  const auto& one_sided = numerics::one_sided_difference(radius_);
  const double beyond = axis.index(contact.height) - (contact.below + 0.5);  // of the half plane, upward, in cells
  for (const bool upper : {false, true}) {
    const bool solid = upper != contact.solid_below;
    const double extra = upper ? -beyond : beyond;
    const auto between = between_plane_and_contact(extra, contact.solid_below ? beyond > 0 : beyond < 0);
    const int n_norms = solid ? n_rows_ : contact.n_fluid_planes;
    for (int q = 0; q < std::max(n_norms, 3); ++q) {
      Plane& plane = nodes_[static_cast<std::size_t>(upper ? contact.below + 1 + q : contact.below - q)];
      plane.changed = true;
      plane.thickness = (q < n_norms ? one_sided.half_norm[static_cast<std::size_t>(q)] : 1) +
                        (q < 3 ? between[static_cast<std::size_t>(q)] : 0);
      plane.low = upper ? contact.height : -infinity;
      plane.high = upper ? infinity : contact.height;
    }
    if (!solid) continue;
    for (int j = 0; j < n_rows_; ++j) {
      Plane& plane = halves_[static_cast<std::size_t>(upper ? contact.below + j : contact.below - j)];
      plane.changed = true;
      plane.thickness = j == 0 ? 0 : one_sided.node_norm[static_cast<std::size_t>(j)];
      plane.low = upper ? contact.height : -infinity;
      plane.high = upper ? infinity : contact.height;
    }
  }
}

std::vector<std::array<int, 2>> SlipInterfaces::planes(const Axis& axis) const {
  std::vector<std::array<int, 2>> ranges;
  for (const Contact& contact : contacts_) {
    const int solid = n_rows_ + radius_, fluid = std::max({fluid_levels(contact, axis), contact.n_fluid_planes, 3});
    ranges.push_back({contact.below + 1 - (contact.solid_below ? solid : fluid),
                      contact.below + (contact.solid_below ? fluid : solid)});
  }
  return ranges;
}

double SlipInterfaces::scale(SlipRole role, int index) const {
  if (empty() || index < 0 || index >= static_cast<int>(nodes_.size())) return 1;
  const auto at = static_cast<std::size_t>(index);
  if (role == SlipRole::stress_along) return nodes_[at].thickness;
  return role == SlipRole::shear_across && halves_[at].thickness > 0 ? halves_[at].thickness : 1;
}

Confinement SlipInterfaces::own_side(const Vector& position) const {
  if (empty()) return {};
  IndexBounds bounds;
  for (const Contact& contact : contacts_) {
    if (position[2] > contact.height)
      bounds.least = std::max(bounds.least, contact.below + 0.5);
    else
      bounds.most = std::min(bounds.most, contact.below + 0.5);
  }
  return {axis_, bounds};
}

SlipInterfaces::Plane SlipInterfaces::plane_of(const Grid& part, const Half& half,
                                               const std::array<int, 3>& node) const {
  const int index = empty() ? -1 : node[axis_] + part.axis[axis_].offset;
  const bool is_inside = index >= 0 && index < static_cast<int>(nodes_.size());
  return !is_inside ? Plane{} : (half[axis_] == 1 ? halves_ : nodes_)[static_cast<std::size_t>(index)];
}

/// Of resultants; shear moduli as they are.
model::Stiffness SlipInterfaces::moduli_of(const model::Model& model, const Grid& part, const Plane& plane,
                                           const Half& half, const std::array<int, 3>& node) const {
  const auto [low, high] = cell_around(model, part, half, node);
  const int n = part.axis[axis_].physical;
  Vector own_low = low, own_high = high;
  own_low[n] = std::max(low[n], plane.low);
  own_high[n] = std::min(high[n], plane.high);
  const double tau = plane.thickness, across = model.stiffness(low, high).normal(n, n);  // 1/S
  const model::Stiffness own = model.stiffness(own_low, own_high);
  model::Stiffness c = own;
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) {
      const double ratio_a = own.normal(a, n) / own.normal(n, n), ratio_b = own.normal(b, n) / own.normal(n, n);
      const double along = own.normal(a, b) - ratio_a * ratio_b * own.normal(n, n);
      const double weight_a = a == n ? 1 : tau * ratio_a, weight_b = b == n ? 1 : tau * ratio_b;
      c.normal(a, b) = (a == n || b == n ? 0 : tau * along) + weight_a * weight_b * across;
    }
  return c;
}

double SlipInterfaces::parameter(const model::Model& model, const Grid& part, const Parameter& parameter,
                                 const std::array<int, 3>& node, CellMedium& cell) const {
  const Plane plane = plane_of(part, parameter.half, node);
  const bool half = parameter.half[empty() ? 0 : axis_] == 1;
  if (!plane.changed || (half && parameter.property == Property::buoyancy)) return cell.value(parameter.property);
  if (plane.thickness == 0) return 0;
  if (parameter.property == Property::buoyancy) {
    auto [low, high] = cell_around(model, part, parameter.half, node);
    const int n = part.axis[axis_].physical;
    low[n] = std::max(low[n], plane.low);
    high[n] = std::min(high[n], plane.high);
    return 1 / (plane.thickness * model.mean(low, high).rho);
  }
  model::Stiffness c = moduli_of(model, part, plane, parameter.half, node);
  for (double& shear : c.shear) shear *= plane.thickness;
  return value_of(parameter.property, c);
}

std::optional<model::Stiffness> SlipInterfaces::moduli_of_source(const model::Model& model, const Grid& part,
                                                                 const Half& half,
                                                                 const std::array<int, 3>& node) const {
  const Plane plane = plane_of(part, half, node);
  if (!plane.changed) return std::nullopt;
  if (plane.thickness == 0) return model::Stiffness{};
  return moduli_of(model, part, plane, half, node);
}

/// Planes of the fluid from which differences reach over the contact: all up to a face whose one-sided differences are near.
int SlipInterfaces::fluid_levels(const Contact& contact, const Axis& axis) const {
  const int to_face = contact.solid_below ? axis.n_whole - 1 - contact.below : contact.below + 1;
  const bool absorbs = (contact.solid_below ? axis.high : axis.low) == scenario::BoundaryKind::absorbing;
  return !absorbs && to_face < n_rows_ + 2 * radius_ ? to_face : radius_;
}

template <class Real>
std::vector<OneSidedFace<Real>> SlipInterfaces::faces(const SchemeDescription& scheme, const Grid& part) const {
  std::vector<OneSidedFace<Real>> all;
  const auto& one_sided = numerics::one_sided_difference(radius_);
  const int n_solid = n_rows_ + radius_;
  for (const Contact& contact : contacts_) {
    const int n_fluid_levels = fluid_levels(contact, part.axis[axis_]);
    const int first = contact.below + 1 - (contact.solid_below ? n_solid : n_fluid_levels);
    const int n_levels = n_solid + n_fluid_levels, local = first - part.axis[axis_].offset;
    if (local < 0 || local + n_levels > part.axis[axis_].n_nodes) continue;
    // The solid's derivative at half points, by node. It counts away from the contact in the table.
    const int sign = contact.solid_below ? -1 : 1, face = contact.below;
    std::map<int, std::map<int, double>> at_half;
    for (int j = 1; j < n_solid + radius_ + 1; ++j) {
      const int h = face + sign * j;
      if (j >= n_rows_) {
        at_half[h] = plain(radius_, h, true);
        continue;
      }
      const auto& row = one_sided.at_node[static_cast<std::size_t>(j)];
      for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i] != 0) at_half[h][solid_plane(contact, static_cast<int>(i))] = sign * row[i];
    }
    OneSidedFace<Real> change;
    change.axis = axis_;
    change.free = false;
    change.slips = true;
    change.n_levels = n_levels;
    change.first = local;
    change.fields = 0;
    for (std::size_t f = 0; f < scheme.fields.size(); ++f) {
      const SlipRole role = scheme.slip_role(static_cast<int>(f), axis_);
      if (role == SlipRole::velocity_along || role == SlipRole::shear_across) change.fields |= 1u << f;
    }
    for (int k = first; k < first + n_levels; ++k) {
      std::map<int, double> row;
      const int j = sign * (k - face);
      if (j >= 1 && j < n_rows_) {
        row = at_half[k];
        for (const auto& [node, weight] : plain(radius_, k, true)) row[node] -= weight;
      }
      change.at_half.push_back(as_level<Real>(row, k));
      row.clear();
      for (const auto& [h, weights] : at_half)
        if (const auto found = weights.find(k); found != weights.end()) row[h] -= found->second;
      for (const auto& [h, weight] : at_node_of(part.axis[axis_], radius_, k))
        if (sign * (h - face) >= 1) row[h] -= weight;  // elsewhere the shear stress is zero
      std::erase_if(row, [](const auto& entry) { return std::abs(entry.second) < 1e-14; });
      change.at_node.push_back(as_level<Real>(row, k));
    }
    const int n_fluid = std::max(contact.n_fluid_planes, 3);
    const int first_fluid = contact.solid_below ? contact.below + 1 : contact.below + 1 - n_fluid;
    change.first_fluid = first_fluid - part.axis[axis_].offset;
    for (auto k = static_cast<std::size_t>(first_fluid);
         change.fluid_thickness.size() < static_cast<std::size_t>(n_fluid); ++k)
      change.fluid_thickness.push_back(static_cast<Real>(nodes_[k].thickness));
    all.push_back(std::move(change));
  }
  return all;
}

template std::vector<OneSidedFace<float>> SlipInterfaces::faces<float>(const SchemeDescription&, const Grid&) const;
template std::vector<OneSidedFace<double>> SlipInterfaces::faces<double>(const SchemeDescription&, const Grid&) const;

}  // namespace unda::fd

// Sampling the model at staggered points.
#include "fd/medium.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <utility>

#include "fd/one_sided.hpp"
#include "model/stiffness.hpp"

namespace unda::fd {
namespace {

/// Properties from here on are parts of the effective stiffness.
bool is_stiffness(Property property) { return property >= Property::stiffness_xx; }

double value_of(Property property, const model::CellMeans& cell) {
  switch (property) {
    case Property::bulk_modulus:
      return cell.kappa;
    case Property::shear_modulus:
      return cell.mu;
    case Property::p_modulus:
      return cell.p_modulus;
    case Property::squared_speed:
      return cell.kappa / cell.rho;
    case Property::lame_lambda:
      return cell.p_modulus - 2 * cell.mu;
    case Property::buoyancy:
      return 1 / cell.rho;
    default:
      break;
  }
  return 0;
}

std::array<bool, 3> varying_axes(const model::Model& model, const Grid& grid) {
  std::array<bool, 3> varies{false, false, false};
  for (int a = 0; a < grid.dim; ++a) varies[a] = model.varies_along(grid.axis[a].physical);
  return varies;
}

}  // namespace

namespace {

int number_of(Property property) { return static_cast<int>(property) - static_cast<int>(Property::stiffness_xx); }

/// Which of Stiffness::shear; -1: a normal one.
int shear_pair(Property property) { return number_of(property) - 6; }

}  // namespace

double value_of(Property property, const model::Stiffness& c) {
  const int number = number_of(property);
  return number < 6 ? c.normals[number] : c.shear[number - 6];
}

std::pair<Vector, Vector> cell_around(const model::Model& model, const Grid& grid, const Half& half,
                                      const std::array<int, 3>& node) {
  Vector low{0, 0, 0}, high{0, 0, 0};
  for (int a = 0; a < grid.dim; ++a) {
    const Axis& axis = grid.axis[a];
    // Where the model does not vary any node will do; take the same on every part of the grid.
    const int index = model.varies_along(axis.physical) ? node[a] : -axis.offset;
    const auto [first, last] = cell_along(axis, index, half[a] == 1);
    low[axis.physical] = axis.coordinate(first);
    high[axis.physical] = axis.coordinate(last);
  }
  return {low, high};
}

Layout parameter_layout(const model::Model& model, const Grid& grid, int unit) {
  return make_layout(grid, 0, varying_axes(model, grid), unit);
}

double CellMedium::value(Property property) {
  if (property == Property::buoyancy) return 1 / model_.mean_density(box_.first, box_.second);
  if (!is_stiffness(property)) return value_of(property, model_.mean(box_.first, box_.second));
  // A shear modulus has its point to itself, the others share one.
  if (const int pair = shear_pair(property); pair >= 0 && !stiffness_)
    return model_.shear_stiffness(box_.first, box_.second, pair);
  if (!stiffness_) stiffness_ = model_.stiffness(box_.first, box_.second);
  return value_of(property, *stiffness_);
}

double parameter_at(const model::Model& model, const Grid& grid, const Parameter& parameter,
                    const std::array<int, 3>& node) {
  return CellMedium(model, grid, parameter.half, node).value(parameter.property);
}

namespace {

/// The largest relative difference between a cell's own mean and the mean of two nodes that counts as none. A second-order
/// interpolation of a smooth density is off by about as much in either way.
constexpr double smooth_enough = 1e-3;

int axis_of(const Parameter& parameter) {
  return static_cast<int>(std::find(parameter.half.begin(), parameter.half.end(), 1) - parameter.half.begin());
}

}  // namespace

bool is_isotropic(const model::Model& model, const Grid& grid, const parallel::Communicator& communicator) {
  if (model.extremes().any_anisotropic) return false;
  if (!model.has_interfaces()) return true;
  const auto varies = varying_axes(model, grid);
  std::array<int, 3> n{1, 1, 1};
  for (int a = 0; a < grid.dim; ++a) n[a] = varies[a] ? grid.axis[a].n_nodes : 1;
  std::atomic<bool> rough = false;
  exec::for_each_heavy(static_cast<std::size_t>(n[1]) * n[2], [&](std::size_t r) {
    for (int i = 0; i < n[0] && !rough; ++i) {
      const std::array<int, 3> node{i, static_cast<int>(r % n[1]), static_cast<int>(r / n[1])};
      const auto [low, high] = cell_around(model, grid, {0, 0, 0}, node);
      const model::Stiffness c = model.stiffness(low, high);
      const double p = model.mean(low, high).p_modulus;
      for (int a = 0; a < 3; ++a)
        if (std::abs(c.normal(a, a) - p) > smooth_enough * p) rough = true;  // never set back by another thread
    }
  });
  return !communicator.any(rough);
}

template <class Real>
Medium<Real>::Medium(const model::Model& model, const Grid& grid, const std::vector<Parameter>& parameters,
                     const parallel::Communicator& communicator, const exec::Queue& queue, const SlipInterfaces& slips,
                     const CutContacts& contacts, const model::Model* less)
    : model_(&model),
      less_(less),
      grid_(grid),
      queue_(queue),
      slips_(slips),
      contacts_(contacts),
      varies_(contacts.empty() ? varying_axes(model, grid) : std::array{true, true, true}),
      parameters_(parameters),
      storage_(parameters.size()) {
  std::vector<int> candidates;
  for (std::size_t n = 0; n < parameters.size(); ++n)
    if (parameters[n].may_be_mean) candidates.push_back(static_cast<int>(n));
  if (candidates.size() > 1) add_means(candidates);
  const bool share = candidates.size() > 1 && !communicator.any(!is_smooth(candidates));
  if (!share) arrays_.clear();
  std::map<Half, std::vector<int>> by_point;
  for (std::size_t n = 0; n < parameters.size(); ++n)
    if (!share || !parameters[n].may_be_mean) by_point[parameters[n].half].push_back(static_cast<int>(n));
  for (const auto& [half, at_point] : by_point) add_own(at_point);
}

/// Of one point of the cell.
template <class Real>
void Medium<Real>::add_own(const std::vector<int>& parameters) {
  const Layout layout = make_layout(grid_, 0, varies_, row_unit_on(queue_));
  std::vector<Real*> origins;
  for (const int p : parameters) {
    storage_[p] = {arrays_.size(), -1};
    origins.push_back(arrays_.emplace_back(layout, p, queue_).origin());
  }
  const int n_rows = varies_[1] ? grid_.axis[1].n_nodes : 1;
  const int n_planes = varies_[2] ? grid_.axis[2].n_nodes : 1;
  const int n_along = varies_[0] ? grid_.axis[0].n_nodes : 1;
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * n_planes, [&](std::size_t r) {
    std::array<int, 3> node{0, static_cast<int>(r % n_rows), static_cast<int>(r / n_rows)};
    const std::ptrdiff_t row = node[1] * layout.stride[1] + node[2] * layout.stride[2];
    for (node[0] = 0; node[0] < n_along; ++node[0]) {
      const Half& half = parameters_[parameters.front()].half;
      CellMedium cell(*model_, grid_, half, node), less(less_ != nullptr ? *less_ : *model_, grid_, half, node);
      for (std::size_t n = 0; n < origins.size(); ++n)
        origins[n][row + node[0]] = static_cast<Real>(own_value(parameters[n], node, cell, less));
    }
    for (Real* origin : origins) std::fill(origin + row + n_along, origin + row + grid_.axis[0].n_nodes, origin[row]);
  });
}

template <class Real>
double Medium<Real>::own_value(int parameter, const std::array<int, 3>& node, CellMedium& cell,
                               CellMedium& less) const {
  const Parameter& which = parameters_[parameter];
  auto value_in = [&](const model::Model& model, CellMedium& box) {
    return contacts_.empty() ? slips_.parameter(model, grid_, which, node, box) : contacts_.parameter(which, node, box);
  };
  if (less_ == nullptr) return value_in(*model_, cell);
  return value_in(*model_, cell) - value_in(*less_, less);
}

/// One array on the nodes, with the first node beyond the high end of every axis.
template <class Real>
void Medium<Real>::add_means(const std::vector<int>& parameters) {
  for (const int p : parameters) storage_[p] = {arrays_.size(), axis_of(parameters_[p])};
  const Property property = parameters_[parameters.front()].property;
  Array<Real>& array =
      arrays_.emplace_back(make_layout(grid_, 1, varies_, row_unit_on(queue_)), parameters.front(), queue_);
  Real* origin = array.origin();
  const int n_rows = varies_[1] ? grid_.axis[1].n_nodes + 1 : 1;
  const int n_planes = varies_[2] ? grid_.axis[2].n_nodes + 1 : 1;
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * n_planes, [&](std::size_t r) {
    const int j = static_cast<int>(r % n_rows), k = static_cast<int>(r / n_rows);
    Real* row = origin + j * array.layout.stride[1] + k * array.layout.stride[2];
    const int n = grid_.axis[0].n_nodes;
    for (int i = 0; i < n; ++i) row[i] = i > 0 && !varies_[0] ? row[0] : on_node(property, {i, j, k});
    if (varies_[0]) row[n] = on_node(property, {n, j, k});
  });
}

/// Whether the means of neighbouring nodes, as the array of the first place has them, serve in place of the points' own.
template <class Real>
bool Medium<Real>::is_smooth(const std::vector<int>& parameters) const {
  const Array<Real>& nodes = arrays_.front();
  const int n_rows = varies_[1] ? grid_.axis[1].n_nodes : 1;
  const int n_planes = varies_[2] ? grid_.axis[2].n_nodes : 1;
  const int n_along = varies_[0] ? grid_.axis[0].n_nodes : 1;
  std::atomic<bool> rough = false;
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * n_planes, [&](std::size_t r) {
    for (const int p : parameters) {
      for (int i = 0; i < n_along && !rough; ++i) {
        const std::array<int, 3> node{i, static_cast<int>(r % n_rows), static_cast<int>(r / n_rows)};
        const int axis = axis_of(parameters_[p]);
        const Axis& along = grid_.axis[axis];
        if (along.offset + node[axis] == along.n_whole - 1) continue;  // beyond the last node the model does not reach
        const double own = parameter_at(*model_, grid_, parameters_[p], node);
        const Real* here = nodes.origin() + node[0] * nodes.layout.stride[0] + node[1] * nodes.layout.stride[1] +
                           node[2] * nodes.layout.stride[2];
        const Real* next = varies_[axis] ? here + nodes.layout.stride[axis] : here;
        if (!(std::abs(Real(0.5) * (*here + *next) - own) <= smooth_enough * own)) rough = true;
      }
    }
  });
  return !rough;
}

/// Zero beyond the end of a row that nothing follows: what is computed in the padding of rows stays zero.
template <class Real>
Real Medium<Real>::on_node(Property property, std::array<int, 3> node) const {
  for (int a = 0; a < grid_.dim; ++a) {
    const Axis& axis = grid_.axis[a];
    if (!varies_[a] || axis.offset + node[a] < axis.n_whole) continue;
    if (axis.periodic())
      node[a] -= axis.n_whole;
    else if (a == 0)
      return 0;
  }
  return static_cast<Real>(parameter_at(*model_, grid_, {property, {0, 0, 0}}, node));
}

template <class Real>
Real Medium<Real>::mean_of_nodes(int parameter, const std::array<int, 3>& node) const {
  const int axis = axis_of(parameters_[parameter]);
  std::array<int, 3> next = node;
  if (varies_[axis]) ++next[axis];
  const Property property = parameters_[parameter].property;
  return Real(0.5) * (on_node(property, node) + on_node(property, next));
}

template <class Real>
void Medium<Real>::show(View<Real>& view, std::size_t parameter, const Real* origin) const {
  const Layout& layout = arrays_[storage_[parameter].array].layout;
  const int axis = storage_[parameter].step_axis;
  view.parameter[parameter] = origin;
  view.parameter_stride[parameter] = layout.stride;
  view.parameter_step[parameter] = axis < 0 || !varies_[axis] ? 0 : layout.stride[axis];
}

template <class Real>
void Medium<Real>::show_to(View<Real>& view) const {
  for (std::size_t n = 0; n < storage_.size(); ++n) show(view, n, arrays_[storage_[n].array].origin());
}

template <class Real>
void Medium<Real>::show_on_device(View<Real>& view) {
  for (std::size_t n = 0; n < storage_.size(); ++n)
    show(view, n, arrays_[storage_[n].array].origin_on_device(exec::Access::read));
}

template <class Real>
double Medium<Real>::value(int parameter, const std::array<int, 3>& node) const {
  if (is_mean(parameter)) return mean_of_nodes(parameter, node);
  bool is_here = true;
  for (int a = 0; a < grid_.dim; ++a) is_here = is_here && node[a] >= 0 && node[a] < grid_.axis[a].n_nodes;
  if (is_here) {
    const Array<Real>& array = arrays_[storage_[parameter].array];
    const auto& stride = array.layout.stride;
    return array.origin()[node[0] + node[1] * stride[1] + node[2] * stride[2]];
  }
  const Half& half = parameters_[parameter].half;
  CellMedium cell(*model_, grid_, half, node), less(less_ != nullptr ? *less_ : *model_, grid_, half, node);
  return static_cast<Real>(own_value(parameter, node, cell, less));
}

template <class Real>
std::size_t Medium<Real>::n_values() const {
  std::size_t n = 0;
  for (const Array<Real>& array : arrays_) n += array.layout.size;
  return n;
}

template class Medium<float>;
template class Medium<double>;

}  // namespace unda::fd

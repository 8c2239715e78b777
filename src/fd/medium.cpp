// Sampling the model at staggered points.
#include "fd/medium.hpp"

#include <cmath>

namespace unda::fd {
namespace {

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
  }
  return 0;
}

std::array<bool, 3> varying_axes(const model::Model& model, const Grid& grid) {
  std::array<bool, 3> varies{false, false, false};
  for (int a = 0; a < grid.dim; ++a) varies[a] = model.varies_along(grid.axis[a].physical);
  return varies;
}

}  // namespace

Layout parameter_layout(const model::Model& model, const Grid& grid) {
  return make_layout(grid, 0, varying_axes(model, grid));
}

double parameter_at(const model::Model& model, const Grid& grid, const Parameter& parameter,
                    const std::array<int, 3>& node) {
  Vector low{0, 0, 0}, high{0, 0, 0};
  for (int a = 0; a < grid.dim; ++a) {
    const Axis& axis = grid.axis[a];
    // Where the model does not vary any node will do; take the same on every part of the grid.
    const int index = model.varies_along(axis.physical) ? node[a] : -axis.offset;
    const double centre = axis.coordinate(index + 0.5 * parameter.half[a]);
    low[axis.physical] = centre - 0.5 * axis.spacing;
    high[axis.physical] = centre + 0.5 * axis.spacing;
  }
  return value_of(parameter.property, model.mean(low, high));
}

template <class Real>
Array<Real> sample_parameter(const model::Model& model, const Grid& grid, const Parameter& parameter, int number) {
  const auto varies = varying_axes(model, grid);
  Array<Real> array(parameter_layout(model, grid), number);
  Real* origin = array.origin();
  const int n_rows = varies[1] ? grid.axis[1].n_nodes : 1;
  const int n_planes = varies[2] ? grid.axis[2].n_nodes : 1;

  auto mean_at = [&](int i, int j, int k) {
    return static_cast<Real>(parameter_at(model, grid, parameter, {i, j, k}));
  };
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * n_planes, [&](std::size_t r) {
    const int j = static_cast<int>(r % n_rows), k = static_cast<int>(r / n_rows);
    Real* row = origin + j * array.layout.stride[1] + k * array.layout.stride[2];
    for (int i = 0; i < grid.axis[0].n_nodes; ++i) row[i] = i > 0 && !varies[0] ? row[0] : mean_at(i, j, k);
  });
  return array;
}

template Array<float> sample_parameter<float>(const model::Model&, const Grid&, const Parameter&, int);
template Array<double> sample_parameter<double>(const model::Model&, const Grid&, const Parameter&, int);

}  // namespace unda::fd

// Filling the tables of the kernels.
#include "sem/element_tables.hpp"

#include <algorithm>

namespace unda::sem {

template <class Real>
ElementTables<Real>::ElementTables(const Mesh& mesh, Physics physics, bool moduli_by_point)
    : physics_(physics), component_(static_cast<std::ptrdiff_t>(mesh.size())), moduli_(mesh, physics, moduli_by_point) {
  const std::ptrdiff_t degree = mesh.degree();
  layer_ = mesh.dim() == 3 ? degree * degree * degree * mesh.plane() : 0;
  for (int p = 0; p < mesh.points_of_an_element(); ++p) offset_.push_back(mesh.offset(p));
  make_derivatives(mesh);
  make_heights(mesh);
  make_rise(mesh);
}

template <class Real>
void ElementTables<Real>::make_derivatives(const Mesh& mesh) {
  const int n = mesh.degree() + 1;
  const numerics::Gll& gll = mesh.gll();
  for (int p = 0; p < mesh.points_of_an_element(); ++p) {
    double weight = gll.weight[p % n] * gll.weight[p / n % n];
    if (mesh.dim() == 3) weight *= gll.weight[p / (n * n)];
    weight_.push_back(static_cast<Real>(weight));
  }
  for (int k = 0; k < n; ++k) weight_.push_back(static_cast<Real>(0.5 * (1 + gll.point[k])));
  for (int a = 0; a < mesh.dim(); ++a)
    for (const double d : gll.derivative)
      derivative_[a].push_back(static_cast<Real>(a == mesh.up() ? d : 2 / mesh.edge(a) * d));
  if (mesh.dim() == 3)
    for (int k = 0; k < mesh.n(2); ++k)
      for (const double d : gll.derivative) derivative_up_.push_back(static_cast<Real>(d / mesh.half_height(k)));
}

template <class Real>
void ElementTables<Real>::make_heights(const Mesh& mesh) {
  if (mesh.dim() == 3) {
    for (int k = 0; k < mesh.n(2); ++k) half_height_.push_back(static_cast<Real>(mesh.half_height(k)));
    return;
  }
  half_height_.assign(static_cast<std::size_t>(mesh.plane()) + 64, Real(1));
  for (int k = 0; k < mesh.n(1); ++k)
    for (int i = 0; i <= mesh.n(0); ++i)
      half_height_[static_cast<std::size_t>(k * mesh.row() + i)] = static_cast<Real>(mesh.half_height(k));
}

/// Plane after plane in 3-D, in each the columns as points are laid out; in 2-D a plane is a row of elements.
template <class Real>
void ElementTables<Real>::make_rise(const Mesh& mesh) {
  const int degree = mesh.degree(), n = degree + 1, up = mesh.up();
  const bool in_3d = mesh.dim() == 3;
  const std::ptrdiff_t one = static_cast<std::ptrdiff_t>(degree) * (in_3d ? degree : 1) * mesh.plane();
  rise_offset_.assign(offset_.begin(), offset_.begin() + (in_3d ? n * n : n));
  rise_up_ = in_3d ? one : mesh.row();
  rise_layer_ = in_3d ? one : 0;
  if (!mesh.levels().is_deformed()) return;
  rise_ = exec::Buffer<Real>(static_cast<std::size_t>((in_3d ? mesh.n(2) + 1 : 1) * one + mesh.row()) + 64);
  for_each_index({0, 0, 0}, {mesh.n_points(0), in_3d ? mesh.n_points(1) : 1, mesh.n(up) + 1}, [&](const Index& at) {
    const int plane = at[2];
    Index point{at[0], in_3d ? at[1] : 0, 0};
    const std::ptrdiff_t place = mesh.place(point) + plane * rise_up_;
    point[up] = degree * plane;
    const int level = mesh.first(up) + plane;
    rise_[static_cast<std::size_t>(place)] =
        static_cast<Real>(mesh.position(point)[2] - mesh.levels().plane[static_cast<std::size_t>(level)]);
  });
}

template <class Real>
ElementArrays<Real> ElementTables<Real>::arrays() const {
  ElementArrays<Real> a;
  a.component = component_;
  a.layer = layer_;
  a.offset = offset_.data();
  for (std::size_t m = 0; m < a.modulus.size(); ++m) a.modulus[m] = moduli_.values[m].data();
  a.modulus_point = moduli_.point_stride;
  a.modulus_layer = moduli_.layer_stride;
  for (int axis = 0; axis < 3; ++axis) a.derivative[axis] = derivative_[axis].data();
  a.derivative_up = derivative_up_.data();
  a.weight = weight_.data();
  a.half_height = half_height_.data();
  a.rise = rise_.data();
  a.rise_offset = rise_offset_.data();
  a.rise_up = rise_up_;
  a.rise_layer = rise_layer_;
  return a;
}

template class ElementTables<float>;
template class ElementTables<double>;

}  // namespace unda::sem

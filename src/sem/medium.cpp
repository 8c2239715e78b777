// Sampling the model in elements.
#include "sem/medium.hpp"

#include <algorithm>

#include "physics/fluid.hpp"

namespace unda::sem {
using scenario::BoundaryKind;

double half_height(const Mesh& mesh, const Index& e, const Index& point) {
  if (!mesh.is_deformed(e[mesh.up()])) return mesh.half_height(e[mesh.up()]);
  Index low = point, high = point;
  low[mesh.up()] = 0;
  high[mesh.up()] = mesh.degree();
  return 0.5 * (mesh.position(e, high)[2] - mesh.position(e, low)[2]);
}

double horizontal_jacobian(const Mesh& mesh) {
  double area = 1;
  for (int a = 0; a < mesh.up(); ++a) area *= 0.5 * mesh.edge(a);
  return area;
}

namespace {

double weight_of(const Mesh& mesh, const Index& point, int without_axis = -1) {
  double weight = 1;
  for (int a = 0; a < mesh.dim(); ++a)
    if (a != without_axis) weight *= mesh.gll().weight[point[a]];
  return weight;
}

Index point_in_rank(const Mesh& mesh, const Index& e, const Index& point) {
  Index sum{};
  for (int a = 0; a < mesh.dim(); ++a) sum[a] = mesh.degree() * e[a] + point[a];
  return sum;
}

/// By component, on a face across an axis. What components of a tilted medium do to each other is left out: the diagonal alone takes
/// energy too.
std::array<double, 3> face_impedance(const Mesh& mesh, const physics::Material& m, int axis) {
  std::array<double, 3> z{};
  if (m.anisotropy) {
    Vector n{0, 0, 0};
    n[mesh.physical(axis)] = 1;
    const auto matrix = physics::impedance_matrix(m.anisotropy->moduli, m.rho, n);
    for (int c = 0; c < mesh.dim(); ++c) z[c] = matrix(mesh.physical(c), mesh.physical(c));
    return z;
  }
  const physics::Impedance<double> isotropic = m.impedance();
  for (int c = 0; c < mesh.dim(); ++c) z[c] = c == axis ? isotropic.p : isotropic.s;
  return z;
}

}  // namespace

double jacobian(const Mesh& mesh, const Index& e, const Index& point) {
  return horizontal_jacobian(mesh) * half_height(mesh, e, point);
}

ModulusValues moduli(Physics physics, int dim, const physics::Material& m) {
  if (physics == Physics::acoustic) return {1 / m.rho};
  if (physics == Physics::elastic) return {m.moduli.lambda, m.moduli.mu};
  const physics::Moduli c = m.general_moduli();
  if (dim == 2) return {c(0, 0), c(0, 2), c(0, 4), c(2, 2), c(2, 4), c(4, 4), c(0, 1), c(1, 2), c(1, 4)};
  ModulusValues values{};
  std::copy(std::begin(c.of), std::end(c.of), values.begin());
  return values;
}

physics::Material material_of(Physics physics, int dim, const ModulusValues& v) {
  if (physics == Physics::acoustic) return {1 / v[0], {}};
  if (physics == Physics::elastic) return {0, {v[0], v[1]}};
  physics::Moduli c{};
  if (dim == 3) {
    std::copy(v.begin(), v.end(), c.of);
  } else {
    c(0, 0) = v[0], c(0, 2) = v[1], c(0, 4) = v[2], c(2, 2) = v[3], c(2, 4) = v[4], c(4, 4) = v[5];
    c(0, 1) = v[6], c(1, 2) = v[7], c(1, 4) = v[8];
  }
  return {0, {}, {}, std::make_shared<const physics::Anisotropy>(physics::Anisotropy{c, {}})};
}

template <class Real>
Moduli<Real>::Moduli(const Mesh& mesh, int n_arrays, bool varies) : by_point(varies) {
  const int n_points = by_point ? mesh.points_of_an_element() : 1;
  point_stride = by_point ? mesh.plane() : 0;
  layer_stride = n_points * mesh.plane();
  const int n_layers = mesh.dim() == 3 ? mesh.n(2) : 1;
  for (int a = 0; a < n_arrays; ++a)
    values[a] = exec::Buffer<Real>(static_cast<std::size_t>(n_layers * layer_stride) + 2 * 64);
}

template <class Real>
Moduli<Real>::Moduli(int n_arrays, bool varies, int points_of_an_element, std::size_t n_elements) : by_point(varies) {
  const auto n = static_cast<std::ptrdiff_t>(n_elements);
  point_stride = by_point ? n : 0;
  layer_stride = (by_point ? points_of_an_element : 1) * n;
  for (int a = 0; a < n_arrays; ++a) values[a] = exec::Buffer<Real>(static_cast<std::size_t>(layer_stride) + 2 * 64);
}

template <class Real>
void Moduli<Real>::take(Physics physics, int dim, std::size_t element, std::span<const physics::Material> materials) {
  take_values(element, materials.size(), [&](std::size_t p) { return moduli(physics, dim, materials[p]); });
}

template <class Real>
ModulusValues Moduli<Real>::at(std::size_t element, int point) const {
  ModulusValues found{};
  for (std::size_t a = 0; a < values.size() && values[a].size() > 0; ++a)
    found[a] = static_cast<double>(values[a][static_cast<std::size_t>(point * point_stride) + element]);
  return found;
}

template <class Real>
std::size_t Moduli<Real>::place(const Mesh& mesh, const Index& e, int point) const {
  return static_cast<std::size_t>(e[2] * layer_stride + point * point_stride + mesh.element_place(e));
}

/// What the moduli of an element carry.
template <class Real>
double Moduli<Real>::factor(const Mesh& mesh, const Index& e) {
  return horizontal_jacobian(mesh) * (mesh.is_deformed(e[mesh.up()]) ? 1.0 : mesh.half_height(e[mesh.up()]));
}

template <class Real>
void Moduli<Real>::take(const Mesh& mesh, Physics physics, const Index& e,
                        std::span<const physics::Material> materials) {
  take_values(mesh, e, materials.size(), true,
              [&](std::size_t p) { return moduli(physics, mesh.dim(), materials[p]); });
}

template <class Real>
ModulusValues Moduli<Real>::at(const Mesh& mesh, const Index& e, const Index& point, bool times_jacobian) const {
  ModulusValues found{};
  const double carried = times_jacobian ? factor(mesh, e) : 1;
  for (std::size_t a = 0; a < values.size() && values[a].size() > 0; ++a)
    found[a] = static_cast<double>(values[a][place(mesh, e, by_point ? number_in_element(mesh, point) : 0)]) / carried;
  return found;
}

void add_mass(const Mesh& mesh, Physics physics, const Index& e, std::span<const physics::Material> materials,
              std::vector<double>& mass) {
  std::size_t p = 0;
  for_each_point_of_element(mesh, [&](const Index& point) {
    const physics::Material& m = materials[materials.size() > 1 ? p++ : 0];
    mass[static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)))] +=
        (is_solid(physics) ? m.rho : physics::potential_mass(m)) * weight_of(mesh, point) * jacobian(mesh, e, point);
  });
}

void add_damping(const Mesh& mesh, Physics physics, const Index& e, std::span<const physics::Material> materials,
                 std::vector<double>& damping) {
  const int n_components = is_solid(physics) ? mesh.dim() : 1;
  for (int axis = 0; axis < mesh.dim(); ++axis)
    for (const int side : {0, 1}) {
      if (e[axis] != (side == 0 ? 0 : mesh.n(axis) - 1) || mesh.absorbing(axis, side) > 0 ||
          !mesh.has_face(axis, side, BoundaryKind::absorbing, mesh.of_whole(e)))
        continue;
      for_each_point_of_element(mesh, [&](const Index& point) {
        if (point[axis] != side * mesh.degree()) return;
        const auto number = static_cast<std::size_t>(number_in_element(mesh, point));
        const physics::Material& m = materials[materials.size() > 1 ? number : 0];
        const std::array<double, 3> z = face_impedance(mesh, m, axis);
        const double across = axis == mesh.up() ? half_height(mesh, e, point) : 0.5 * mesh.edge(axis);
        const double area = weight_of(mesh, point, axis) * jacobian(mesh, e, point) / across;
        const auto place = static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)));
        for (int c = 0; c < n_components; ++c)
          damping[static_cast<std::size_t>(c) * mesh.size() + place] +=
              area * (physics == Physics::acoustic ? physics::potential_impedance(m) : z[c]);
      });
    }
}

template struct Moduli<float>;
template struct Moduli<double>;

}  // namespace unda::sem

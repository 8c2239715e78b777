// Sampling the model in elements.
#include "sem/medium.hpp"

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

}  // namespace

double jacobian(const Mesh& mesh, const Index& e, const Index& point) {
  return horizontal_jacobian(mesh) * half_height(mesh, e, point);
}

std::array<double, 2> moduli(Physics physics, const physics::Material& m) {
  if (physics == Physics::acoustic) return {1 / m.rho, 0};
  return {m.moduli.lambda, m.moduli.mu};
}

template <class Real>
Moduli<Real>::Moduli(const Mesh& mesh, Physics physics, bool varies) : by_point(varies) {
  const int n_points = by_point ? mesh.points_of_an_element() : 1;
  point_stride = by_point ? mesh.plane() : 0;
  layer_stride = n_points * mesh.plane();
  const int n_arrays = physics == Physics::elastic ? 2 : 1, n_layers = mesh.dim() == 3 ? mesh.n(2) : 1;
  for (int a = 0; a < n_arrays; ++a)
    values[a] = exec::Buffer<Real>(static_cast<std::size_t>(n_layers * layer_stride) + 2 * 64);
}

template <class Real>
std::size_t Moduli<Real>::place(const Mesh& mesh, const Index& e, int point) const {
  return static_cast<std::size_t>(e[2] * layer_stride + point * point_stride + mesh.element_place(e));
}

namespace {

/// What the moduli of an element carry.
double factor(const Mesh& mesh, const Index& e) {
  return horizontal_jacobian(mesh) * (mesh.is_deformed(e[mesh.up()]) ? 1.0 : mesh.half_height(e[mesh.up()]));
}

}  // namespace

template <class Real>
void Moduli<Real>::take(const Mesh& mesh, Physics physics, const Index& e,
                        std::span<const physics::Material> materials) {
  if (mesh.in_absorbing_layer(e)) return;
  const double volume = factor(mesh, e);
  for (std::size_t p = 0; p < materials.size(); ++p) {
    const auto of_point = moduli(physics, materials[p]);
    for (std::size_t a = 0; a < values.size() && values[a].size() > 0; ++a)
      values[a][place(mesh, e, static_cast<int>(p))] = static_cast<Real>(of_point[a] * volume);
  }
}

template <class Real>
std::array<double, 2> Moduli<Real>::at(const Mesh& mesh, const Index& e, const Index& point) const {
  std::array<double, 2> found{};
  for (std::size_t a = 0; a < values.size() && values[a].size() > 0; ++a)
    found[a] =
        static_cast<double>(values[a][place(mesh, e, by_point ? number_in_element(mesh, point) : 0)]) / factor(mesh, e);
  return found;
}

void add_mass(const Mesh& mesh, Physics physics, const Index& e, std::span<const physics::Material> materials,
              std::vector<double>& mass) {
  std::size_t p = 0;
  for_each_point_of_element(mesh, [&](const Index& point) {
    const physics::Material& m = materials[materials.size() > 1 ? p++ : 0];
    mass[static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)))] +=
        (physics == Physics::elastic ? m.rho : physics::potential_mass(m)) * weight_of(mesh, point) *
        jacobian(mesh, e, point);
  });
}

void add_damping(const Mesh& mesh, Physics physics, const Index& e, std::span<const physics::Material> materials,
                 std::vector<double>& damping) {
  const int n_components = physics == Physics::elastic ? mesh.dim() : 1;
  for (int axis = 0; axis < mesh.dim(); ++axis)
    for (const int side : {0, 1}) {
      if (e[axis] != (side == 0 ? 0 : mesh.n(axis) - 1) || mesh.absorbing(axis, side) > 0 ||
          !mesh.has_face(axis, side, BoundaryKind::absorbing))
        continue;
      for_each_point_of_element(mesh, [&](const Index& point) {
        if (point[axis] != side * mesh.degree()) return;
        const auto number = static_cast<std::size_t>(number_in_element(mesh, point));
        const physics::Material& m = materials[materials.size() > 1 ? number : 0];
        const physics::Impedance<double> z = m.impedance();
        const double across = axis == mesh.up() ? half_height(mesh, e, point) : 0.5 * mesh.edge(axis);
        const double area = weight_of(mesh, point, axis) * jacobian(mesh, e, point) / across;
        const auto place = static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)));
        for (int c = 0; c < n_components; ++c)
          damping[static_cast<std::size_t>(c) * mesh.size() + place] +=
              area * (physics == Physics::acoustic ? physics::potential_impedance(m)
                      : c == axis                  ? z.p
                                                   : z.s);
      });
    }
}

template struct Moduli<float>;
template struct Moduli<double>;

}  // namespace unda::sem

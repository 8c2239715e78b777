// Sampling the model in elements.
#include "sem/medium.hpp"

#include "exec/for_each.hpp"
#include "model/properties.hpp"

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

Index centre_point(const Mesh& mesh) {
  const int half = mesh.degree() / 2;
  return {half, half, mesh.dim() == 3 ? half : 0};
}

double jacobian(const Mesh& mesh, const Index& e, const Index& point) {
  return horizontal_jacobian(mesh) * half_height(mesh, e, point);
}

bool elements_are_uniform(const scenario::Scenario& s, const model::Model& model) {
  return s.model.kind == scenario::ModelKind::layers ||
         !(model.varies_along(0) || model.varies_along(1) || model.varies_along(2));
}

std::array<double, 2> moduli(Physics physics, const model::Properties& p) {
  if (physics == Physics::acoustic) return {1 / p.rho, 0};
  const double mu = model::shear_modulus(p);
  return {model::p_wave_modulus(p) - 2 * mu, mu};
}

template <class Real>
Moduli<Real> make_moduli(const Mesh& mesh, Physics physics, const model::Model& model, bool by_point) {
  Moduli<Real> m;
  m.by_point = by_point;
  const int n_points = by_point ? mesh.points_of_an_element() : 1, n = mesh.degree() + 1;
  m.point_stride = by_point ? mesh.plane() : 0;
  m.layer_stride = n_points * mesh.plane();
  const int n_arrays = physics == Physics::elastic ? 2 : 1;
  const int n_layers = mesh.dim() == 3 ? mesh.n(2) : 1;
  for (int a = 0; a < n_arrays; ++a)
    m.values[a] = exec::Buffer<Real>(static_cast<std::size_t>(n_layers * m.layer_stride) + 2 * 64);
  exec::for_each_heavy(static_cast<std::size_t>(mesh.n(1)) * mesh.n(2), [&](std::size_t r) {
    const int j = static_cast<int>(r) % mesh.n(1), k = static_cast<int>(r) / mesh.n(1);
    for (int i = 0; i < mesh.n(0); ++i) {
      const Index e{i, j, k};
      if (mesh.in_absorbing_layer(e)) continue;
      const double volume =
          horizontal_jacobian(mesh) * (mesh.is_deformed(e[mesh.up()]) ? 1.0 : mesh.half_height(e[mesh.up()]));
      for (int p = 0; p < n_points; ++p) {
        const Index point = by_point ? Index{p % n, p / n % n, p / (n * n)} : centre_point(mesh);
        const auto values = moduli(physics, model.at(mesh.inside(e, point)));
        for (int a = 0; a < n_arrays; ++a)
          m.values[a][static_cast<std::size_t>(k * m.layer_stride + p * m.point_stride + mesh.element_place(e))] =
              static_cast<Real>(values[a] * volume);
      }
    }
  });
  return m;
}

std::vector<double> own_masses(const Mesh& mesh, Physics physics, const model::Model& model, bool uniform_elements) {
  std::vector<double> mass(mesh.size(), 0.0);
  auto density_at = [&](const Index& e, const Index& point) {
    const model::Properties p = model.at(mesh.inside(e, point));
    return physics == Physics::elastic ? p.rho : 1 / model::bulk_modulus(p);
  };
  auto add = [&](const Index& e) {
    const double of_element = uniform_elements ? density_at(e, centre_point(mesh)) : 0;
    for_each_point_of_element(mesh, [&](const Index& point) {
      mass[static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)))] +=
          (uniform_elements ? of_element : density_at(e, point)) * weight_of(mesh, point) * jacobian(mesh, e, point);
    });
  };
  // Rows of elements that share no point side by side.
  for (int colour = 0; colour < (mesh.dim() == 3 ? 4 : 2); ++colour) {
    const int first_j = colour % 2, first_k = colour / 2, step_k = mesh.dim() == 3 ? 2 : 1;
    const int n_j = (mesh.n(1) - first_j + 1) / 2, n_k = (mesh.n(2) - first_k + step_k - 1) / step_k;
    exec::for_each_heavy(static_cast<std::size_t>(n_j) * n_k, [&](std::size_t r) {
      const int j = first_j + 2 * (static_cast<int>(r) % n_j), k = first_k + step_k * (static_cast<int>(r) / n_j);
      for (int i = 0; i < mesh.n(0); ++i) add({i, j, k});
    });
  }
  return mass;
}

std::vector<double> own_damping(const Mesh& mesh, Physics physics, const model::Model& model) {
  const int n_components = physics == Physics::elastic ? mesh.dim() : 1;
  std::vector<double> damping(static_cast<std::size_t>(n_components) * mesh.size(), 0.0);
  auto absorbs = [&](int axis, int side) {
    return mesh.absorbing(axis, side) == 0 && mesh.has_face(axis, side, BoundaryKind::absorbing);
  };
  auto touches = [&](const Index& e) {
    for (int axis = 0; axis < mesh.dim(); ++axis)
      if ((e[axis] == 0 && absorbs(axis, 0)) || (e[axis] == mesh.n(axis) - 1 && absorbs(axis, 1))) return true;
    return false;
  };
  for_each_element(mesh, [&](const Index& e) {
    if (!touches(e)) return;
    for_each_point_of_element(mesh, [&](const Index& point) {
      for (int axis = 0; axis < mesh.dim(); ++axis)
        for (const int side : {0, 1}) {
          const bool on_face = e[axis] == (side == 0 ? 0 : mesh.n(axis) - 1) && point[axis] == side * mesh.degree();
          if (!on_face || !absorbs(axis, side)) continue;
          const model::Properties p = model.at(mesh.inside(e, point));
          const double across = axis == mesh.up() ? half_height(mesh, e, point) : 0.5 * mesh.edge(axis);
          const double area = weight_of(mesh, point, axis) * jacobian(mesh, e, point) / across;
          for (int c = 0; c < n_components; ++c) {
            const double impedance =
                physics == Physics::acoustic ? 1 / (p.rho * p.vp) : p.rho * (c == axis ? p.vp : p.vs);
            damping[static_cast<std::size_t>(c) * mesh.size() +
                    static_cast<std::size_t>(mesh.place(point_in_rank(mesh, e, point)))] += impedance * area;
          }
        }
    });
  });
  return damping;
}

template Moduli<float> make_moduli<float>(const Mesh&, Physics, const model::Model&, bool);
template Moduli<double> make_moduli<double>(const Mesh&, Physics, const model::Model&, bool);

}  // namespace unda::sem

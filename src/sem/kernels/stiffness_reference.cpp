// Plain loops over points and polynomials.
#include "sem/kernels/stiffness_reference.hpp"

#include <Eigen/LU>

#include "model/properties.hpp"
#include "physics/fluid.hpp"

namespace unda::sem {
namespace {

/// [a][b] = d xi_b / d x_a at a point of an element, and the volume of the reference element's unit there.
struct Metric {
  Eigen::Matrix3d inverse = Eigen::Matrix3d::Identity();
  double volume = 1;
};

Index moved(Index point, int axis, int to) {
  point[axis] = to;
  return point;
}

Metric metric_at(const Mesh& mesh, const Index& e, const Index& point) {
  Eigen::Matrix3d jacobian = Eigen::Matrix3d::Identity();  // [b][a] = d x_a / d xi_b
  for (int b = 0; b < mesh.dim(); ++b)
    for (int a = 0; a < mesh.dim(); ++a) {
      double slope = 0;
      for (int m = 0; m <= mesh.degree(); ++m)
        slope += mesh.gll().d(point[b], m) * mesh.position(e, moved(point, b, m))[mesh.physical(a)];
      jacobian(b, a) = slope;
    }
  return {jacobian.inverse(), jacobian.determinant()};
}

Index in_rank(const Mesh& mesh, const Index& e, const Index& point) {
  Index sum{};
  for (int a = 0; a < mesh.dim(); ++a) sum[a] = mesh.degree() * e[a] + point[a];
  return sum;
}

std::size_t at(const Mesh& mesh, int component, const Index& e, const Index& point) {
  return static_cast<std::size_t>(component) * mesh.size() +
         static_cast<std::size_t>(mesh.place(in_rank(mesh, e, point)));
}

}  // namespace

template <class Real>
std::vector<std::array<double, 3>> gradient_at(const Mesh& mesh, const Real* u, int n_components, const Index& e,
                                               const Index& point) {
  const Metric metric = metric_at(mesh, e, point);
  std::vector<std::array<double, 3>> gradient(static_cast<std::size_t>(n_components));
  for (int c = 0; c < n_components; ++c)
    for (int b = 0; b < mesh.dim(); ++b) {
      double slope = 0;
      for (int m = 0; m <= mesh.degree(); ++m)
        slope += mesh.gll().d(point[b], m) * static_cast<double>(u[at(mesh, c, e, moved(point, b, m))]);
      for (int a = 0; a < mesh.dim(); ++a) gradient[static_cast<std::size_t>(c)][a] += metric.inverse(a, b) * slope;
    }
  return gradient;
}

std::vector<std::array<double, 3>> stress_at(int dim, Physics physics, const physics::Material& earth,
                                             const std::vector<std::array<double, 3>>& gradient) {
  std::vector<std::array<double, 3>> stress(3);
  if (physics == Physics::acoustic) {
    for (int a = 0; a < dim; ++a)
      stress[static_cast<std::size_t>(a)][0] = physics::displacement_of_potential(1 / earth.rho, gradient[0][a]);
    return stress;
  }
  // In plane strain the y axis comes last, and nothing changes along it.
  double in_space[3][3]{};
  for (int a = 0; a < dim; ++a)
    for (int c = 0; c < dim; ++c) in_space[a][c] = gradient[static_cast<std::size_t>(c)][a];
  if (!earth.anisotropy) {
    const auto sigma = physics::stress(earth.moduli, physics::strain_of_gradient(in_space));
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c) stress[static_cast<std::size_t>(a)][c] = sigma(a, c);
    return stress;
  }
  // The moduli know x, y and z in this order.
  const auto physical = [dim](int a) { return dim == 3 || a == 0 ? a : 3 - a; };
  double ordered[3][3]{};
  for (int a = 0; a < 3; ++a)
    for (int c = 0; c < 3; ++c) ordered[physical(a)][physical(c)] = in_space[a][c];
  const auto sigma = physics::stress(earth.anisotropy->moduli, physics::strain_of_gradient(ordered));
  for (int a = 0; a < 3; ++a)
    for (int c = 0; c < 3; ++c) stress[static_cast<std::size_t>(a)][c] = sigma(physical(a), physical(c));
  return stress;
}

namespace {

template <int Dim>
double stress_component(const std::vector<std::array<double, 3>>& stress, int c) {
  using Order = physics::Symmetric<Dim, double>;
  return stress[static_cast<std::size_t>(Order::first_axis(c))][Order::second_axis(c)];
}

}  // namespace

double shown_component(scenario::Quantity quantity, Physics physics, int dim,
                       const std::vector<std::array<double, 3>>& stress, int c) {
  if (!is_solid(physics)) return stress[static_cast<std::size_t>(c)][0];
  if (quantity == scenario::Quantity::pressure) return -(stress[0][0] + stress[1][1] + stress[2][2]) / 3;
  return dim == 3 ? stress_component<3>(stress, c) : stress_component<2>(stress, c);
}

void add_forces_plainly(const Mesh& mesh, Physics physics, const model::Model& model, const std::vector<double>& u,
                        std::vector<double>& f) {
  const int nc = is_solid(physics) ? mesh.dim() : 1;
  for_each_element(mesh, [&](const Index& e) {
    for_each_point_of_element(mesh, [&](const Index& point) {
      const auto g = gradient_at(mesh, u.data(), nc, e, point);
      const physics::Material earth = model::material(model, mesh.inside(e, point));
      const Metric metric = metric_at(mesh, e, point);
      double weight = metric.volume;
      for (int a = 0; a < mesh.dim(); ++a) weight *= mesh.gll().weight[point[a]];
      const auto stress = stress_at(mesh.dim(), physics, earth, g);
      for (int c = 0; c < nc; ++c)
        for (int b = 0; b < mesh.dim(); ++b) {
          double flux = 0;  // of component c through the reference face b
          for (int a = 0; a < mesh.dim(); ++a)
            flux += weight * stress[static_cast<std::size_t>(a)][c] * metric.inverse(a, b);
          for (int m = 0; m <= mesh.degree(); ++m)
            f[at(mesh, c, e, moved(point, b, m))] -= flux * mesh.gll().d(point[b], m);
        }
    });
  });
}

template std::vector<std::array<double, 3>> gradient_at<float>(const Mesh&, const float*, int, const Index&,
                                                               const Index&);
template std::vector<std::array<double, 3>> gradient_at<double>(const Mesh&, const double*, int, const Index&,
                                                                const Index&);

}  // namespace unda::sem

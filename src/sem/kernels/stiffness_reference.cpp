// Plain loops over points and polynomials.
#include "sem/kernels/stiffness_reference.hpp"

#include <Eigen/Dense>

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

void add_forces_plainly(const Mesh& mesh, Physics physics, const model::Model& model, const std::vector<double>& u,
                        std::vector<double>& f) {
  const int nc = physics == Physics::elastic ? mesh.dim() : 1;
  for_each_element(mesh, [&](const Index& e) {
    for_each_point_of_element(mesh, [&](const Index& point) {
      const auto g = gradient_at(mesh, u.data(), nc, e, point);
      const auto modulus = moduli(physics, model.at(mesh.inside(e, point)));
      const Metric metric = metric_at(mesh, e, point);
      double weight = metric.volume, divergence = 0;
      for (int a = 0; a < mesh.dim(); ++a) weight *= mesh.gll().weight[point[a]];
      for (int a = 0; a < nc; ++a) divergence += g[static_cast<std::size_t>(a)][a];
      for (int c = 0; c < nc; ++c)
        for (int b = 0; b < mesh.dim(); ++b) {
          double flux = 0;  // of component c through the reference face b
          for (int a = 0; a < mesh.dim(); ++a) {
            const double stress =
                physics == Physics::acoustic
                    ? modulus[0] * g[0][a]
                    : (a == c ? modulus[0] * divergence : 0.0) +
                          modulus[1] * (g[static_cast<std::size_t>(c)][a] + g[static_cast<std::size_t>(a)][c]);
            flux += weight * stress * metric.inverse(a, b);
          }
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

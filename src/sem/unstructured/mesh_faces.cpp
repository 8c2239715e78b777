// Finding faces, their normals and impedances.
#include "sem/unstructured/mesh_faces.hpp"

#include <Eigen/LU>

#include "exec/for_each.hpp"
#include "physics/fluid.hpp"
#include "sem/parts.hpp"

namespace unda::sem {

using scenario::BoundaryKind;

void for_each_point_of_face(const WholeMesh& whole, std::size_t e, int face,
                            const std::function<void(int point, const Vector& area)>& f) {
  const numerics::Gll& gll = whole.gll();
  const int axis = face / 2, end = face % 2 == 0 ? 0 : whole.degree();
  const std::vector<mesh::Tangents> tangents = whole.tangents(e);
  for (int p = 0; p < whole.points_of_an_element(); ++p) {
    const Index point = point_of(p, whole.degree());
    if (point[axis] != end) continue;
    const LocalMetric metric = metric_of(tangents[static_cast<std::size_t>(p)]);
    double weight = face % 2 == 0 ? -metric.volume : metric.volume;
    for (int a = 0; a < whole.dim(); ++a)
      if (a != axis) weight *= gll.weight[static_cast<std::size_t>(point[a])];
    f(p, weight * metric.inverse[static_cast<std::size_t>(axis)]);
  }
}

void add_faces(const Elements& elements, Physics physics, std::size_t slot,
               const std::function<physics::Material(int point)>& material, MeshFaces& found) {
  const WholeMesh& whole = elements.whole();
  const mesh::Hexahedra& mesh = whole.elements();
  const int nc = is_solid(physics) ? whole.dim() : 1;
  const auto e = static_cast<std::size_t>(elements.element(slot));
  for (int face = 0; face < mesh.n_faces(); ++face) {
    if (mesh.neighbours[e][static_cast<std::size_t>(face)].exists()) continue;
    const BoundaryKind kind = whole.condition(e, face);
    if (kind != BoundaryKind::absorbing && kind != held_face(physics)) continue;
    if (kind == BoundaryKind::absorbing && found.damping.empty())
      found.damping.assign(elements.size() * static_cast<std::size_t>(nc * nc), 0.0);
    for_each_point_of_face(whole, e, face, [&](int p, const Vector& area) {
      const auto place = static_cast<std::size_t>(elements.place(slot, p));
      if (kind != BoundaryKind::absorbing) {
        found.held[place] = true;
        return;
      }
      const double size = norm(area);
      const physics::Material m = material(p);
      double* damping = found.damping.data() + place * static_cast<std::size_t>(nc * nc);
      if (!is_solid(physics)) {
        *damping += size * physics::potential_impedance(m);
        return;
      }
      const auto impedance = physics::impedance_matrix(m, (1 / size) * area);
      for (int i = 0; i < nc; ++i)
        for (int j = 0; j < nc; ++j) damping[i * nc + j] += size * impedance(whole.physical(i), whole.physical(j));
    });
  }
}

template <class Real>
AbsorbingFaces<Real>::AbsorbingFaces(const std::vector<double>& damping, const Real* inverse_mass, int n_components,
                                     double dt)
    : n_(n_components) {
  const auto n = static_cast<std::size_t>(n_), of_point = n * n;
  for (std::size_t place = 0; place * of_point < damping.size(); ++place) {
    const double* d = damping.data() + place * of_point;
    if (!(d[0] > 0 && inverse_mass[place] > 0)) continue;
    place_.push_back(static_cast<std::ptrdiff_t>(place));
    Eigen::MatrixXd sum = Eigen::MatrixXd::Identity(n_, n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) sum(i, j) += 0.5 * dt * static_cast<double>(inverse_mass[place]) * d[i * n_ + j];
    const Eigen::MatrixXd factor = sum.inverse();
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        damping_.push_back(static_cast<Real>(d[i * n_ + j]));
        factor_.push_back(static_cast<Real>(factor(i, j)));
      }
  }
}

template <class Real>
void AbsorbingFaces<Real>::damp(const Real* v, Real* f, std::ptrdiff_t component) const {
  exec::for_each(place_.size(),
                 DampByMatrix<Real>{place_.data(), damping_.data(), factor_.data(), v, f, component, n_});
}

template class AbsorbingFaces<float>;
template class AbsorbingFaces<double>;

}  // namespace unda::sem

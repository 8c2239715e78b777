// Geometry and impedances of elements.
#include "dg/make_medium.hpp"

#include <cmath>

#include "mesh/geometry.hpp"
#include "mesh/region_model.hpp"
#include "model/properties.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

double Material::vp() const { return std::sqrt((lambda + 2 * mu) / rho); }
double Material::vs() const { return std::sqrt(mu / rho); }

Material material_of(const mesh::Tetrahedra& mesh, const model::Model& model, std::size_t element) {
  if (const auto* regions = dynamic_cast<const mesh::RegionModel*>(&model)) {
    const model::CellMeans means = model::homogeneous(regions->of_element(element));
    return {means.p_modulus - 2 * means.mu, means.mu, means.rho};
  }
  // Points inside: on a face that follows an interface the model would be that of one side.
  static const numerics::TetrahedralRule rule = numerics::tetrahedral_rule(2);
  const Vector origin = mesh.corner(element, 0);
  model::MeansSum sum;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    Vector x = origin;
    for (int a = 0; a < 3; ++a) x = x + rule.points[q][a] * (mesh.corner(element, a + 1) - origin);
    sum.add(model.at(x), rule.weights[q]);
  }
  const model::CellMeans means = sum.means();
  return {means.p_modulus - 2 * means.mu, means.mu, means.rho};
}

double jacobian(const mesh::Tetrahedra& mesh, std::size_t element) { return 6 * mesh.volume(element); }

std::array<Vector, 3> gradients(const mesh::Tetrahedra& mesh, std::size_t e) {
  const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
               c = mesh.corner(e, 3) - mesh.corner(e, 0);
  const double inverse = 1 / dot(a, mesh::cross(b, c));
  return {inverse * mesh::cross(b, c), inverse * mesh::cross(c, a), inverse * mesh::cross(a, b)};
}

ElementMedium<double> medium_of(const mesh::Tetrahedra& mesh, const model::Model& model,
                                const scenario::Scenario& scenario, std::size_t e) {
  using scenario::BoundaryKind;
  ElementMedium<double> m{};
  const std::array<Vector, 3> gradient = gradients(mesh, e);
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < 3; ++i) m.gradient[a][i] = gradient[a][i];
  const Material here = material_of(mesh, model, e);
  m.lambda = here.lambda;
  m.mu = here.mu;
  m.buoyancy = 1 / here.rho;
  m.p_impedance = here.rho * here.vp();
  m.s_impedance = here.rho * here.vs();
  for (int f = 0; f < 4; ++f) {
    FaceMedium<double>& face = m.face[f];
    const mesh::FaceNormal normal = mesh::outward_normal(mesh, e, f);
    for (int i = 0; i < 3; ++i) face.normal[i] = normal.direction[i];
    face.scale = 2 * normal.area / jacobian(mesh, e);
    const mesh::Neighbour beyond = mesh.neighbours[e][f];
    const BoundaryKind kind = beyond.exists() ? BoundaryKind::periodic : mesh::condition(scenario, mesh.boundary[e][f]);
    if (beyond.exists()) {
      const Material there = material_of(mesh, model, static_cast<std::size_t>(beyond.element));
      face.p_beyond = there.rho * there.vp();
      face.s_beyond = there.rho * there.vs();
    } else if (kind == BoundaryKind::absorbing) {
      face.p_beyond = m.p_impedance;
      face.s_beyond = m.s_impedance;
    }
    const double p = m.p_impedance + face.p_beyond, s = m.s_impedance + face.s_beyond;
    const bool rigid = kind == BoundaryKind::rigid;
    face.p_softness = rigid ? 0 : 1 / p;
    face.s_softness = rigid || s == 0 ? 0 : 1 / s;
  }
  return m;
}

}  // namespace unda::dg

// Geometry and impedances of elements.
#include "dg/make_medium.hpp"

#include <algorithm>

#include "exec/for_each.hpp"
#include "mesh/geometry.hpp"
#include "model/properties.hpp"
#include "model/regions.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

namespace {

/// Of harmonic means of moduli: 1/Q is that of their parts, by compliance.
class MeanQuality {
 public:
  void add(const model::Properties& p, double weight) {
    p_.add(p.qp, weight / model::p_wave_modulus(p));
    if (p.vs > 0) s_.add(p.qs, weight / model::shear_modulus(p));
  }
  physics::Quality of(bool is_solid) const { return {p_.quality(), is_solid ? s_.quality() : 0}; }

 private:
  struct Loss {
    double loss = 0, compliance = 0;
    void add(double quality, double weight) {
      loss += quality > 0 ? weight / quality : 0;
      compliance += weight;
    }
    double quality() const { return loss > 0 ? compliance / loss : 0; }
  };
  Loss p_, s_;
};

scenario::BoundaryKind condition_of(const mesh::Tetrahedra& mesh, const scenario::Scenario& scenario,
                                    std::size_t element, int face) {
  return mesh::condition(scenario, mesh.boundary[element][static_cast<std::size_t>(face)],
                         mesh::centre_of_face(mesh, element, face));
}

/// Over an element.
physics::Material mean_material(const mesh::Tetrahedra& mesh, const model::Model& model, std::size_t element) {
  const bool model_is_anisotropic = model.extremes().any_anisotropic;
  // Points inside: on a face that follows an interface the model would be that of one side.
  static const numerics::TetrahedralRule rule = numerics::tetrahedral_rule(2);
  const Vector origin = mesh.corner(element, 0);
  model::MeansSum sum;
  MeanQuality quality;
  model::AnisotropicMean general;
  bool is_anisotropic = false, any_fluid = false;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    Vector x = origin;
    for (int a = 0; a < 3; ++a) x = x + rule.points[q][a] * (mesh.corner(element, a + 1) - origin);
    const model::Properties properties = model.at(x);
    sum.add(properties, rule.weights[q]);
    quality.add(properties, rule.weights[q]);
    if (!model_is_anisotropic) continue;
    physics::Material here = model::material(properties);
    here.anisotropy = model.anisotropy(x);
    any_fluid = any_fluid || here.is_fluid();
    is_anisotropic = is_anisotropic || here.anisotropy;
    if (!here.is_fluid()) general.add(here, rule.weights[q]);
  }
  if (is_anisotropic && !any_fluid) {
    physics::Material found = general.mean(3);
    found.quality = quality.of(true);
    return found;
  }
  const model::CellMeans means = sum.means();
  return {means.rho, physics::isotropic_by_p_modulus(means.p_modulus, means.mu), quality.of(means.mu > 0)};
}

}  // namespace

Materials make_materials(const mesh::Tetrahedra& mesh, const model::Model& model) {
  Materials materials(mesh.size()), of_layers;
  for (const Vector& x : mesh.layer_point) of_layers.push_back(model::material(model, x));
  const model::Regions* regions = model.regions();
  const std::size_t n_own = mesh.grown_from.empty() ? mesh.size() : mesh.n_in_domain();
  exec::for_each_block(n_own, 64, [&](std::size_t e) {
    materials[e] = regions != nullptr    ? regions->material_of(mesh.region[e])
                   : !mesh.layer.empty() ? of_layers[static_cast<std::size_t>(mesh.layer[e])]
                                         : mean_material(mesh, model, e);
  });
  for (std::size_t e = n_own; e < mesh.size(); ++e)
    materials[e] = materials[static_cast<std::size_t>(mesh.grown_from[e - n_own])];
  return materials;
}

double jacobian(const mesh::Tetrahedra& mesh, std::size_t element) { return 6 * mesh.volume(element); }

std::array<Vector, 3> gradients(const mesh::Tetrahedra& mesh, std::size_t e) {
  const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
               c = mesh.corner(e, 3) - mesh.corner(e, 0);
  const double inverse = 1 / dot(a, mesh::cross(b, c));
  return {inverse * mesh::cross(b, c), inverse * mesh::cross(c, a), inverse * mesh::cross(a, b)};
}

ElementMedium<double> medium_of(const mesh::Tetrahedra& mesh, const Materials& materials,
                                const scenario::Scenario& scenario, std::size_t e) {
  using scenario::BoundaryKind;
  ElementMedium<double> m{};
  const std::array<Vector, 3> gradient = gradients(mesh, e);
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < 3; ++i) m.gradient[a][i] = gradient[a][i];
  const physics::Material& here = materials[e];
  m.moduli = here.moduli;
  m.buoyancy = 1 / here.rho;
  m.impedance = here.impedance();
  for (int f = 0; f < 4; ++f) {
    FaceMedium<double>& face = m.face[f];
    const mesh::FaceNormal normal = mesh::outward_normal(mesh, e, f);
    for (int i = 0; i < 3; ++i) face.normal[i] = normal.direction[i];
    face.scale = 2 * normal.area / jacobian(mesh, e);
    const mesh::Neighbour beyond = mesh.neighbours[e][f];
    const BoundaryKind kind = beyond.exists() ? BoundaryKind::periodic : condition_of(mesh, scenario, e, f);
    if (beyond.exists())
      face.beyond =
          physics::beyond_interface(m.impedance, materials[static_cast<std::size_t>(beyond.element)].impedance());
    else if (kind == BoundaryKind::absorbing)
      face.beyond = physics::beyond_absorbing_face(m.impedance);
    else
      face.beyond = kind == BoundaryKind::rigid ? physics::beyond_rigid_face() : physics::beyond_free_face(m.impedance);
  }
  return m;
}

GeneralMedium<double> general_medium_of(const mesh::Tetrahedra& mesh, const Materials& materials,
                                        const scenario::Scenario& scenario, std::size_t e) {
  using scenario::BoundaryKind;
  GeneralMedium<double> m{};
  const ElementMedium<double> shape = medium_of(mesh, materials, scenario, e);
  std::copy(&shape.gradient[0][0], &shape.gradient[0][0] + 9, &m.gradient[0][0]);
  m.moduli = materials[e].general_moduli();
  m.buoyancy = shape.buoyancy;
  for (int f = 0; f < 4; ++f) {
    GeneralFace<double>& face = m.face[f];
    std::copy(shape.face[f].normal, shape.face[f].normal + 3, face.normal);
    face.scale = shape.face[f].scale;
    const Vector n{face.normal[0], face.normal[1], face.normal[2]};
    const mesh::Neighbour beyond = mesh.neighbours[e][f];
    const physics::Material& own = materials[e];
    if (beyond.exists()) {
      face.impedance = physics::matrix_interface(own, materials[static_cast<std::size_t>(beyond.element)], n);
      continue;
    }
    const BoundaryKind kind = condition_of(mesh, scenario, e, f);
    face.impedance = kind == BoundaryKind::absorbing ? physics::matrix_absorbing_face(own, n)
                     : kind == BoundaryKind::rigid   ? physics::matrix_rigid_face(own, n)
                                                     : physics::matrix_free_face(own, n);
  }
  return m;
}

std::vector<double> medium_numbers(const mesh::Tetrahedra& mesh, const Materials& materials,
                                   const scenario::Scenario& scenario, bool anisotropic, std::size_t e) {
  const auto numbers = [](const auto& m) {
    const auto* first = reinterpret_cast<const double*>(&m);
    return std::vector<double>(first, first + sizeof(m) / sizeof(double));
  };
  return anisotropic ? numbers(general_medium_of(mesh, materials, scenario, e))
                     : numbers(medium_of(mesh, materials, scenario, e));
}

}  // namespace unda::dg

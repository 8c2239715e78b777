// Asking the model in elements.
#include "sem/materials.hpp"

#include "model/properties.hpp"

namespace unda::sem {

bool elements_are_uniform(const scenario::Scenario& s, const model::Model& model) {
  return s.model.kind == scenario::ModelKind::layers ||
         !(model.varies_along(0) || model.varies_along(1) || model.varies_along(2));
}

Index centre_point(const Mesh& mesh) {
  const int half = mesh.degree() / 2;
  return {half, half, mesh.dim() == 3 ? half : 0};
}

int number_in_element(const Mesh& mesh, const Index& point) {
  const int n = mesh.degree() + 1;
  return point[0] + n * (point[1] + n * point[2]);
}

Materials::Materials(const Mesh& mesh, const model::Model& model, bool uniform_elements)
    : mesh_(&mesh), model_(&model), by_point_(!uniform_elements) {
  if (!uniform_elements) return;
  const Index centre = centre_point(mesh);
  kept_.resize(static_cast<std::size_t>(mesh.n_elements()));
  exec::for_each_heavy(static_cast<std::size_t>(mesh.n(1)) * mesh.n(2), [&](std::size_t r) {
    const int j = static_cast<int>(r) % mesh.n(1), k = static_cast<int>(r) / mesh.n(1);
    for (int i = 0; i < mesh.n(0); ++i)
      kept_[number({i, j, k})] = model::material(model, mesh.inside({i, j, k}, centre));
  });
}

physics::Material Materials::at(const Index& e, const Index& point) const {
  return by_point() ? model::material(*model_, mesh_->inside(e, point)) : kept_[number(e)];
}

physics::Material Materials::near(const Index& e, const Vector& x) const {
  if (!by_point()) return kept_[number(e)];
  const Vector centre = mesh_->position(e, centre_point(*mesh_));
  return model::material(*model_, x + 1e-6 * (centre - x));
}

std::vector<physics::Material> Materials::ask(const Index& e) const {
  std::vector<physics::Material> found;
  found.reserve(static_cast<std::size_t>(mesh_->points_of_an_element()));
  for_each_point_of_element(*mesh_, [&](const Index& point) { found.push_back(at(e, point)); });
  return found;
}

}  // namespace unda::sem

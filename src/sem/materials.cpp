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

std::optional<std::size_t> Materials::kept_number(const Index& point) const {
  if (!by_point_) return 0;
  std::size_t corner = 0;
  for (int a = 0; a < mesh_->dim(); ++a) {
    if (point[a] != 0 && point[a] != mesh_->degree())
      return point == centre_point(*mesh_) ? std::optional(n_corners()) : std::nullopt;
    if (point[a] != 0) corner += std::size_t{1} << a;
  }
  return corner;
}

Index Materials::kept_point(std::size_t number) const {
  if (!by_point_ || number == n_corners()) return centre_point(*mesh_);
  Index point{};
  for (int a = 0; a < mesh_->dim(); ++a) point[a] = (number >> a) % 2 == 0 ? 0 : mesh_->degree();
  return point;
}

Materials::Materials(const Mesh& mesh, const model::Model& model, bool uniform_elements)
    : mesh_(&mesh), model_(&model), by_point_(!uniform_elements) {
  keep([&](const Index& e, const Index& point) { return model::material(model, mesh.inside(e, point)); });
}

Materials::Materials(const Mesh& mesh, const Materials& below, const Materials& above)
    : mesh_(&mesh), model_(below.model_), by_point_(below.by_point_) {
  const int up = mesh.up();
  keep([&](Index e, const Index& point) {
    const int layer = mesh.first(up) + e[up];
    const Materials& part = below.mesh_->layers().contains(layer) ? below : above;
    e[up] = layer - part.mesh_->first(up);
    return part.at(e, point);
  });
}

/// `ask(element, point)`: its material.
template <class Function>
void Materials::keep(const Function& ask) {
  kept_.resize(n_kept() * static_cast<std::size_t>(mesh_->n_elements()));
  exec::for_each_heavy(static_cast<std::size_t>(mesh_->n(1)) * mesh_->n(2), [&](std::size_t r) {
    const int j = static_cast<int>(r) % mesh_->n(1), k = static_cast<int>(r) / mesh_->n(1);
    for (int i = 0; i < mesh_->n(0); ++i)
      for (std::size_t n = 0; n < n_kept(); ++n)
        kept_[number({i, j, k}) * n_kept() + n] = ask({i, j, k}, kept_point(n));
  });
}

void Materials::forget_points() {
  if (by_point_) kept_ = {};
}

physics::Material Materials::at(const Index& e, const Index& point) const {
  const auto n = kept_.empty() ? std::nullopt : kept_number(point);
  return n ? kept_[number(e) * n_kept() + *n] : model::material(*model_, mesh_->inside(e, point));
}

physics::Material Materials::near(const Index& e, const Vector& x) const {
  if (!by_point()) return kept_[number(e)];
  return places_.at(e, x, [&] {
    const Vector centre = mesh_->position(e, centre_point(*mesh_));
    return model::material(*model_, x + 1e-6 * (centre - x));
  });
}

std::vector<physics::Material> Materials::ask(const Index& e) const {
  std::vector<physics::Material> found;
  found.reserve(static_cast<std::size_t>(mesh_->points_of_an_element()));
  for_each_point_of_element(*mesh_, [&](const Index& point) { found.push_back(at(e, point)); });
  return found;
}

}  // namespace unda::sem

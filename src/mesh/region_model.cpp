// Materials by region.
#include "mesh/region_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/mesh_file.hpp"
#include "model/properties.hpp"
#include "model/stiffness.hpp"

namespace unda::mesh {
namespace {

/// The entry of model.region for a group of the file; its size where there is none.
std::size_t entry_for(const scenario::Scenario& s, const Tetrahedra& mesh, int group) {
  const auto& regions = s.model.regions;
  const auto name = mesh.region_name.find(group);
  for (std::size_t n = 0; n < regions.size(); ++n)
    if (regions[n].name.empty() ? regions[n].tag == group
                                : name != mesh.region_name.end() && name->second == regions[n].name)
      return n;
  return regions.size();
}

}  // namespace

RegionModel::RegionModel(const scenario::Scenario& s) : extremes_(model::no_extremes()) {
  if (s.mesh.file.empty()) s.fail("model.kind", "\"regions\" are those of a mesh file: give mesh.file");
  const auto& regions = s.model.regions;
  for (std::size_t n = 0; n < regions.size(); ++n) {
    if (const auto mistake = model::find_mistake(regions[n].material))
      s.fail(fmt::format("model.region[{}].{}", n, mistake->name), mistake->message);
    properties_.push_back(model::properties_of(regions[n].material));
    anisotropy_.push_back(model::anisotropy_of(regions[n].material, s.domain.dim));
  }
  mesh_ = std::make_shared<const Tetrahedra>(read_tetrahedra(s));
  std::vector<bool> used(regions.size(), false);
  for (const int group : mesh_->region) {
    const std::size_t entry = entry_for(s, *mesh_, group);
    if (entry == regions.size()) {
      const auto name = mesh_->region_name.find(group);
      s.fail("model.region",
             fmt::format("the mesh has elements in {}, for which there is no [[model.region]]",
                         group == 0                         ? "no physical group"
                         : name == mesh_->region_name.end() ? fmt::format("group {}", group)
                                                            : fmt::format("group {} \"{}\"", group, name->second)));
    }
    material_of_.push_back(entry);
    used[entry] = true;
  }
  for (std::size_t n = 0; n < regions.size(); ++n) {
    if (!used[n])
      s.fail(
          fmt::format("model.region[{}].{}", n, regions[n].name.empty() ? "tag" : "name"),
          fmt::format("the mesh has no elements in a group of that {}", regions[n].name.empty() ? "number" : "name"));
    model::include(properties_[n], anisotropy_[n].get(), extremes_);
  }
  model::finish(extremes_);
  locator_ = std::make_shared<const Locator>(*mesh_);
}

std::shared_ptr<const model::Model> RegionModel::changed(const Change& change) const {
  auto other = std::make_shared<RegionModel>(*this);
  other->extremes_ = model::no_extremes();
  for (std::size_t n = 0; n < properties_.size(); ++n) {
    other->properties_[n] = change(properties_[n]);
    model::include(other->properties_[n], anisotropy_[n].get(), other->extremes_);
  }
  model::finish(other->extremes_);
  return other;
}

std::size_t RegionModel::element_at(const Vector& x) const {
  const std::vector<ElementPoint> places = locator_->find(x);
  if (!places.empty()) return static_cast<std::size_t>(places.front().element);
  std::size_t nearest = 0;
  for (std::size_t e = 1; e < mesh_->size(); ++e)
    if (norm(mesh_->centre(e) - x) < norm(mesh_->centre(nearest) - x)) nearest = e;
  return nearest;
}

physics::Material RegionModel::material_of(std::size_t element) const {
  physics::Material material = model::material(of_element(element));
  material.anisotropy = anisotropy_[material_of_[element]];
  return material;
}

model::CellMeans RegionModel::mean(const Vector& low, const Vector& high) const {
  return model::homogeneous(at(0.5 * (low + high)));
}

model::Stiffness RegionModel::stiffness(const Vector& low, const Vector& high) const {
  const std::size_t element = element_at(0.5 * (low + high));
  return model::stiffness_of(of_element(element), anisotropy_[material_of_[element]].get());
}

}  // namespace unda::mesh

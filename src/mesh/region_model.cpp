// Materials by region.
#include "mesh/region_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/hexahedra_file.hpp"
#include "mesh/locate.hpp"
#include "mesh/locate_hexahedra.hpp"
#include "mesh/mesh_file.hpp"
#include "model/properties.hpp"
#include "model/stiffness.hpp"

namespace unda::mesh {
namespace {

/// The entry of model.region for a group of the file; its size where there is none.
std::size_t entry_for(const scenario::Scenario& s, const std::map<int, std::string>& region_name, int group) {
  const auto& regions = s.model.regions;
  const auto name = region_name.find(group);
  for (std::size_t n = 0; n < regions.size(); ++n)
    if (regions[n].name.empty() ? regions[n].tag == group
                                : name != region_name.end() && name->second == regions[n].name)
      return n;
  return regions.size();
}

/// The first of those that hold x, or else the one whose centre is nearest.
template <class AnyLocator, class Mesh>
std::size_t element_holding(const AnyLocator& locator, const Mesh& mesh, const Vector& x) {
  const auto places = locator.find(x);
  if (!places.empty()) return static_cast<std::size_t>(places.front().element);
  std::size_t nearest = 0;
  for (std::size_t e = 1; e < mesh.size(); ++e)
    if (norm(mesh.centre(e) - x) < norm(mesh.centre(nearest) - x)) nearest = e;
  return nearest;
}

/// Keeps mesh and locator.
template <class AnyLocator, class Mesh>
std::function<std::size_t(const Vector&)> finder(std::shared_ptr<const Mesh> mesh) {
  auto locator = std::make_shared<const AnyLocator>(*mesh);
  return [mesh = std::move(mesh), locator = std::move(locator)](const Vector& x) {
    return element_holding(*locator, *mesh, x);
  };
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
  read_mesh(s);
  const std::vector<int>& groups = tetrahedra_ ? tetrahedra_->region : hexahedra_->region;
  const std::map<int, std::string>& names = tetrahedra_ ? tetrahedra_->region_name : hexahedra_->region_name;
  std::vector<bool> used(regions.size(), false);
  for (const int group : groups) {
    const std::size_t entry = entry_for(s, names, group);
    if (entry == regions.size()) {
      const auto name = names.find(group);
      s.fail("model.region", fmt::format("the mesh has elements in {}, for which there is no [[model.region]]",
                                         group == 0            ? "no physical group"
                                         : name == names.end() ? fmt::format("group {}", group)
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
}

/// Of the elements that the method takes: readers refuse others, and say which method does.
void RegionModel::read_mesh(const scenario::Scenario& s) {
  if (s.solver.method == scenario::Method::sem) {
    hexahedra_ = std::make_shared<const Hexahedra>(read_hexahedra(s));
    element_at_ = finder<HexahedraLocator>(hexahedra_);
  } else {
    tetrahedra_ = std::make_shared<const Tetrahedra>(read_tetrahedra(s));
    element_at_ = finder<Locator>(tetrahedra_);
  }
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

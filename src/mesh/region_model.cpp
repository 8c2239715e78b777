// Materials by region.
#include "mesh/region_model.hpp"

#include <set>

#include <fmt/format.h>

#include "mesh/hexahedra_file.hpp"
#include "mesh/locate_hexahedra.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/region_faces.hpp"
#include "model/properties.hpp"
#include "model/stiffness.hpp"
#include "parallel/parcel.hpp"
#include "parallel/together.hpp"

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

}  // namespace

RegionModel::RegionModel(const scenario::Scenario& s, const parallel::Communicator& ranks)
    : extremes_(model::no_extremes()) {
  if (s.mesh.file.empty()) s.fail("model.kind", "\"regions\" are those of a mesh file: give mesh.file");
  const auto& regions = s.model.regions;
  for (std::size_t n = 0; n < regions.size(); ++n) {
    if (const auto mistake = model::find_mistake(regions[n].material, s.domain.dim))
      s.fail(fmt::format("model.region[{}].{}", n, mistake->name), mistake->message);
    properties_.push_back(model::properties_of(regions[n].material));
    anisotropy_.push_back(model::anisotropy_of(regions[n].material, s.domain.dim));
    model::include(properties_[n], anisotropy_[n].get(), extremes_);
  }
  // Of the elements that the method takes: readers refuse others, and say which method does.
  s.solver.method == scenario::Method::sem ? read_hexahedra(s) : read_tetrahedra(s, ranks);
  model::finish(extremes_);
}

void RegionModel::find_entries(const scenario::Scenario& s, const std::vector<int>& of_elements,
                               const std::map<int, std::string>& names) {
  const auto& regions = s.model.regions;
  std::vector<bool> used(regions.size(), false);
  for (const int group : std::set<int>(of_elements.begin(), of_elements.end())) {
    const std::size_t entry = entry_for(s, names, group);
    if (entry == regions.size()) {
      const auto name = names.find(group);
      s.fail("model.region", fmt::format("the mesh has elements in {}, for which there is no [[model.region]]",
                                         group == 0            ? "no physical group"
                                         : name == names.end() ? fmt::format("group {}", group)
                                                               : fmt::format("group {} \"{}\"", group, name->second)));
    }
    entry_of_[group] = entry;
    used[entry] = true;
  }
  for (std::size_t n = 0; n < regions.size(); ++n)
    if (!used[n])
      s.fail(
          fmt::format("model.region[{}].{}", n, regions[n].name.empty() ? "tag" : "name"),
          fmt::format("the mesh has no elements in a group of that {}", regions[n].name.empty() ? "number" : "name"));
}

void RegionModel::read_hexahedra(const scenario::Scenario& s) {
  const auto mesh = std::make_shared<const Hexahedra>(mesh::read_hexahedra(s));
  find_entries(s, mesh->region, mesh->region_name);
  const auto locator = std::make_shared<const HexahedraLocator>(*mesh);
  entry_at_ = [mesh, locator, entry_of = entry_of_](const Vector& x) {
    return entry_of.at(mesh->region[element_holding(*locator, *mesh, x)]);
  };
  hexahedra_ = mesh;
}

void RegionModel::read_tetrahedra(const scenario::Scenario& s, const parallel::Communicator& ranks) {
  std::vector<RegionFace> faces;
  parallel::on_root(ranks, [&] {
    tetrahedra_ = std::make_shared<Tetrahedra>(mesh::read_tetrahedra(s));
    find_entries(s, tetrahedra_->region, tetrahedra_->region_name);
    faces = region_faces(*tetrahedra_,
                         [&](std::size_t e) { return static_cast<int>(entry_of_.at(tetrahedra_->region[e])); });
  });
  parallel::tell_all(ranks, [&](parallel::Parcel& parcel) { parcel.list(faces); });
  const auto known = std::make_shared<const RegionFaces>(faces);
  entry_at_ = [known](const Vector& x) { return static_cast<std::size_t>(known->kind_at(x)); };
}

const Tetrahedra& RegionModel::tetrahedra(const scenario::Scenario& s) const {
  if (!tetrahedra_) tetrahedra_ = std::make_shared<Tetrahedra>(mesh::read_tetrahedra(s));
  return *tetrahedra_;
}

Tetrahedra RegionModel::take_tetrahedra(const scenario::Scenario& s) const {
  tetrahedra(s);
  Tetrahedra taken = std::move(*tetrahedra_);
  tetrahedra_.reset();
  return taken;
}

std::shared_ptr<const model::Model> RegionModel::changed(const Change& change) const {
  auto other = std::make_shared<RegionModel>(*this);
  other->tetrahedra_.reset();
  other->extremes_ = model::no_extremes();
  for (std::size_t n = 0; n < properties_.size(); ++n) {
    other->properties_[n] = change(properties_[n]);
    other->anisotropy_[n] = model::changed_anisotropy(anisotropy_[n], properties_[n], other->properties_[n]);
    model::include(other->properties_[n], other->anisotropy_[n].get(), other->extremes_);
  }
  model::finish(other->extremes_);
  return other;
}

physics::Material RegionModel::material_of(int region) const {
  const std::size_t entry = entry_of_.at(region);
  physics::Material material = model::material(properties_[entry]);
  material.anisotropy = anisotropy_[entry];
  return material;
}

model::CellMeans RegionModel::mean(const Vector& low, const Vector& high) const {
  return model::homogeneous(at(0.5 * (low + high)));
}

model::Stiffness RegionModel::stiffness(const Vector& low, const Vector& high) const {
  const std::size_t entry = entry_at(0.5 * (low + high));
  return model::stiffness_of(properties_[entry], anisotropy_[entry].get());
}

/// Regions are those of this class: no other model has any.
const RegionModel* region_model(const model::Model& model) { return static_cast<const RegionModel*>(model.regions()); }

}  // namespace unda::mesh

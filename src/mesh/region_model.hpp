// A model that a mesh file divides: every region of the mesh has one material. Holds the mesh, which is read once.
#pragma once

#include <memory>

#include "mesh/locate.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"
#include "physics/material.hpp"

namespace unda::mesh {

class RegionModel final : public model::Model {
 public:
  /// Reads mesh.file and gives its regions the materials of [[model.region]]. Throws InputError where one has none.
  explicit RegionModel(const scenario::Scenario& scenario);

  std::shared_ptr<const Tetrahedra> mesh() const { return mesh_; }
  const model::Properties& of_element(std::size_t element) const { return properties_[material_of_[element]]; }

  physics::Material material_of(std::size_t element) const;

  model::Properties at(const Vector& x) const override { return of_element(element_at(x)); }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return anisotropy_[material_of_[element_at(x)]];
  }
  model::CellMeans mean(const Vector& low, const Vector& high) const override;
  model::Stiffness stiffness(const Vector& low, const Vector& high) const override;
  bool has_interfaces() const override { return properties_.size() > 1; }
  bool varies_along(int) const override { return properties_.size() > 1; }
  model::Extremes extremes() const override { return extremes_; }
  const RegionModel* regions() const override { return this; }

 private:
  std::size_t element_at(const Vector& x) const;

  std::shared_ptr<const Tetrahedra> mesh_;
  std::unique_ptr<Locator> locator_;
  std::vector<model::Properties> properties_;  ///< by entry of model.region
  std::vector<std::shared_ptr<const physics::Anisotropy>> anisotropy_;
  std::vector<std::size_t> material_of_;  ///< by element
  model::Extremes extremes_;
};

}  // namespace unda::mesh

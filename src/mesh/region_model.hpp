// A model that a mesh file divides: every region of the mesh has one material. Holds the mesh, which is read once.
#pragma once

#include <functional>
#include <memory>

#include "mesh/hexahedra.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"
#include "physics/material.hpp"

namespace unda::mesh {

class RegionModel final : public model::Model {
 public:
  /// Reads mesh.file and gives its regions the materials of [[model.region]]. Throws InputError where one has none.
  explicit RegionModel(const scenario::Scenario& scenario);
  RegionModel(const RegionModel&) = default;

  /// Of a file of tetrahedra, or of one of hexahedra or quadrilaterals; else nothing.
  std::shared_ptr<const Tetrahedra> tetrahedra() const { return tetrahedra_; }
  std::shared_ptr<const Hexahedra> hexahedra() const { return hexahedra_; }
  const model::Properties& of_element(std::size_t element) const { return properties_[material_of_[element]]; }

  physics::Material material_of(std::size_t element) const;

  std::shared_ptr<const model::Model> changed(const Change& change) const override;
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
  void read_mesh(const scenario::Scenario& scenario);
  std::size_t element_at(const Vector& x) const { return element_at_(x); }

  std::shared_ptr<const Tetrahedra> tetrahedra_;
  std::shared_ptr<const Hexahedra> hexahedra_;
  std::function<std::size_t(const Vector&)> element_at_;  ///< or the nearest
  std::vector<model::Properties> properties_;             ///< by entry of model.region
  std::vector<std::shared_ptr<const physics::Anisotropy>> anisotropy_;
  std::vector<std::size_t> material_of_;  ///< by element
  model::Extremes extremes_;
};

}  // namespace unda::mesh

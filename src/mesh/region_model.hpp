// A model that a mesh file divides: every region of the mesh has one material. The file is read once; a mesh of tetrahedra is on the
// first rank alone, and only until the elements are shared out.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "mesh/hexahedra.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"
#include "model/regions.hpp"
#include "parallel/communicator.hpp"
#include "physics/material.hpp"

namespace unda::mesh {

class RegionModel final : public model::Model, public model::Regions {
 public:
  /// Reads mesh.file and gives its regions the materials of [[model.region]]. Throws InputError where one has none. Collective.
  explicit RegionModel(const scenario::Scenario& scenario,
                       const parallel::Communicator& ranks = parallel::Communicator::world());
  RegionModel(const RegionModel&) = default;

  /// Of a file of tetrahedra, on the first rank.
  const Tetrahedra& tetrahedra(const scenario::Scenario& scenario) const;
  /// Likewise: the model gives them away, and whoever asks for them after that has the file read again.
  Tetrahedra take_tetrahedra(const scenario::Scenario& scenario) const;
  /// Of a file of hexahedra or quadrilaterals; else nothing.
  std::shared_ptr<const Hexahedra> hexahedra() const { return hexahedra_; }

  physics::Material material_of(int region) const override;

  std::shared_ptr<const model::Model> changed(const Change& change) const override;
  model::Properties at(const Vector& x) const override { return properties_[entry_at(x)]; }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return anisotropy_[entry_at(x)];
  }
  model::CellMeans mean(const Vector& low, const Vector& high) const override;
  model::Stiffness stiffness(const Vector& low, const Vector& high) const override;
  bool has_interfaces() const override { return properties_.size() > 1; }
  bool varies_along(int) const override { return properties_.size() > 1; }
  model::Extremes extremes() const override { return extremes_; }
  const model::Regions* regions() const override { return this; }

 private:
  void read_tetrahedra(const scenario::Scenario& scenario, const parallel::Communicator& ranks);
  void read_hexahedra(const scenario::Scenario& scenario);
  /// Which entry of model.region each region of the file has.
  void find_entries(const scenario::Scenario& scenario, const std::vector<int>& regions,
                    const std::map<int, std::string>& names);
  std::size_t entry_at(const Vector& x) const { return entry_at_(x); }

  mutable std::shared_ptr<Tetrahedra> tetrahedra_;
  std::shared_ptr<const Hexahedra> hexahedra_;
  std::function<std::size_t(const Vector&)> entry_at_;  ///< or the nearest
  std::map<int, std::size_t> entry_of_;                 ///< by region of the file
  std::vector<model::Properties> properties_;           ///< by entry of model.region
  std::vector<std::shared_ptr<const physics::Anisotropy>> anisotropy_;
  model::Extremes extremes_;
};

/// With its mesh; none where no mesh divides the model.
const RegionModel* region_model(const model::Model& model);

}  // namespace unda::mesh

// What a model knows of a mesh that divides it into regions: the material of each.
#pragma once

#include "physics/material.hpp"

namespace unda::model {

/// The mesh itself is known where meshes are (mesh/region_model.hpp).
class Regions {
 public:
  virtual ~Regions() = default;
  /// Of the elements of a region.
  virtual physics::Material material_of(int region) const = 0;
};

}  // namespace unda::model

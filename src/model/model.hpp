// What the earth is made of, as a function of position. Made by make_model(); immutable, shared by threads.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/vector.hpp"
#include "model/elevations.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {
class RegionModel;  // mesh/region_model.hpp
}

namespace unda::model {

/// Properties of an isotropic medium at a point: speeds in m/s, density in kg/m^3. vs = 0: a fluid.
struct Properties {
  double vp = 0, vs = 0, rho = 0;
};

/// Effective properties of a small box: what a grid cell should carry so that an interface may lie anywhere
/// in it.
struct CellMeans {
  double rho = 0;        ///< arithmetic mean, kg/m^3
  double kappa = 0;      ///< harmonic mean of the bulk modulus rho (vp^2 - 4/3 vs^2), Pa
  double mu = 0;         ///< harmonic mean of the shear modulus, Pa; 0 where any part is fluid
  double p_modulus = 0;  ///< harmonic mean of rho vp^2, Pa
};

/// Extremes over the domain, for the mesh and the time step.
struct Extremes {
  double vp_min = 0, vp_max = 0;
  double vs_min = 0, vs_max = 0;  ///< vs_min: the smallest vs that is not 0 (0 where all is fluid)
  double rho_min = 0, rho_max = 0;
  bool any_fluid = false, any_solid = false;
  /// The slowest wave anywhere: vs in solids, vp in fluids.
  double slowest = 0;
};

struct Stiffness;  // stiffness.hpp

/// A level plane between two media, all over the model.
struct LevelInterface {
  double height = 0;  ///< z, m
  Properties above, below;

  bool is_sea_floor() const { return (above.vs == 0) != (below.vs == 0); }
};

/// A level plane or a surface between two media, all over the model.
struct Interface {
  Boundary boundary;
  Properties above, below;
  std::size_t layer = 0;  ///< the number of the one below in the scenario
};

/// The slowest wave at a depth: vs in solids, vp in fluids.
struct SlowestAtDepth {
  double z = 0, speed = 0;
};

class Model {
 public:
  virtual ~Model() = default;

  /// At a point. Outside the domain: the value at the nearest point of the domain.
  virtual Properties at(const Vector& x) const = 0;
  /// Over the box low..high (axes that the domain lacks: low == high), the part outside the domain as in
  /// at().
  virtual CellMeans mean(const Vector& low, const Vector& high) const = 0;
  /// Of the same box, with every interface in it taken in its own direction.
  virtual Stiffness stiffness(const Vector& low, const Vector& high) const = 0;
  /// Whether a point lies in a solid. Between samples of a fluid and of a solid the contact lies half way.
  virtual bool is_solid(const Vector& x) const { return at(x).vs > 0; }
  /// At a point, of the solid alone or of the fluid alone: beside a contact at() may blend them.
  virtual Properties of_side(const Vector& x, bool /*solid*/) const { return at(x); }
  /// Whether at() blends a fluid with a solid somewhere in a box.
  virtual bool blends_sides(const Vector& /*low*/, const Vector& /*high*/) const { return false; }
  /// Whether the model may change abruptly somewhere.
  virtual bool has_interfaces() const = 0;
  /// From the top down. Interfaces of other shapes are not told.
  virtual std::vector<LevelInterface> level_interfaces() const { return {}; }
  /// From the top down, level ones and others.
  virtual std::vector<Interface> interfaces() const {
    std::vector<Interface> all;
    for (const LevelInterface& i : level_interfaces())
      all.push_back({{{}, i.height}, i.above, i.below, all.size() + 1});
    return all;
  }
  /// Of a model known at the points of a grid: by depth, from the lowest up; between two depths no wave is slower than at both.
  /// Empty for other models.
  virtual std::vector<SlowestAtDepth> slowest_by_depth() const { return {}; }
  virtual bool varies_along(int axis) const = 0;
  virtual Extremes extremes() const = 0;
  /// A model that a mesh divides knows more of it: its elements and their media. Others are none.
  virtual const mesh::RegionModel* regions() const { return nullptr; }
};

/// Reads files where the scenario names some, checks every value (finite, positive, vs < vp sqrt(3)/2) and
/// that the model covers the domain. Throws InputError that names the key, the place and the value.
std::shared_ptr<const Model> make_model(const scenario::Scenario& scenario);

}  // namespace unda::model

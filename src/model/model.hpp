// What the earth is made of, as a function of position. Made by make_model(); immutable, shared by threads.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "base/vector.hpp"
#include "model/elevations.hpp"
#include "scenario/scenario.hpp"

namespace unda::physics {
struct Anisotropy;  // physics/anisotropy.hpp
}

namespace unda::model {

/// Properties of a medium at a point: speeds in m/s, density in kg/m^3. vs = 0: a fluid. Where it attenuates, speeds are those at the
/// reference frequency; of an anisotropic medium (Model::anisotropy) those along its axis, or with 21 moduli along z: for pictures.
struct Properties {
  double vp = 0, vs = 0, rho = 0;
  double qp = 0, qs = 0;  ///< quality factors of rho vp^2 and rho vs^2; 0: no attenuation
};

/// Effective properties of a small box: what a grid cell should carry so that an interface may lie anywhere
/// in it.
struct CellMeans {
  double rho = 0;        ///< arithmetic mean, kg/m^3
  double kappa = 0;      ///< harmonic mean of the bulk modulus rho (vp^2 - 4/3 vs^2), Pa
  double mu = 0;         ///< harmonic mean of the shear modulus, Pa; 0 where any part is fluid
  double p_modulus = 0;  ///< harmonic mean of rho vp^2, Pa
};

/// Extremes over the domain, for the mesh and the time step; in anisotropic solids over all directions too.
struct Extremes {
  double vp_min = 0, vp_max = 0;
  double vs_min = 0, vs_max = 0;  ///< vs_min: the smallest vs that is not 0 (0 where all is fluid)
  double rho_min = 0, rho_max = 0;
  bool any_fluid = false, any_solid = false, any_anisotropic = false;
  double qp_min = 0, qs_min = 0;    ///< the smallest quality factors; 0: none
  bool bulk_modulus_gains = false;  ///< somewhere qs is so much less than qp that 1/Q of the bulk modulus is negative

  bool attenuates() const { return qp_min > 0; }
  /// The slowest wave anywhere: vs in solids, vp in fluids.
  double slowest = 0;
  /// The largest modulus rho V^2 of any direction over the largest of c11, c22 and c33; 1 where all is isotropic.
  double oblique_stiffness = 1;
};

struct Stiffness;  // stiffness.hpp
class Regions;     // regions.hpp

/// What a homogeneous part of the earth is made of.
struct Medium {
  Properties properties;
  std::shared_ptr<const physics::Anisotropy> anisotropy{};  ///< none: isotropic
};

/// A level plane between two media, all over the model.
struct LevelInterface {
  double height = 0;  ///< z, m
  Properties above, below;

  bool is_sea_floor() const { return (above.vs == 0) != (below.vs == 0); }
};

/// A level plane or a surface between two media, all over the model.
struct Interface {
  Boundary boundary;
  Medium above, below;
  std::size_t layer = 0;  ///< the number of the one below in the scenario
};

/// The slowest wave at a depth: vs in solids, vp in fluids.
struct SlowestAtDepth {
  double z = 0, speed = 0;
};

class Model {
 public:
  /// Another medium for each medium, its quality factors kept.
  using Change = std::function<Properties(const Properties&)>;

  virtual ~Model() = default;

  /// The model with every medium changed, such as to its unrelaxed speeds (relaxation.hpp).
  virtual std::shared_ptr<const Model> changed(const Change& change) const = 0;

  /// At a point. Outside the domain: the value at the nearest point of the domain.
  virtual Properties at(const Vector& x) const = 0;
  /// The moduli of an anisotropic solid at a point; none: isotropic.
  virtual std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& /*x*/) const { return nullptr; }
  /// Both at a point as an element sees it that has `inside` within: on an interface on its side. The element's side may bend a
  /// little less than the interface.
  virtual Properties at_side(const Vector& x, const Vector& inside) const { return at(beside(x, inside)); }
  virtual std::shared_ptr<const physics::Anisotropy> anisotropy_at_side(const Vector& x, const Vector& inside) const {
    return anisotropy(beside(x, inside));
  }
  /// Over the box low..high (axes that the domain lacks: low == high), the part outside the domain as in
  /// at().
  virtual CellMeans mean(const Vector& low, const Vector& high) const = 0;
  /// Of the same box, with every interface in it taken in its own direction.
  virtual Stiffness stiffness(const Vector& low, const Vector& high) const = 0;
  /// Of the same box, one number of mean() or of stiffness() alone: for some models much less work.
  virtual double mean_density(const Vector& low, const Vector& high) const { return mean(low, high).rho; }
  /// `pair` as in Stiffness: 0 yz, 1 xz, 2 xy.
  virtual double shear_stiffness(const Vector& low, const Vector& high, int pair) const;
  /// Whether a point lies in a solid. Between samples of a fluid and of a solid the contact lies half way.
  virtual bool is_solid(const Vector& x) const { return at(x).vs > 0; }
  /// At a point, of the solid alone or of the fluid alone: beside a contact at() may blend them.
  virtual Properties of_side(const Vector& x, bool /*solid*/) const { return at(x); }
  /// Whether at() blends a fluid with a solid somewhere in a box.
  virtual bool blends_sides(const Vector& /*low*/, const Vector& /*high*/) const { return false; }
  /// Whether the model may change abruptly somewhere.
  virtual bool has_interfaces() const = 0;
  /// From the top down, level ones and others. Interfaces of other shapes are not told.
  virtual std::vector<Interface> interfaces() const { return {}; }
  /// The same where all of them are level; else none.
  virtual std::vector<LevelInterface> level_interfaces() const;
  /// Of a model known at the points of a grid: by depth, from the lowest up; between two depths no wave is slower than at both.
  /// Empty for other models.
  virtual std::vector<SlowestAtDepth> slowest_by_depth() const { return {}; }
  /// Of a model in spherical shells: radii of its interfaces, from the surface down to the bottom. Empty for others.
  virtual std::vector<double> shell_radii() const { return {}; }
  virtual bool varies_along(int axis) const = 0;
  virtual Extremes extremes() const = 0;
  /// Of a model that a mesh divides; others have none.
  virtual const Regions* regions() const { return nullptr; }

 private:
  static Vector beside(const Vector& x, const Vector& inside) { return x + 1e-6 * (inside - x); }
};

/// Reads files where the scenario names some, checks every value (finite, positive, vs < vp sqrt(3)/2) and
/// that the model covers the domain. Throws InputError that names the key, the place and the value.
std::shared_ptr<const Model> make_model(const scenario::Scenario& scenario);

}  // namespace unda::model

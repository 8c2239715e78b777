// Small pure functions on the properties of a medium: moduli, what is allowed, means over parts, extremes.
// Shared by every kind of model.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "model/model.hpp"
#include "physics/material.hpp"

namespace unda::model {

inline double bulk_modulus(const Properties& p) { return p.rho * (p.vp * p.vp - 4.0 / 3.0 * p.vs * p.vs); }
inline double shear_modulus(const Properties& p) { return p.rho * p.vs * p.vs; }
inline double p_wave_modulus(const Properties& p) { return p.rho * p.vp * p.vp; }

inline physics::Isotropic<double> moduli(const Properties& p) {
  return physics::isotropic_by_p_modulus(p_wave_modulus(p), shear_modulus(p));
}
/// Of an isotropic medium.
inline physics::Material material(const Properties& p) { return {p.rho, moduli(p), {p.qp, p.qs}, {}}; }
/// By any law, at a point.
inline physics::Material material(const Model& model, const Vector& x) {
  physics::Material found = material(model.at(x));
  found.anisotropy = model.anisotropy(x);
  return found;
}
/// Likewise, in an element that has `inside` within.
inline physics::Material material_at_side(const Model& model, const Vector& x, const Vector& inside) {
  physics::Material found = material(model.at_side(x, inside));
  found.anisotropy = model.anisotropy_at_side(x, inside);
  return found;
}

/// What a box of one medium carries.
inline CellMeans homogeneous(const Properties& p) {
  return {p.rho, bulk_modulus(p), shear_modulus(p), p_wave_modulus(p)};
}

inline Properties properties_of(const scenario::Material& m) { return {m.vp, m.vs, m.rho, m.qp, m.qs}; }

/// Whether the bulk modulus would gain energy: 1/Q_kappa, with kappa/Q_kappa = M/Qp - 4/3 mu/Qs, is negative by more than rounding of
/// given values. P and S waves decay all the same.
inline bool bulk_modulus_gains(const Properties& p) {
  return p.qs > 0 && p_wave_modulus(p) / p.qp < 0.98 * 4.0 / 3.0 * shear_modulus(p) / p.qs;
}

/// A parameter that is wrong: its name and a sentence with the value found and what is allowed.
struct Mistake {
  std::string name;
  std::string message;
};

enum class Parameter : int { vp, vs, rho, qp, qs, epsilon, delta, gamma, tilt, azimuth };
inline constexpr std::array<const char*, 10> parameter_names{"vp",      "vs",    "rho",   "qp",   "qs",
                                                             "epsilon", "delta", "gamma", "tilt", "azimuth"};

/// Below, the law of attenuation leaves no wave at low frequencies.
inline constexpr double lowest_quality = 5;
/// None (0), or from lowest_quality to infinity.
inline bool quality_allowed(double q) { return q == 0 || q >= lowest_quality; }

/// Finite, vp > 0, rho > 0, vs >= 0; quality factors as above; the others any.
bool allowed(Parameter parameter, double value);
const char* allowed_range(Parameter parameter);
/// vs < vp sqrt(3)/2, that is a bulk modulus above 0.
inline bool bulk_modulus_positive(double vp, double vs) { return 4 * vs * vs < 3 * vp * vp; }
std::string bulk_modulus_message(double vp, double vs);

std::optional<Mistake> find_mistake(const Properties& p);
/// Of a material as the scenario has it, anisotropy included; with a dimension also that no wave grows.
std::optional<Mistake> find_mistake(const scenario::Material& m);
std::optional<Mistake> find_mistake(const scenario::Material& m, int dim);
/// Of Thomsen's parameters; their moduli must be positive definite.
std::optional<Mistake> find_mistake(const physics::Thomsen& medium);
/// None for an isotropic one; the material must be right.
std::shared_ptr<const physics::Anisotropy> anisotropy_of(const scenario::Material& m, int dim);
/// That of a medium whose speeds were changed (Model::changed): its moduli go with vp and vs as they go with qp and qs. None for none.
std::shared_ptr<const physics::Anisotropy> changed_anisotropy(
    const std::shared_ptr<const physics::Anisotropy>& anisotropy, const Properties& before, const Properties& after);
/// Likewise without speeds, which are zero.
physics::Anisotropy changed_moduli(const physics::Anisotropy& anisotropy, const Properties& before,
                                   const Properties& after);
/// The material must be right.
Medium medium_of(const scenario::Material& m, int dim);
Medium changed(const Medium& medium, const Model::Change& change);
/// Of the slowest wave of any direction: S in solids, P in fluids.
double slowest_of(const Medium& medium);
/// Reuss' mean of anisotropic media: the arithmetic one of compliances and of density; of shear moduli alike.
class AnisotropicMean {
 public:
  void add(const physics::Material& m, double weight);
  physics::Material mean(int dim) const;

 private:
  double weight_ = 0, rho_ = 0;
  physics::Moduli compliance_{};
  physics::Symmetric<3, double> shear_compliance_{};
};

/// The means over a box from its parts: rho arithmetic, moduli harmonic, mu = 0 as soon as one part is fluid.
class MeansSum {
 public:
  void add(const Properties& p, double weight) {
    weight_ += weight;
    rho_ += weight * p.rho;
    compliance_ += weight / bulk_modulus(p);
    p_compliance_ += weight / p_wave_modulus(p);
    if (p.vs > 0)
      shear_compliance_ += weight / shear_modulus(p);
    else
      shear_compliance_ = std::numeric_limits<double>::infinity();
  }
  CellMeans means() const {
    return {rho_ / weight_, weight_ / compliance_, weight_ / shear_compliance_, weight_ / p_compliance_};
  }

 private:
  double weight_ = 0, rho_ = 0, compliance_ = 0, shear_compliance_ = 0, p_compliance_ = 0;
};

/// Takes one more medium into the extremes. Starts from no_extremes(); finish() turns absent shear waves into
/// 0.
Extremes no_extremes();
void include(const Properties& p, Extremes& extremes);
/// By the speeds over all directions, where it is anisotropic.
void include(const Properties& p, const physics::Anisotropy* anisotropy, Extremes& extremes);
inline void include(const Medium& medium, Extremes& extremes) {
  include(medium.properties, medium.anisotropy.get(), extremes);
}
void finish(Extremes& extremes);

}  // namespace unda::model

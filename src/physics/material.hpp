// What a point of the earth is made of, as the laws take it. A value: asked from the model once an element or point, and kept.
#pragma once

#include <cmath>
#include <memory>

#include "physics/anisotropy.hpp"
#include "physics/attenuation.hpp"
#include "physics/isotropic.hpp"
#include "physics/riemann.hpp"

namespace unda::physics {

struct Material {
  double rho = 0;  ///< kg/m^3
  Isotropic<double> moduli{};
  Quality quality{};
  std::shared_ptr<const Anisotropy>
      anisotropy{};  ///< none: isotropic; else its moduli are the law, and the others tell nothing

  bool is_fluid() const { return !(moduli.mu > 0); }
  /// Of anisotropic solids the fastest P wave and the slowest S wave over all directions.
  double vp() const { return anisotropy ? anisotropy->speeds.p_max : std::sqrt(p_modulus(moduli) / rho); }
  double vs() const { return anisotropy ? anisotropy->speeds.s_min : std::sqrt(moduli.mu / rho); }
  /// Of the slowest wave that it carries.
  double slowest() const { return is_fluid() ? vp() : vs(); }
  /// Of isotropic ones.
  Impedance<double> impedance() const { return {rho * vp(), rho * vs()}; }
  /// The t of anisotropic_quality.hpp, by any law.
  Symmetric<3, double> shear_moduli() const {
    return anisotropy ? anisotropy->shear : isotropic_shear_moduli(moduli.mu);
  }
  /// By any law.
  Moduli general_moduli() const { return anisotropy ? anisotropy->moduli : isotropic_moduli(moduli.lambda, moduli.mu); }
};

/// Of a face with normal n, by any law: a fluid pushes along n alone.
Symmetric<3, double> impedance_matrix(const Material& m, const Vector& n);
/// Both sides of a face with normal n.
MatrixFace<double> matrix_interface(const Material& own, const Material& other, const Vector& n);
/// Conditions as media beyond the face in which nothing moves, as for impedances.
MatrixFace<double> matrix_free_face(const Material& own, const Vector& n);
MatrixFace<double> matrix_absorbing_face(const Material& own, const Vector& n);
MatrixFace<double> matrix_rigid_face(const Material& own, const Vector& n);

/// In 2-D plane strain.
template <int Dim>
Symmetric<Dim, double> stress(const Material& m, const Strain<Dim, double>& e) {
  if (!m.anisotropy) return stress(m.moduli, e);
  if constexpr (Dim == 3)
    return stress(m.anisotropy->moduli, e);
  else
    return stress(in_plane(m.anisotropy->moduli), e);
}

/// The strain of plane strain in space; in 3-D as it is.
template <int Dim>
constexpr Strain<3, double> in_space(const Strain<Dim, double>& e) {
  if constexpr (Dim == 3)
    return e;
  else
    return {{{e(0, 0), 0, e(1, 1), 0, e(0, 1), 0}}};
}

/// -(sigma_xx + sigma_yy + sigma_zz) / 3.
template <int Dim>
double pressure(const Material& m, const Strain<Dim, double>& e) {
  if (!m.anisotropy) return pressure(m.moduli, e);
  const Symmetric<3, double> s = stress(m.anisotropy->moduli, in_space(e));
  return -(s(0, 0) + s(1, 1) + s(2, 2)) / 3;
}

/// The energy that a stress stands for, J/m^3.
inline double strain_energy(const Material& m, const Symmetric<3, double>& s) {
  return m.anisotropy ? StrainEnergy(m.anisotropy->moduli).of(s) : strain_energy(m.moduli, s);
}

}  // namespace unda::physics

// What an anisotropic solid is like: its moduli, by 21 numbers or by Thomsen's parameters about an axis, and the waves that they
// carry in every direction.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "base/vector.hpp"
#include "physics/anisotropic_quality.hpp"
#include "physics/attenuation.hpp"

namespace unda::physics {

using Moduli = Anisotropic<3, double>;

/// Transverse isotropy about an axis, Thomsen (1986): vp and vs along it, m/s.
struct Thomsen {
  double vp = 0, vs = 0, rho = 0;
  double epsilon = 0, delta = 0, gamma = 0;
};

/// With the axis along z. c13 by the exact formula, (c13 + c44)^2 = 2 delta c33 (c33 - c44) + (c33 - c44)^2; where its right side is
/// below 0 there is no such medium, and c13 is not a number.
Moduli moduli_of(const Thomsen& medium);
Moduli isotropic_moduli(double lambda, double mu);
/// `axis`: the place to which the medium's z axis is turned, of any length; turns about z follow.
Moduli with_axis_along(const Moduli& c, const Vector& axis);
/// By Bond's matrix; `turn`: [new axis][old axis], orthogonal.
Moduli rotated(const Moduli& c, const std::array<Vector, 3>& turn);
/// tilt from z, azimuth from x towards y, degrees.
Vector axis_of(double tilt, double azimuth);

bool positive_definite(const Moduli& c);
/// The inverse: strains that stresses make.
Moduli compliance(const Moduli& c);
/// Whether the planes y = const are planes of symmetry: motion in x and z goes without motion in y. To `tolerance` of the largest.
bool has_plane_of_symmetry(const Moduli& c, double tolerance = 1e-6);
/// Nine moduli, with axes along x, y and z.
bool is_orthorhombic(const Moduli& c, double tolerance = 1e-6);

/// Gamma_ik = C_ijkl n_j n_l as xx yy zz xy xz yz; n of unit length.
Symmetric<3, double> christoffel_matrix(const Moduli& c, const Vector& n);

/// The three plane waves of one direction, the fastest first; polarizations are unit vectors of either sign.
struct PlaneWaves {
  std::array<double, 3> speed;  ///< of their phase, m/s
  std::array<Vector, 3> polarization;
};
PlaneWaves plane_waves(const Moduli& c, double rho, const Vector& direction);
/// In the plane of x and z, the two waves with motion in it; the last is left as zeros.
PlaneWaves plane_waves_in_plane(const Moduli& c, double rho, const Vector& direction);

/// What a face with normal n has in place of rho vp and rho vs: sum over the waves of rho c p p^T, xx yy zz xy xz yz.
Symmetric<3, double> impedance_matrix(const Moduli& c, double rho, const Vector& n);

/// Over all directions: of the fastest wave of each (quasi-P), and of the other two.
struct SpeedRange {
  double p_min = 0, p_max = 0, s_min = 0, s_max = 0;
};
/// dim 2: in the plane of x and z, without the waves that move along y.
SpeedRange speed_range(const Moduli& c, double rho, int dim);

/// Of transverse isotropy, whatever its axis; in 2-D with the axis in the plane.
SpeedRange speed_range(const Thomsen& medium, int dim);

/// An anisotropic solid as a model has it.
struct Anisotropy {
  Moduli moduli;
  SpeedRange speeds;
  Symmetric<3, double> shear{};  ///< the t of anisotropic_quality.hpp, to which quality factors of S belong
  int dim = 3;                   ///< of the waves that the speeds are of
};
std::shared_ptr<const Anisotropy> make_anisotropy(const Moduli& c, double rho, int dim);
std::shared_ptr<const Anisotropy> make_anisotropy(const Moduli& c, const Symmetric<3, double>& shear, double rho,
                                                  int dim);
/// Of transverse isotropy with this axis.
Symmetric<3, double> shear_moduli_of(const Thomsen& medium, const Vector& axis);
/// Whether waves of every direction decay, and none grows, where moduli lose 1/qp and 1/qs of themselves.
bool waves_decay(const Moduli& c, const Symmetric<3, double>& shear, const Quality& quality, int dim);

/// By axis x, y, z, whether the crests and the energy of a plane wave can go opposite ways along it: such waves grow in perfectly
/// matched layers across it (Becache, Fauqueux and Joly 2003). The largest -g_a n_a / V over all directions n, g the velocity of the
/// energy and V that of the crests, which is the part of the absorbing rate at which they grow; 0 where there is no such wave. Those
/// whose slowness n_a/V is small against that of the fastest wave count less or not at all: they leave before they have grown.
std::array<double, 3> backward_ratios(const Moduli& c, double rho, int dim);

}  // namespace unda::physics

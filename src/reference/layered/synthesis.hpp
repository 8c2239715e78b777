// From responses of plane waves to fields at receivers: which sums over k are needed and what is made of them.
//
// The frame is that of the receiver: x from the source to it (radial), y across (transverse). The angular factors of a
// source are C cos(m th) + S sin(m th). With g = 1, 1, -1 for m = 0, 1, 2 and sums <f, n> of f J_n(kr):
//   u_z = g C <W, m>,  u_r = g C/2 (<X + Y, m-1> - <X - Y, m+1>),  u_t = g S/2 (<X + Y, m-1> + <X - Y, m+1>)
// likewise sigma_zz, sigma_rz, sigma_tz with Z, T, R. With D = Sxx + Syy, E = Sxx - Syy, G = -mu k Y in the wave's frame:
//   sigma_rr, sigma_tt = g C (<D, m>/2 -+ e),  e = (<E + 2G, m-2> + <E - 2G, m+2>)/4
//   sigma_rt = -g S/4 (<E + 2G, m-2> - <E - 2G, m+2>)
// In 2-D the factors are cos kx and sin kx: m = 0 is even in x for W, Z, Sxx and odd for X and T, m = 1 the other way.
#pragma once

#include <array>
#include <vector>

#include "reference/layered/seismograms.hpp"
#include "reference/layered/stack_solver.hpp"

namespace unda::reference {

/// What is asked of any receiver.
struct Wanted {
  bool motion = false, pressure = false, stress = false;
};

/// Sums that one receiver keeps for one excitation.
inline constexpr std::size_t most_sums = 10;
using Sums = std::array<Complex, most_sums>;

/// A sum and what its integrand is multiplied by: sign * row, row a Bessel order (3-D) or 0 cos, 1 sin (2-D).
struct Slot {
  std::size_t sum = 0, row = 0;
  double sign = 1;
};

/// The sums that an excitation of this order needs.
std::vector<Slot> slots_of(int dim, int order, const Wanted& wanted);
std::size_t n_rows(int dim, const Wanted& wanted);
/// The factors of a wavenumber at a horizontal distance (2-D: x with its sign).
void fill_rows(int dim, double k, double distance, std::size_t n, double* rows);

/// The integrands, by number of sum.
void integrands(int dim, const Response& response, const ComplexMedium& medium, double k, const Wanted& wanted,
                Sums& out);

/// The parts of a source by azimuthal order, in a slab below which it stands.
std::vector<Excitation> excitations_of(int dim, const LayeredSource& source, std::size_t slab);

/// The field at a receiver, in x, y and z: displacement for a unit time function, the moment's or the force's.
struct PointField {
  std::array<Complex, 3> motion{};
  Complex pressure{};
  std::array<Complex, 6> stress{};  ///< xx yy zz xy xz yz
};
void add_field(int dim, const LayeredSource& source, const Vector& offset, int order, const Sums& sums,
               PointField& field);

}  // namespace unda::reference

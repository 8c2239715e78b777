// A layered earth as the wavenumber integral needs it: homogeneous layers from the top down, the last one without end.
#pragma once

#include <complex>
#include <vector>

#include "physics/attenuation.hpp"
#include "reference/medium.hpp"

namespace unda::reference {

using Complex = std::complex<double>;

/// (a b) without the checks for infinities that std::complex makes.
inline Complex times(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

struct EarthLayer {
  double top = 0;  ///< z of its upper side, m; that of the first layer is the surface
  Medium medium;   ///< vs = 0: a fluid
  physics::Quality quality{};
};

/// What lies at the top of the first layer. `half_space`: the first layer goes on upward without end.
enum class Surface { free, rigid, half_space };

struct LayeredEarth {
  Surface surface = Surface::free;
  std::vector<EarthLayer> layers;  ///< from the top down, at least one
  double reference_frequency = 1;  ///< Hz: where vp and vs hold in layers with attenuation
};

/// An isotropic medium at one complex frequency. Fields go as exp(s t), s = eta + i omega.
struct ComplexMedium {
  bool fluid = false;
  double rho = 0;
  Complex vp2, vs2;  ///< squares of the complex velocities, m^2/s^2
  Complex lambda, mu;
  Complex p_modulus;  ///< lambda + 2 mu
};

ComplexMedium complex_medium(const EarthLayer& layer, double reference_frequency, Complex s);

bool has_attenuation(const LayeredEarth& earth);
/// A wavenumber that no wave guided by the layers exceeds by much at the angular frequency |s|, for vp and vs as they stand:
/// S waves and sound, Rayleigh waves of each solid, Scholte waves of each solid beside a fluid; and, slower than all these at
/// low frequencies, the bending of solid layers that float on a fluid and waves along fluid layers between solids.
class GuidedWaves {
 public:
  explicit GuidedWaves(const LayeredEarth& earth);
  double largest_wavenumber(double frequency) const;

 private:
  struct Plate {
    double stiffness = 0, mass = 0, fluid_density = 0;  ///< stiffness k^4 = omega^2 (mass + fluid_density/k)
  };
  double slowness_ = 0;
  std::vector<Plate> plates_;
  std::vector<double> cracks_;  ///< k^3/omega^2
};

/// The fastest P velocity.
double fastest_velocity(const LayeredEarth& earth);

}  // namespace unda::reference

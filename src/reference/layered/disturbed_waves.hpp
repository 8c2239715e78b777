// What a mesh that carries waves at slightly wrong speeds does to the seismograms of a layered earth: both fields at some
// receivers and frequencies, by wavenumber integrals coarse enough for a plan.
#pragma once

#include <vector>

#include "reference/layered/seismograms.hpp"

namespace unda::reference {

/// By how much P and S waves are too fast, as parts of their speeds.
struct SpeedErrors {
  Complex p, s;
};

/// The errors of a mesh. kz2 are squares of vertical wavenumbers, negative where waves fall off.
class MeshErrors {
 public:
  virtual ~MeshErrors() = default;
  /// In a layer of the earth at a horizontal wavenumber k.
  virtual SpeedErrors speeds(std::size_t layer, double k, Complex kz2_p, Complex kz2_s) const = 0;
  /// Of what is read at a height z of a wave with these wavenumbers, as a part of it.
  virtual double reading(double z, double k, Complex kz2) const = 0;
  /// An explosion of moment M also has the moments -M along x (3-D: -M/2 along x and y) and M along z times this, by the frequency in Hz.
  virtual double shear(double frequency) const = 0;
};

/// Relative L2 misfits of traces, for the depth of receivers that suffers most.
struct DisturbedMisfit {
  double by_speeds = 0, by_reading = 0, by_shear = 0;
};

/// Of the problem's one source. Attenuation is left out.
DisturbedMisfit disturbed_misfit(const LayeredProblem& problem, const MeshErrors& errors);

}  // namespace unda::reference

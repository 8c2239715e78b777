// Relaxation mechanisms that stand for a given law of attenuation over a band of frequencies: n Maxwell bodies beside a spring,
//   M(w)/M_0 = unrelaxed (1 - sum_l defect_l w_l/(i w + w_l)),
// fields going as exp(i w t). The rates w_l are those of the band, the same for every medium; unrelaxed and defect_l >= 0 belong to a
// medium. Each mechanism dissipates at every frequency. Values; made once, before a run.
#pragma once

#include <array>
#include <complex>
#include <functional>
#include <vector>

namespace unda::numerics {

inline constexpr int most_mechanisms = 8;

/// Hz.
struct FrequencyBand {
  double low = 0, high = 0;
};

struct Relaxation {
  double unrelaxed = 1;                          ///< modulus at infinite frequency over M_0
  std::array<double, most_mechanisms> defect{};  ///< parts of the unrelaxed modulus, each relaxed at its own rate

  /// Relaxed over unrelaxed modulus.
  double relaxed() const {
    double rest = 1;
    for (const double d : defect) rest -= d;
    return rest;
  }
};

/// M(w)/M_0; `rates` in rad/s.
std::complex<double> modulus(const Relaxation& relaxation, const std::vector<double>& rates, double omega);

/// n rates, spread such that a constant quality factor over the band is fitted best; rad/s, rising.
std::vector<double> relaxation_rates(const FrequencyBand& band, int n);

/// M(w)/M_0 of the law to be stood for.
using ModulusLaw = std::function<std::complex<double>(double omega)>;

/// Least squares over the band: of the complex modulus relative to the law, and so of the complex wavenumber, with defects that
/// are not negative.
Relaxation fit_relaxation(const std::vector<double>& rates, const FrequencyBand& band, const ModulusLaw& law);

/// Relative to the law, over the band, evenly on a logarithmic axis: of 1/Q = Im M/Re M, and of the phase velocity.
struct RelaxationMisfit {
  double loss_largest = 0, loss_rms = 0, velocity_largest = 0, velocity_rms = 0;
};
RelaxationMisfit misfit(const Relaxation& relaxation, const std::vector<double>& rates, const FrequencyBand& band,
                        const ModulusLaw& law);

}  // namespace unda::numerics

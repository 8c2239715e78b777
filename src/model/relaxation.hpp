// The relaxation mechanisms of a model: one set of rates for its band, and for every quality factor what part of a modulus each of
// them relaxes. Speeds at the reference frequency become unrelaxed ones, with which a method steps. Immutable, shared by threads.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "numerics/relaxation.hpp"
#include "physics/material.hpp"

namespace unda::model {

struct PartsOfModuli {
  double p = 0, s = 0;
};

class RelaxationLaw {
 public:
  /// `spec.attenuation.band` must be known (run fills in that of the sources).
  explicit RelaxationLaw(const scenario::ModelSpec& spec);

  int n_mechanisms() const { return static_cast<int>(rates_.size()); }
  const std::vector<double>& rates() const { return rates_; }  ///< rad/s, rising
  const numerics::FrequencyBand& band() const { return band_; }

  /// Of a modulus with this quality factor (0: none), relative to rho v^2 of the speed at the reference frequency.
  numerics::Relaxation of(double quality) const;
  /// M(w)/M_0 of the law that the mechanisms stand for.
  std::complex<double> constant_quality(double quality, double omega) const;
  numerics::RelaxationMisfit misfit(double quality) const;

  /// The medium at infinite frequency.
  Properties unrelaxed(const Properties& p) const;
  /// Of an unrelaxed medium: what is left when one mechanism has relaxed.
  Properties with_one_relaxed(const Properties& unrelaxed, int mechanism) const;
  /// With the phase velocities of the law at a frequency, Hz.
  Properties at_frequency(const Properties& p, double frequency) const;
  /// Of an unrelaxed medium: one without attenuation that has its phase velocities in the middle of the band, for absorbing edges.
  physics::Material in_mid_band(const physics::Material& unrelaxed) const;
  /// Of an unrelaxed medium: the moduli of one mechanism.
  physics::Isotropic<double> moduli_of(const physics::Material& unrelaxed, int mechanism) const;
  /// The same by any law.
  physics::Moduli general_moduli_of(const physics::Material& unrelaxed, int mechanism) const;
  /// The medium with the moduli of one mechanism in place of its own.
  physics::Material relaxing(const physics::Material& unrelaxed, int mechanism) const;
  /// What parts of the moduli of P and of S a mechanism relaxes.
  PartsOfModuli parts_of(const physics::Quality& quality, int mechanism) const;

 private:
  numerics::Relaxation fit(double quality) const;
  numerics::FrequencyBand fitted_band() const;

  numerics::FrequencyBand band_;
  double reference_frequency_;
  std::vector<double> rates_;
  std::vector<numerics::Relaxation> table_;  ///< at even steps of 1/Q
};

/// The model that a method steps: every medium unrelaxed, quality factors kept. Throws InputError where a bulk modulus is lost.
std::shared_ptr<const Model> unrelaxed_model(const scenario::Scenario& scenario, const Model& model,
                                             const RelaxationLaw& law);

/// What the mechanisms are and how well they stand for the law, for the plan.
std::string description(const RelaxationLaw& law, const Extremes& earth);

}  // namespace unda::model

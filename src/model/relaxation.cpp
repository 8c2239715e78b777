// Quality factors as relaxation mechanisms.
#include "model/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "model/properties.hpp"
#include "physics/attenuation.hpp"
#include "physics/relaxation.hpp"

namespace unda::model {
namespace {

using std::numbers::pi;

constexpr int n_table_steps = 400;  // from 1/Q = 0 to that of the lowest quality
/// Steps by leapfrog let memories see frequencies that are higher by up to so much (physics/relaxation.hpp).
constexpr double beyond_band = 1.02;
constexpr double table_step = 1 / (lowest_quality * n_table_steps);

}  // namespace

RelaxationLaw::RelaxationLaw(const scenario::ModelSpec& spec)
    : band_{spec.attenuation.band.value().low, spec.attenuation.band->high},
      reference_frequency_(spec.reference_frequency),
      rates_(numerics::relaxation_rates(fitted_band(), spec.attenuation.mechanisms)) {
  table_.resize(n_table_steps + 1);
  for (int n = 1; n <= n_table_steps; ++n) table_[static_cast<std::size_t>(n)] = fit(1 / (n * table_step));
}

numerics::FrequencyBand RelaxationLaw::fitted_band() const { return {band_.low, beyond_band * band_.high}; }

std::complex<double> RelaxationLaw::constant_quality(double quality, double omega) const {
  const std::complex<double> factor = physics::velocity_factor(quality, reference_frequency_, {0, omega});
  return factor * factor;
}

numerics::Relaxation RelaxationLaw::fit(double quality) const {
  return numerics::fit_relaxation(rates_, fitted_band(),
                                  [&](double omega) { return constant_quality(quality, omega); });
}

numerics::Relaxation RelaxationLaw::of(double quality) const {
  if (quality <= 0) return {};
  const double place = 1 / (quality * table_step);
  const auto below = static_cast<std::size_t>(std::min(place, n_table_steps - 1.0));
  const double weight = place - static_cast<double>(below);
  const numerics::Relaxation &low = table_[below], &high = table_[below + 1];
  numerics::Relaxation found;
  auto between = [weight](double a, double b) { return std::max(0.0, a + weight * (b - a)); };
  found.unrelaxed = between(low.unrelaxed, high.unrelaxed);
  for (std::size_t l = 0; l < found.defect.size(); ++l) found.defect[l] = between(low.defect[l], high.defect[l]);
  return found;
}

numerics::RelaxationMisfit RelaxationLaw::misfit(double quality) const {
  return numerics::misfit(of(quality), rates_, band_, [&](double omega) { return constant_quality(quality, omega); });
}

Properties RelaxationLaw::unrelaxed(const Properties& p) const {
  Properties u = p;
  u.vp *= std::sqrt(of(p.qp).unrelaxed);
  u.vs *= std::sqrt(of(p.qs).unrelaxed);
  return u;
}

Properties RelaxationLaw::with_one_relaxed(const Properties& unrelaxed, int mechanism) const {
  const auto l = static_cast<std::size_t>(mechanism);
  Properties r = unrelaxed;
  r.vp *= std::sqrt(1 - of(r.qp).defect[l]);
  r.vs *= std::sqrt(1 - of(r.qs).defect[l]);
  return r;
}

Properties RelaxationLaw::at_frequency(const Properties& p, double frequency) const {
  auto factor = [&](double q) {
    return q > 0 ? 1 / (1.0 / std::sqrt(constant_quality(q, 2 * pi * frequency))).real() : 1;
  };
  Properties at = p;
  at.vp *= factor(p.qp);
  at.vs *= factor(p.qs);
  return at;
}

physics::Material RelaxationLaw::in_mid_band(const physics::Material& unrelaxed) const {
  const double omega = 2 * pi * std::sqrt(band_.low * band_.high);
  // (v/v_unrelaxed)^2 of the phase velocity v = 1/Re(1/c).
  auto factor = [&](double quality) {
    const numerics::Relaxation relaxation = of(quality);
    const double slowness =
        (1.0 / std::sqrt(numerics::modulus(relaxation, rates_, omega) / relaxation.unrelaxed)).real();
    return 1 / (slowness * slowness);
  };
  const double p = factor(unrelaxed.quality.p), s = factor(unrelaxed.quality.s);
  physics::Material found = unrelaxed;
  found.moduli = physics::isotropic_by_p_modulus(p * p_modulus(unrelaxed.moduli), s * unrelaxed.moduli.mu);
  found.quality = {};
  if (unrelaxed.anisotropy) {
    physics::Anisotropy anisotropy = *unrelaxed.anisotropy;
    anisotropy.moduli = physics::with_factors(anisotropy.moduli, anisotropy.shear, p, s);
    for (double& t : anisotropy.shear.of) t *= s;
    for (double* speed : {&anisotropy.speeds.p_min, &anisotropy.speeds.p_max}) *speed *= std::sqrt(p);
    for (double* speed : {&anisotropy.speeds.s_min, &anisotropy.speeds.s_max}) *speed *= std::sqrt(s);
    found.anisotropy = std::make_shared<const physics::Anisotropy>(anisotropy);
  }
  return found;
}

PartsOfModuli RelaxationLaw::parts_of(const physics::Quality& quality, int mechanism) const {
  const auto l = static_cast<std::size_t>(mechanism);
  return {of(quality.p).defect[l], of(quality.s).defect[l]};
}

physics::Isotropic<double> RelaxationLaw::moduli_of(const physics::Material& unrelaxed, int mechanism) const {
  const auto [p, s] = parts_of(unrelaxed.quality, mechanism);
  return physics::relaxing_moduli(unrelaxed.moduli, p, s);
}

physics::Moduli RelaxationLaw::general_moduli_of(const physics::Material& unrelaxed, int mechanism) const {
  const auto [p, s] = parts_of(unrelaxed.quality, mechanism);
  return physics::with_factors(unrelaxed.general_moduli(), unrelaxed.shear_moduli(), p, s);
}

physics::Material RelaxationLaw::relaxing(const physics::Material& unrelaxed, int mechanism) const {
  physics::Material found = unrelaxed;
  found.moduli = moduli_of(unrelaxed, mechanism);
  if (unrelaxed.anisotropy)
    found.anisotropy = std::make_shared<const physics::Anisotropy>(
        physics::Anisotropy{general_moduli_of(unrelaxed, mechanism), {}, {}, unrelaxed.anisotropy->dim});
  return found;
}

std::shared_ptr<const Model> unrelaxed_model(const scenario::Scenario& scenario, const Model& model,
                                             const RelaxationLaw& law) {
  return model.changed([&](const Properties& p) {
    const Properties u = law.unrelaxed(p);
    if (!bulk_modulus_positive(u.vp, u.vs))
      scenario.fail("model",
                    fmt::format("qs = {:.6g} with qp = {:.6g} (0: none), vp = {:.6g} and vs = {:.6g} leaves no "
                                "bulk modulus at high frequencies; give a larger qs or a smaller qp",
                                p.qs, p.qp, p.vp, p.vs));
    return u;
  });
}

std::string description(const RelaxationLaw& law, const Extremes& earth) {
  const double quality = earth.qs_min > 0 ? std::min(earth.qp_min, earth.qs_min) : earth.qp_min;
  const numerics::RelaxationMisfit misfit = law.misfit(quality);
  std::string frequencies;
  for (const double rate : law.rates())
    frequencies += fmt::format("{}{:.3g}", frequencies.empty() ? "" : ", ", rate / (2 * pi));
  return fmt::format(
      "Q from {:.4g}, constant from {:.3g} to {:.3g} Hz by {} mechanism{} at {} Hz; there 1/Q is within {:.2g} % of "
      "the law "
      "(rms {:.2g} %), phase velocities within {:.2g} %",
      quality, law.band().low, law.band().high, law.n_mechanisms(), law.n_mechanisms() == 1 ? "" : "s", frequencies,
      100 * misfit.loss_largest, 100 * misfit.loss_rms, 100 * misfit.velocity_largest);
}

}  // namespace unda::model

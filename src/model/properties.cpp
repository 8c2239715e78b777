// What is allowed of a medium's properties, in words, and their extremes.
// See properties.hpp.
#include "model/properties.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::model {

bool allowed(Parameter parameter, double value) {
  if (parameter == Parameter::qp || parameter == Parameter::qs) return quality_allowed(value);
  if (parameter > Parameter::qs) return std::isfinite(value);
  return std::isfinite(value) && (parameter == Parameter::vs ? value >= 0 : value > 0);
}

const char* allowed_range(Parameter parameter) {
  if (parameter == Parameter::qp || parameter == Parameter::qs) return "5 or more, or 0: no attenuation";
  if (parameter > Parameter::qs) return "a finite number";
  return parameter == Parameter::vs ? "a finite number of 0 (a fluid) or more" : "a finite number above 0";
}

std::string bulk_modulus_message(double vp, double vs) {
  return fmt::format(
      "vs = {} with vp = {} makes the bulk modulus 0 or less; allowed: vs < vp sqrt(3)/2, here below {:.6g}", vs, vp,
      std::sqrt(3.0) / 2 * vp);
}

std::optional<Mistake> find_mistake(const Properties& p) {
  const std::array<double, 3> values{p.vp, p.vs, p.rho};
  for (int i = 0; i < 3; ++i) {
    const auto parameter = static_cast<Parameter>(i);
    if (!allowed(parameter, values[i]))
      return Mistake{parameter_names[i],
                     fmt::format("{} is not allowed; allowed: {}", values[i], allowed_range(parameter))};
  }
  if (!bulk_modulus_positive(p.vp, p.vs)) return Mistake{"vs", bulk_modulus_message(p.vp, p.vs)};
  for (const auto& [name, q] : {std::pair{"qp", p.qp}, std::pair{"qs", p.qs}})
    if (!quality_allowed(q))
      return Mistake{name, fmt::format("{} is not allowed; allowed: {} or more", q, lowest_quality)};
  if (p.qs > 0 && p.qp == 0) return Mistake{"qs", "found qs without qp; give qp"};
  if (p.qs > 0 && p.vs == 0) return Mistake{"qs", "found a quality factor of S with vs = 0; a fluid has qp alone"};
  return std::nullopt;
}

std::optional<Mistake> find_mistake(const physics::Thomsen& t) {
  const double ratio = t.vs * t.vs / (t.vp * t.vp), least = -0.5 * (1 - ratio);
  if (!(1 + 2 * t.epsilon > 0) || !std::isfinite(t.epsilon))
    return Mistake{"epsilon", fmt::format("{} makes c11 = c33 (1 + 2 epsilon) not positive; allowed: a finite number "
                                          "above -0.5",
                                          t.epsilon)};
  if (!(1 + 2 * t.gamma > 0) || !std::isfinite(t.gamma))
    return Mistake{"gamma", fmt::format("{} makes c66 = c44 (1 + 2 gamma) not positive; allowed: a finite number above "
                                        "-0.5",
                                        t.gamma)};
  if (!(t.delta >= least) || !std::isfinite(t.delta))
    return Mistake{"delta",
                   fmt::format("{} leaves no c13: (c13 + c44)^2 would be negative; allowed with vs/vp = {:.4g}: "
                               "from {:.6g} on",
                               t.delta, std::sqrt(ratio), least)};
  const physics::Moduli c = physics::moduli_of(t);
  if (physics::positive_definite(c)) return std::nullopt;
  return Mistake{
      t.delta != 0     ? "delta"
      : t.epsilon != 0 ? "epsilon"
                       : "gamma",
      fmt::format("vp = {}, vs = {}, epsilon = {}, delta = {}, gamma = {} make moduli that are not positive "
                  "definite: (c11 - c66) c33 = {:.4g} must be above c13^2 = {:.4g} Pa^2",
                  t.vp, t.vs, t.epsilon, t.delta, t.gamma, (c(0, 0) - c(5, 5)) * c(2, 2), c(0, 2) * c(0, 2))};
}

namespace {

physics::Thomsen thomsen_of(const scenario::Material& m) { return {m.vp, m.vs, m.rho, m.epsilon, m.delta, m.gamma}; }

physics::Moduli listed(const std::vector<double>& c) {
  physics::Moduli moduli{};
  std::copy(c.begin(), c.end(), moduli.of);
  return moduli;
}

}  // namespace

std::optional<Mistake> find_mistake(const scenario::Material& m) {
  if (!m.is_anisotropic()) return find_mistake(properties_of(m));
  if (m.c.empty()) {
    if (auto mistake = find_mistake(properties_of(m))) return mistake;
    return find_mistake(thomsen_of(m));
  }
  if (m.c.size() != 21 || !physics::positive_definite(listed(m.c)))
    return Mistake{"c", "the 6 x 6 matrix of moduli is not positive definite"};
  if (!allowed(Parameter::rho, m.rho))
    return Mistake{"rho", fmt::format("{} is not allowed; allowed: {}", m.rho, allowed_range(Parameter::rho))};
  return std::nullopt;
}

std::optional<Mistake> find_mistake(const scenario::Material& m, int dim) {
  if (auto mistake = find_mistake(m)) return mistake;
  if (!m.is_anisotropic() || m.qp == 0) return std::nullopt;
  const auto anisotropy = anisotropy_of(m, dim);
  if (physics::waves_decay(anisotropy->moduli, anisotropy->shear, {m.qp, m.qs}, dim)) return std::nullopt;
  return Mistake{"qs", fmt::format("qp = {} with qs = {} (0: none) and these moduli let waves of some directions grow; "
                                   "give a qs of at most qp",
                                   m.qp, m.qs)};
}

std::shared_ptr<const physics::Anisotropy> anisotropy_of(const scenario::Material& m, int dim) {
  if (!m.is_anisotropic()) return nullptr;
  if (!m.c.empty()) return physics::make_anisotropy(listed(m.c), m.rho, dim);
  const physics::Thomsen medium = thomsen_of(m);
  const Vector axis = physics::axis_of(m.tilt, m.azimuth);
  return physics::make_anisotropy(physics::with_axis_along(physics::moduli_of(medium), axis),
                                  physics::shear_moduli_of(medium, axis), m.rho, dim);
}

physics::Anisotropy changed_moduli(const physics::Anisotropy& anisotropy, const Properties& before,
                                   const Properties& after) {
  const double p = after.vp * after.vp / (before.vp * before.vp), s = after.vs * after.vs / (before.vs * before.vs);
  const physics::Moduli c = physics::with_factors(anisotropy.moduli, anisotropy.shear, p, s);
  require(physics::positive_definite(c),
          "model: qp = {:.6g} and qs = {:.6g} (0: none) of an anisotropic solid with vp = {:.6g} and vs = {:.6g} leave "
          "moduli at other frequencies that are not positive definite; give larger quality factors",
          before.qp, before.qs, before.vp, before.vs);
  physics::Symmetric<3, double> shear = anisotropy.shear;
  for (double& t : shear.of) t *= s;
  return {c, {}, shear, anisotropy.dim};
}

std::shared_ptr<const physics::Anisotropy> changed_anisotropy(
    const std::shared_ptr<const physics::Anisotropy>& anisotropy, const Properties& before, const Properties& after) {
  if (!anisotropy) return nullptr;
  const physics::Anisotropy changed = changed_moduli(*anisotropy, before, after);
  return physics::make_anisotropy(changed.moduli, changed.shear, before.rho, changed.dim);
}

Medium medium_of(const scenario::Material& m, int dim) { return {properties_of(m), anisotropy_of(m, dim)}; }

Medium changed(const Medium& medium, const Model::Change& change) {
  const Properties after = change(medium.properties);
  return {after, changed_anisotropy(medium.anisotropy, medium.properties, after)};
}

double slowest_of(const Medium& medium) {
  if (medium.anisotropy) return medium.anisotropy->speeds.s_min;
  return medium.properties.vs > 0 ? medium.properties.vs : medium.properties.vp;
}

namespace {

/// Of a symmetric matrix that is positive definite.
physics::Symmetric<3, double> inverse(const physics::Symmetric<3, double>& m) {
  physics::Symmetric<3, double> found{};
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) {
      const int a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
      found(a, b) = m(std::min(a1, b1), std::max(a1, b1)) * m(std::min(a2, b2), std::max(a2, b2)) -
                    m(std::min(a1, b2), std::max(a1, b2)) * m(std::min(a2, b1), std::max(a2, b1));
    }
  const double determinant = m(0, 0) * found(0, 0) + m(0, 1) * found(0, 1) + m(0, 2) * found(0, 2);
  for (double& x : found.of) x /= determinant;
  return found;
}

}  // namespace

void AnisotropicMean::add(const physics::Material& m, double weight) {
  weight_ += weight;
  rho_ += weight * m.rho;
  const physics::Moduli own = physics::compliance(m.general_moduli());
  for (int n = 0; n < physics::Moduli::size; ++n) compliance_.of[n] += weight * own.of[n];
  const physics::Symmetric<3, double> shear = inverse(m.shear_moduli());
  for (int n = 0; n < 6; ++n) shear_compliance_.of[n] += weight * shear.of[n];
}

physics::Material AnisotropicMean::mean(int dim) const {
  physics::Moduli compliance = compliance_;
  for (double& s : compliance.of) s /= weight_;
  const physics::Moduli c = physics::compliance(compliance);
  physics::Symmetric<3, double> shear = shear_compliance_;
  for (double& s : shear.of) s /= weight_;
  const double rho = rho_ / weight_;
  return {rho,
          physics::isotropic_by_p_modulus(c(2, 2), std::min(c(3, 3), c(4, 4))),
          {},
          physics::make_anisotropy(c, inverse(shear), rho, dim)};
}

Extremes no_extremes() {
  constexpr double far = std::numeric_limits<double>::infinity();
  Extremes e;
  e.vp_min = e.vs_min = e.rho_min = e.slowest = far;
  return e;
}

void include(const Properties& p, Extremes& e) {
  e.vp_min = std::min(e.vp_min, p.vp);
  e.vp_max = std::max(e.vp_max, p.vp);
  e.rho_min = std::min(e.rho_min, p.rho);
  e.rho_max = std::max(e.rho_max, p.rho);
  e.slowest = std::min(e.slowest, p.vs > 0 ? p.vs : p.vp);
  auto include_quality = [](double q, double& least) {
    if (q > 0 && (least == 0 || q < least)) least = q;
  };
  include_quality(p.qp, e.qp_min);
  include_quality(p.qs, e.qs_min);
  e.bulk_modulus_gains = e.bulk_modulus_gains || bulk_modulus_gains(p);
  if (p.vs > 0) {
    e.vs_min = std::min(e.vs_min, p.vs);
    e.vs_max = std::max(e.vs_max, p.vs);
    e.any_solid = true;
  } else {
    e.any_fluid = true;
  }
}

void include(const Properties& p, const physics::Anisotropy* anisotropy, Extremes& e) {
  if (anisotropy == nullptr) return include(p, e);
  const physics::SpeedRange& s = anisotropy->speeds;
  include(Properties{s.p_max, s.s_min, p.rho, p.qp, p.qs}, e);
  e.vp_min = std::min(e.vp_min, s.p_min);
  e.vs_max = std::max(e.vs_max, s.s_max);
  e.any_anisotropic = true;
  const physics::Moduli& c = anisotropy->moduli;
  e.oblique_stiffness =
      std::max(e.oblique_stiffness, p.rho * s.p_max * s.p_max / std::max({c(0, 0), c(1, 1), c(2, 2)}));
}

void finish(Extremes& e) {
  if (!e.any_solid) e.vs_min = 0;
}

}  // namespace unda::model

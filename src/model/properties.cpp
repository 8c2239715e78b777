// What is allowed of a medium's properties, in words, and their extremes.
// See properties.hpp.
#include "model/properties.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::model {

bool allowed(Parameter parameter, double value) {
  if (parameter == Parameter::qp || parameter == Parameter::qs) return quality_allowed(value);
  return std::isfinite(value) && (parameter == Parameter::vs ? value >= 0 : value > 0);
}

const char* allowed_range(Parameter parameter) {
  if (parameter == Parameter::qp || parameter == Parameter::qs) return "5 or more, or 0: no attenuation";
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

void finish(Extremes& e) {
  if (!e.any_solid) e.vs_min = 0;
}

}  // namespace unda::model

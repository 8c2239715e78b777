// Plane waves in one medium.
#include "reference/layered/slab_waves.hpp"

#include <cmath>

namespace unda::reference {
namespace {

/// exp(-a d) - exp(-b d) with a - b given: also where both are nearly the same.
Complex difference_of_exponentials(Complex exp_a, Complex exp_b, Complex a_minus_b, double d) {
  const Complex x = -a_minus_b * d;
  if (std::norm(x) > 0.01) return exp_a - exp_b;
  Complex term = x, sum = x;
  for (int n = 2; n <= 10; ++n) {
    term = times(term, x) / double(n);
    sum += term;
  }
  return times(exp_b, sum);
}

}  // namespace

SlabWaves::SlabWaves(const ComplexMedium& medium, double k, Complex s)
    : fluid_(medium.fluid), k_(k), mu_(medium.mu), inertia_(medium.rho * s * s) {
  const Complex s2 = s * s, p = s2 / medium.vp2;
  nu_p_ = std::sqrt(k * k + p);
  kappa_ = std::sqrt(k * k + std::abs(fluid_ ? p : s2 / medium.vs2));
  if (fluid_) return;
  const Complex q = s2 / medium.vs2, slow = medium.vs2 / medium.vp2;
  nu_s_ = std::sqrt(k * k + q);
  difference_ = (p - q) / (nu_p_ + nu_s_);
  ratio_ = kappa_ * kappa_ / q;
  s_x_ = nu_s_ / kappa_;
  s_t_ = mu_ * (2 * k * k + q) / kappa_;
  d_x_ = -kappa_ / (k + nu_s_);
  d_w_ = kappa_ * slow / (nu_p_ + k);
  d_t_ = mu_ * kappa_ * (2 * k * slow / (nu_p_ + k) - 1.0);
  d_z_ = mu_ * kappa_ * (nu_s_ - k) / (nu_s_ + k);
}

void SlabWaves::columns(int sigma, double distance, Column* out) const {
  const double sign = sigma, k = k_ / kappa_;
  const Complex exp_p = distance == 0 ? Complex(1) : std::exp(-nu_p_ * distance);
  if (fluid_) {
    const Complex scaled = exp_p / kappa_;
    out[0] = {k_ * scaled, sign * times(nu_p_, scaled), 0, times(inertia_, scaled)};
    return;
  }
  const Complex exp_s = distance == 0 ? Complex(1) : std::exp(-nu_s_ * distance);
  const Column s{sign * s_x_, k, s_t_, 2 * k_ * sign * times(mu_, s_x_)};
  const Column d{d_x_, sign * d_w_, sign * d_t_, d_z_};
  const Complex mixed = distance == 0
                            ? Complex(0)
                            : sign * times(ratio_, difference_of_exponentials(exp_p, exp_s, difference_, distance));
  for (std::size_t c = 0; c < 4; ++c) {
    out[0][c] = times(s[c], exp_s);
    out[1][c] = times(d[c], exp_p) + times(s[c], mixed);
  }
}

std::array<Complex, 2> SlabWaves::sh_column(int sigma, double distance) const {
  const Complex y = distance == 0 ? Complex(1) : std::exp(-nu_s_ * distance);
  return {y, double(sigma) * times(times(mu_, nu_s_), y)};
}

HorizontalStress horizontal_stress(const ComplexMedium& m, double k, Complex x, Complex z) {
  if (m.fluid) return {2.0 * z, 0, -z};
  const Complex kx = k * x;
  const Complex sum = (2.0 * m.lambda * z - kx * (6.0 * m.lambda * m.mu + 4.0 * m.mu * m.mu)) / m.p_modulus;
  return {sum, -2.0 * m.mu * kx, -(sum + z) / 3.0};
}

}  // namespace unda::reference

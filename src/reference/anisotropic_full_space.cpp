// Quadrature over the directions of plane waves: Gauss in n.x/|x|, even steps around x.
#include "reference/anisotropic_full_space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "numerics/jacobi.hpp"

namespace unda::reference {
namespace {

using physics::Moduli;
using physics::Symmetric;
using std::numbers::pi;

/// Two unit vectors across x and each other.
std::array<Vector, 2> across(const Vector& x) {
  const Vector n = (1 / norm(x)) * x;
  int least = 0;
  for (int a = 1; a < 3; ++a)
    if (std::abs(n[a]) < std::abs(n[least])) least = a;
  Vector u{0, 0, 0};
  u[least] = 1;
  u = u - dot(u, n) * n;
  u = (1 / norm(u)) * u;
  return {u, Vector{n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]}};
}

Symmetric<3, double> inverse(const Symmetric<3, double>& m) {
  const double xx = m(1, 1) * m(2, 2) - m(1, 2) * m(1, 2), xy = m(0, 2) * m(1, 2) - m(0, 1) * m(2, 2),
               xz = m(0, 1) * m(1, 2) - m(0, 2) * m(1, 1), yy = m(0, 0) * m(2, 2) - m(0, 2) * m(0, 2),
               yz = m(0, 1) * m(0, 2) - m(0, 0) * m(1, 2), zz = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1);
  const double scale = 1 / (m(0, 0) * xx + m(0, 1) * xy + m(0, 2) * xz);
  return {{scale * xx, scale * yy, scale * zz, scale * xy, scale * xz, scale * yz}};
}

/// The integrand has a period of pi and is smooth: even steps converge as fast as it allows.
Symmetric<3, double> static_part(const Moduli& c, const Vector& x) {
  constexpr int n = 96;
  const auto [u, w] = across(x);
  Symmetric<3, double> sum{};
  for (int i = 0; i < n; ++i) {
    const double angle = pi * i / n;
    const auto part = inverse(physics::christoffel_matrix(c, std::cos(angle) * u + std::sin(angle) * w));
    for (int k = 0; k < 6; ++k) sum.of[k] += part.of[k];
  }
  for (double& s : sum.of) s *= 2 * pi / n / (8 * pi * pi * norm(x));
  return sum;
}

double& component(Vector& v, int i) { return v[static_cast<std::size_t>(i)]; }

double at(const Symmetric<3, double>& m, int i, int j) { return i <= j ? m(i, j) : m(j, i); }

}  // namespace

AnisotropicFullSpace::AnisotropicFullSpace(const Moduli& c, double rho, const Vector& x, double highest_frequency,
                                           double density)
    : step_(2e-4 / highest_frequency) {
  const double r = norm(x);
  require(r > 0, "the receiver stands on the source, where the field is not finite");
  const double slowest = physics::speed_range(c, rho, 3).s_min;
  const double periods = r * highest_frequency / slowest;
  const int n = static_cast<int>(density * (40 + 4 * periods)),
            n_around = static_cast<int>(density * (48 + 6 * periods));
  const numerics::GaussRule rule = numerics::gauss_jacobi(n, 0);
  const auto [u, w] = across(x);
  const Vector along = (1 / r) * x;
  for (int i = 0; i < n; ++i) {
    const double cosine = 0.5 * (1 + rule.points[static_cast<std::size_t>(i)]), sine = std::sqrt(1 - cosine * cosine);
    for (int j = 0; j < n_around; ++j) {
      const double angle = 2 * pi * (j + 0.5) / n_around;
      const Vector normal = cosine * along + (sine * std::cos(angle)) * u + (sine * std::sin(angle)) * w;
      const physics::PlaneWaves found = physics::plane_waves(c, rho, normal);
      // Both halves of the sphere give the same.
      const double solid_angle = 2 * 0.5 * rule.weights[static_cast<std::size_t>(i)] * 2 * pi / n_around;
      for (std::size_t m = 0; m < 3; ++m)
        waves_.push_back({normal, found.polarization[m], cosine * r / found.speed[m],
                          solid_angle / (16 * pi * pi * rho * std::pow(found.speed[m], 3)), 1 / found.speed[m]});
    }
  }
  still_ = static_part(c, x);
  const double h = 2e-3 * r;
  for (int k = 0; k < 3; ++k) {
    auto moved = [&](double by) {
      Vector y = x;
      component(y, k) += by;
      return static_part(c, y);
    };
    const auto a = moved(-2 * h), b = moved(-h), d = moved(h), e = moved(2 * h);
    for (int i = 0; i < 6; ++i) still_slope_[k].of[i] = (a.of[i] - e.of[i] + 8 * (d.of[i] - b.of[i])) / (12 * h);
  }
}

double AnisotropicFullSpace::second_rate(const Pulse& pulse, double t) const {
  if (t < pulse.start - step_ || t > pulse.end + step_) return 0;
  return (pulse.s_rate(t + step_) - pulse.s_rate(t - step_)) / (2 * step_);
}

/// amount(wave): what stands beside p_i in the sum.
template <class Amount>
Vector AnisotropicFullSpace::dynamic_part(const Pulse& pulse, double t, Amount amount) const {
  Vector sum{0, 0, 0};
  for (const Wave& wave : waves_) {
    const double late = t - wave.delay;
    if (late < pulse.start - step_ || late > pulse.end + step_) continue;
    sum = sum + (wave.weight * amount(wave) * second_rate(pulse, late)) * wave.polarization;
  }
  return sum;
}

Vector AnisotropicFullSpace::force_velocity(const Vector& force, const Pulse& pulse, double t) const {
  Vector v = -1.0 * dynamic_part(pulse, t, [&](const Wave& wave) { return dot(wave.polarization, force); });
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      component(v, i) += at(still_, i, j) * force[static_cast<std::size_t>(j)] * pulse.s_rate(t);
  return v;
}

Vector AnisotropicFullSpace::moment_velocity(const Moment& moment, const Pulse& pulse, double t) const {
  using Order = Symmetric<3, double>;
  auto m = [&](int j, int k) { return moment[static_cast<std::size_t>(Order::place(std::min(j, k), std::max(j, k)))]; };
  // n.x > 0 for all of them.
  Vector v = -1.0 * dynamic_part(pulse, t, [&](const Wave& wave) {
    double sum = 0;
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        sum += m(j, k) * wave.polarization[static_cast<std::size_t>(j)] * wave.normal[static_cast<std::size_t>(k)];
    return wave.slowness * sum;
  });
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) component(v, i) -= m(j, k) * at(still_slope_[k], i, j) * pulse.s(t);
  return v;
}

}  // namespace unda::reference

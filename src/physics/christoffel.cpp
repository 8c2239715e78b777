// Plane waves of anisotropic solids: eigenvalues rho V^2 and eigenvectors of C_ijkl n_j n_l.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "numerics/dense.hpp"
#include "physics/anisotropy.hpp"

namespace unda::physics {
namespace {

using std::numbers::pi;

/// The eigenvalues of a symmetric matrix, the largest first, in closed form.
std::array<double, 3> eigenvalues(const Symmetric<3, double>& m) {
  const double mean = (m(0, 0) + m(1, 1) + m(2, 2)) / 3;
  const double a = m(0, 0) - mean, b = m(1, 1) - mean, c = m(2, 2) - mean, d = m(0, 1), e = m(0, 2), f = m(1, 2);
  const double p = std::sqrt((a * a + b * b + c * c + 2 * (d * d + e * e + f * f)) / 6);
  if (p <= 0) return {mean, mean, mean};
  const double half_determinant = (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / (2 * p * p * p);
  const double angle = std::acos(std::clamp(half_determinant, -1.0, 1.0)) / 3;
  const double first = mean + 2 * p * std::cos(angle), last = mean + 2 * p * std::cos(angle + 2 * pi / 3);
  return {first, 3 * mean - first - last, last};
}

double speed_of(double stiffness, double rho) { return std::sqrt(std::max(0.0, stiffness) / rho); }

/// Fastest and slowest wave of a direction, the latter among those that the dimension knows.
struct Ends {
  double p, s_max, s_min;
};

Ends ends_of(const Moduli& c, double rho, const Vector& n, int dim) {
  const Symmetric<3, double> m = christoffel_matrix(c, n);
  if (dim == 2) {
    const double mean = 0.5 * (m(0, 0) + m(2, 2)), part = std::hypot(0.5 * (m(0, 0) - m(2, 2)), m(0, 2));
    const double s = speed_of(mean - part, rho);
    return {speed_of(mean + part, rho), s, s};
  }
  const std::array<double, 3> values = eigenvalues(m);
  return {speed_of(values[0], rho), speed_of(values[1], rho), speed_of(values[2], rho)};
}

/// Directions of a half space, even steps of about 3 degrees; of the half plane of x and z finer.
template <class Visit>
void for_each_direction(int dim, Visit visit) {
  if (dim == 2) {
    constexpr int n = 720;
    for (int i = 0; i < n; ++i) visit(Vector{std::cos(pi * i / n), 0, std::sin(pi * i / n)});
    return;
  }
  constexpr int n_tilts = 30;
  for (int i = 0; i <= n_tilts; ++i) {
    const double tilt = 0.5 * pi * i / n_tilts;
    const int n_turns = std::max(1, static_cast<int>(std::ceil(4 * n_tilts * std::sin(tilt))));
    for (int j = 0; j < n_turns; ++j) {
      const double turn = 2 * pi * j / n_turns;
      visit(Vector{std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt)});
    }
  }
}

}  // namespace

Symmetric<3, double> christoffel_matrix(const Moduli& c, const Vector& n) {
  Symmetric<3, double> m{};
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l) m(i, k) += c(voigt<3>(i, j), voigt<3>(k, l)) * n[j] * n[l];
  return m;
}

PlaneWaves plane_waves(const Moduli& c, double rho, const Vector& direction) {
  const Symmetric<3, double> m = christoffel_matrix(c, (1 / norm(direction)) * direction);
  Eigen::Matrix3d matrix;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) matrix(i, k) = i <= k ? m(i, k) : m(k, i);
  const auto system = numerics::symmetric_eigensystem(matrix);
  PlaneWaves waves{};
  for (int k = 0; k < 3; ++k) {
    const int column = 2 - k;  // they rise
    const double stiffness = system.values[column];
    // A fluid's shear stiffness is zero to rounding.
    if (stiffness < -1e-12 * system.values[2] || system.values[2] <= 0)
      throw InputError(fmt::format("elastic moduli give rho V^2 = {:g} Pa; it must not be negative", stiffness));
    waves.speed[k] = speed_of(stiffness, rho);
    const Eigen::Vector3d u = system.vectors.col(column);
    waves.polarization[k] = {u[0], u[1], u[2]};
  }
  return waves;
}

PlaneWaves plane_waves_in_plane(const Moduli& c, double rho, const Vector& direction) {
  const PlaneWaves all = plane_waves(c, rho, {direction[0], 0, direction[2]});
  PlaneWaves waves{};
  int n = 0;
  for (int k = 0; k < 3 && n < 2; ++k) {
    if (std::abs(all.polarization[k][1]) > 0.5) continue;
    waves.speed[n] = all.speed[k];
    waves.polarization[n++] = all.polarization[k];
  }
  return waves;
}

Symmetric<3, double> impedance_matrix(const Moduli& c, double rho, const Vector& n) {
  const PlaneWaves waves = plane_waves(c, rho, n);
  Symmetric<3, double> z{};
  for (int k = 0; k < 3; ++k)
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) z(a, b) += rho * waves.speed[k] * waves.polarization[k][a] * waves.polarization[k][b];
  return z;
}

SpeedRange speed_range(const Moduli& c, double rho, int dim) {
  SpeedRange range{HUGE_VAL, 0, HUGE_VAL, 0};
  for_each_direction(dim, [&](const Vector& n) {
    const Ends ends = ends_of(c, rho, n, dim);
    range.p_min = std::min(range.p_min, ends.p);
    range.p_max = std::max(range.p_max, ends.p);
    range.s_min = std::min(range.s_min, ends.s_min);
    range.s_max = std::max(range.s_max, ends.s_max);
  });
  return range;
}

/// 2 rho V^2 = A +- sqrt(B) of P and SV by the angle from the axis; SH goes from c44 to c66.
SpeedRange speed_range(const Thomsen& medium, int dim) {
  const Moduli c = moduli_of(medium);
  const double c11 = c(0, 0), c33 = c(2, 2), c44 = c(3, 3), c66 = c(5, 5), c13 = c(0, 2);
  double p_min = HUGE_VAL, p_max = 0, s_min = HUGE_VAL, s_max = 0;
  constexpr int n = 60;
  for (int i = 0; i <= n; ++i) {
    const double s2 = static_cast<double>(i) / n, c2 = 1 - s2;  // squares of sine and cosine
    const double a = c11 * s2 + c33 * c2 + c44, difference = (c11 - c44) * s2 - (c33 - c44) * c2;
    const double b = std::sqrt(difference * difference + 4 * (c13 + c44) * (c13 + c44) * s2 * c2);
    p_min = std::min(p_min, a + b);
    p_max = std::max(p_max, a + b);
    s_min = std::min(s_min, a - b);
    s_max = std::max(s_max, a - b);
  }
  if (dim == 3) {
    s_min = std::min({s_min, 2 * c44, 2 * c66});
    s_max = std::max({s_max, 2 * c44, 2 * c66});
  }
  const double twice_rho = 2 * medium.rho;
  return {speed_of(p_min, twice_rho), speed_of(p_max, twice_rho), speed_of(s_min, twice_rho),
          speed_of(s_max, twice_rho)};
}

std::shared_ptr<const Anisotropy> make_anisotropy(const Moduli& c, double rho, int dim) {
  return make_anisotropy(c, shear_moduli_of(c), rho, dim);
}

std::shared_ptr<const Anisotropy> make_anisotropy(const Moduli& c, const Symmetric<3, double>& shear, double rho,
                                                  int dim) {
  return std::make_shared<const Anisotropy>(Anisotropy{c, speed_range(c, rho, dim), shear, dim});
}

bool waves_decay(const Moduli& c, const Symmetric<3, double>& shear, const Quality& quality, int dim) {
  const auto loss = [](double q) { return q > 0 ? 1 / q : 0; };
  const Moduli lost = with_factors(c, shear, loss(quality.p), loss(quality.s));
  bool decay = true;
  for_each_direction(dim, [&](const Vector& n) {
    const Symmetric<3, double> m = christoffel_matrix(lost, n);
    const double half = 0.5 * (m(0, 0) + m(2, 2)), part = std::hypot(0.5 * (m(0, 0) - m(2, 2)), m(0, 2));
    const double least = dim == 2 ? half - part : eigenvalues(m)[2];
    decay = decay && least > -1e-6 * (m(0, 0) + m(1, 1) + m(2, 2));
  });
  return decay;
}

std::array<double, 3> backward_ratios(const Moduli& c, double rho, int dim) {
  // Growth on the way through a layer and back goes as exp(9 s), s = n_a/V times the speed that the layer is made for. In layers of sem
  // a solid of s = 0.80 (epsilon 0.25, delta -0.1, tilt 40 degrees) was still for 40 s.
  constexpr double harmless = 0.4, full = 0.8;
  const double fastest = speed_range(c, rho, dim).p_max;
  std::array<double, 3> worst{};
  for_each_direction(dim, [&](const Vector& n) {
    const PlaneWaves waves = dim == 2 ? plane_waves_in_plane(c, rho, n) : plane_waves(c, rho, n);
    for (int w = 0; w < dim; ++w) {
      const double* p = waves.polarization[w].data();
      const Symmetric<3, double> of_wave = stress(c, strain_along<3>(n.data(), p));
      for (int axis = 0; axis < 3; ++axis) {
        const double energy =
            traction(of_wave, p, axis) / (rho * waves.speed[w]);  // C_ijkl p_i p_k n_l / (rho V) along j
        if (energy * n[axis] >= 0) continue;
        const double slowness = std::abs(n[axis]) / waves.speed[w] * fastest;
        const double counts = std::clamp((slowness - harmless) / (full - harmless), 0.0, 1.0);
        double& largest = worst[static_cast<std::size_t>(axis)];
        largest = std::max(largest, -counts * energy * n[axis] / waves.speed[w]);
      }
    }
  });
  return worst;
}

}  // namespace unda::physics

// In a row of equal elements with unit speed a wave exp(i k x) leaves the points of one element determined by those of the next:
// u at its end is exp(i k h) times u at its beginning. What remains is an eigenproblem of the size of the degree.
#include "sem/dispersion.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "numerics/dense.hpp"
#include "numerics/gll.hpp"

namespace unda::sem {

double phase_error(int degree, double wavelengths) {
  const numerics::Gll gll = numerics::gll(degree);
  const double kh = 2 * std::numbers::pi * wavelengths;
  const std::complex<double> turn(std::cos(kh), std::sin(kh));
  Eigen::MatrixXcd stiffness = Eigen::MatrixXcd::Zero(degree, degree);
  Eigen::VectorXd mass = Eigen::VectorXd::Zero(degree);
  for (int i = 0; i <= degree; ++i) {
    mass[i % degree] += gll.weight[i] / 2;
    for (int j = 0; j <= degree; ++j) {
      double sum = 0;
      for (int m = 0; m <= degree; ++m) sum += 2 * gll.weight[m] * gll.d(m, i) * gll.d(m, j);
      const std::complex<double> left = i == degree ? std::conj(turn) : 1.0, right = j == degree ? turn : 1.0;
      stiffness(i % degree, j % degree) += left * sum * right;
    }
  }
  for (int i = 0; i < degree; ++i)
    for (int j = 0; j < degree; ++j) stiffness(i, j) /= std::sqrt(mass[i] * mass[j]);
  const Eigen::VectorXd squares = numerics::symmetric_eigenvalues(numerics::as_symmetric(stiffness));
  double best = 1;
  for (const double square : squares) best = std::min(best, std::abs(std::sqrt(std::max(0.0, square)) / kh - 1));
  return best;
}

ElementDispersion::ElementDispersion(int degree, double wavelengths) : degree_(degree) {
  wavelengths = std::max(wavelengths, 0.15 * degree);
  c_ = phase_error(degree, wavelengths) / std::pow(2 * std::numbers::pi * wavelengths, 2 * degree);
}

reference::SpeedErrors ElementDispersion::errors(double hx, double hz, double ratio, double k, reference::Complex kz2_p,
                                                 reference::Complex kz2_s) const {
  using reference::Complex;
  const double k2 = k * k, x = std::pow(k * hx, 2 * degree_), h2 = hz * hz;
  // What falls off within a part of an element is no wave there any more.
  for (Complex* kz2 : {&kz2_p, &kz2_s})
    if (kz2->real() < 0) *kz2 *= std::min(1.0, std::pow(0.4 * std::numbers::pi * degree_, 2) / (std::abs(*kz2) * h2));
  auto both = [&](Complex kz2, Complex z) { return -c_ * (k2 * x + kz2 * z) / (k2 + kz2); };
  const Complex z_p = std::pow(kz2_p * h2, degree_), z_s = std::pow(kz2_s * h2, degree_);
  const Complex q = k2 * kz2_s / ((k2 + kz2_s) * (k2 + kz2_s));
  const double r = std::max(0.0, ratio * ratio - 1);
  const double n2 = (k2 + std::abs(kz2_s)) * std::max(hx * hx, h2) / std::pow(0.3 * std::numbers::pi * degree_, 2);
  const double held = r / (1 + 0.18 * r * std::abs(q) * n2 * n2);
  return {both(kz2_p, z_p), both(kz2_s, z_s) + 2.0 * degree_ * c_ * held * q * (x + z_s)};
}

double wavelengths_per_element(int degree) {
  const double allowed = phase_error(4, 0.8) * (1 + 1e-9);
  double size = 0.02;
  // Beyond degree/pi wavelengths the points no longer tell waves apart.
  while (size < degree / std::numbers::pi && phase_error(degree, size + 0.005) <= allowed) size += 0.005;
  return size;
}

}  // namespace unda::sem

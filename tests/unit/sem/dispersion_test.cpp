// Errors of wave speeds on endless meshes of elements against the eigenproblem of plane waves on one of them.
#include "sem/dispersion.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "numerics/dense.hpp"
#include "numerics/gll.hpp"

namespace unda::sem::dispersion_test {
namespace {

using Matrix = Eigen::MatrixXcd;

/// Along one axis, for waves exp(i k x) on elements of length h: masses, and integrals of derivatives.
struct Axis {
  Matrix mass, stiffness, slope;
  std::vector<std::complex<double>> wave;
};

Axis axis_of(int degree, double k, double h) {
  const numerics::Gll gll = numerics::gll(degree);
  const Eigen::Index n = degree;
  Matrix to_points = Matrix::Zero(n + 1, n), d(n + 1, n + 1), weight = Matrix::Zero(n + 1, n + 1);
  Axis axis;
  for (int i = 0; i <= degree; ++i) {
    to_points(i, i % degree) = i == degree ? std::polar(1.0, k * h) : 1.0;
    weight(i, i) = gll.weight[static_cast<std::size_t>(i)];
    for (int j = 0; j <= degree; ++j) d(i, j) = gll.d(i, j);
    if (i < degree) axis.wave.push_back(std::polar(1.0, k * h * (gll.point[static_cast<std::size_t>(i)] + 1) / 2));
  }
  axis.mass = to_points.adjoint() * weight * to_points * (h / 2);
  axis.stiffness = to_points.adjoint() * d.adjoint() * weight * d * to_points * (2 / h);
  axis.slope = to_points.adjoint() * weight * d * to_points;
  return axis;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows() * b.rows(), a.cols() * b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) c.block(i * b.rows(), j * b.cols(), b.rows(), b.cols()) = a(i, j) * b;
  return c;
}

/// The speed of S waves with wavenumbers kx, kz over vs = 1.
double s_speed(int degree, double kx, double kz, double hx, double hz, double vp) {
  const Axis x = axis_of(degree, kx, hx), z = axis_of(degree, kz, hz);
  const double mu = 1, lambda = vp * vp - 2;
  const Eigen::Index n = degree * degree;
  Matrix a(2 * n, 2 * n);
  a.topLeftCorner(n, n) = (lambda + 2 * mu) * product(x.stiffness, z.mass) + mu * product(x.mass, z.stiffness);
  a.bottomRightCorner(n, n) = mu * product(x.stiffness, z.mass) + (lambda + 2 * mu) * product(x.mass, z.stiffness);
  a.topRightCorner(n, n) = lambda * product(x.slope.adjoint(), z.slope) + mu * product(x.slope, z.slope.adjoint());
  a.bottomLeftCorner(n, n) = a.topRightCorner(n, n).adjoint();
  const Matrix mass = product(x.mass, z.mass);
  Eigen::VectorXcd wave(2 * n);
  const double k = std::hypot(kx, kz);
  Eigen::VectorXd root(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    root[i] = root[n + i] = std::sqrt(mass(i, i).real());
    const auto at = x.wave[static_cast<std::size_t>(i / degree)] * z.wave[static_cast<std::size_t>(i % degree)];
    wave[i] = -kz / k * at * root[i];
    wave[n + i] = kx / k * at * root[i];
  }
  const Eigen::VectorXcd inverse = root.cwiseInverse().cast<std::complex<double>>();
  const auto system =
      numerics::symmetric_eigensystem(numerics::as_symmetric(inverse.asDiagonal() * a * inverse.asDiagonal()));
  const Matrix vectors = system.vectors.topRows(2 * n) + std::complex<double>(0, 1) * system.vectors.bottomRows(2 * n);
  Eigen::Index best = 0;
  (vectors.adjoint() * wave).cwiseAbs().maxCoeff(&best);
  return std::sqrt(system.values[best]) / k;
}

TEST(Dispersion, SWavesOnElementsAreAsFastAsToldAtAnyVpOverVs) {
  for (const int degree : {3, 4, 5})
    for (const double vp : {1.75, 3.0, 5.0})
      for (const double angle : {0.3, 0.5, 0.8, 1.1})
        for (const double hz : {0.6, 1.0}) {
          const double k = 2 * std::numbers::pi * 0.15 * degree, kx = k * std::cos(angle), kz = k * std::sin(angle);
          const double measured = s_speed(degree, kx, kz, 1, hz, vp) - 1;
          const double kz2_p = k * k / (vp * vp) - kx * kx;
          const double told = ElementDispersion(degree).errors(1, hz, vp, kx, kz2_p, kz * kz).s.real();
          const double scale = std::abs(ElementDispersion(degree).errors(1, hz, vp, k, 1e-9, 1e-9).s.real());
          EXPECT_NEAR(told, measured, 0.4 * std::abs(measured) + 0.1 * scale)
              << "degree " << degree << ", vp/vs " << vp << ", angle " << angle << ", hz " << hz;
        }
}

/// At vp/vs = 4 waves at a slant are off by several times what waves along an axis are.
TEST(Dispersion, CompressionHoldsSWaves) {
  const double k = 2 * std::numbers::pi * 0.6;
  EXPECT_GT(s_speed(4, k * std::cos(0.4), k * std::sin(0.4), 1, 1, 4) - 1, 4 * phase_error(4, 0.6));
}

}  // namespace
}  // namespace unda::sem::dispersion_test

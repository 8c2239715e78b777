// Impedance matrices of faces between media of any law.
#include "physics/material.hpp"

namespace unda::physics {
namespace {

using Matrix3 = Symmetric<3, double>;

Matrix3 sum(const Matrix3& a, const Matrix3& b) {
  Matrix3 s{};
  for (int n = 0; n < Matrix3::size; ++n) s.of[n] = a.of[n] + b.of[n];
  return s;
}

Matrix3 along(const Vector& n, double factor) {
  Matrix3 m{};
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) m(a, b) = factor * n[a] * n[b];
  return m;
}

Matrix3 inverse(const Matrix3& m) {
  const double xx = m(1, 1) * m(2, 2) - m(1, 2) * m(1, 2), xy = m(0, 2) * m(1, 2) - m(0, 1) * m(2, 2),
               xz = m(0, 1) * m(1, 2) - m(0, 2) * m(1, 1), yy = m(0, 0) * m(2, 2) - m(0, 2) * m(0, 2),
               yz = m(0, 1) * m(0, 2) - m(0, 0) * m(1, 2), zz = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1);
  const double scale = 1 / (m(0, 0) * xx + m(0, 1) * xy + m(0, 2) * xz);
  return {{scale * xx, scale * yy, scale * zz, scale * xy, scale * xz, scale * yz}};
}

/// Where both sides slide, nothing follows from what is along the face.
MatrixFace<double> face(const Matrix3& own, const Matrix3& other, bool slides, const Vector& n) {
  const Matrix3 both = sum(own, other);
  if (!slides) return {own, other, inverse(both)};
  const double across = both(0, 0) + both(1, 1) + both(2, 2);  // all of it along n
  return {own, other, along(n, 1 / across)};
}

}  // namespace

Symmetric<3, double> impedance_matrix(const Material& m, const Vector& n) {
  if (m.anisotropy) return impedance_matrix(m.anisotropy->moduli, m.rho, n);
  const Impedance<double> z = m.impedance();
  Matrix3 matrix = along(n, z.p - z.s);
  for (int a = 0; a < 3; ++a) matrix(a, a) += z.s;
  return matrix;
}

MatrixFace<double> matrix_interface(const Material& own, const Material& other, const Vector& n) {
  return face(impedance_matrix(own, n), impedance_matrix(other, n), own.is_fluid() && other.is_fluid(), n);
}

MatrixFace<double> matrix_free_face(const Material& own, const Vector& n) {
  return face(impedance_matrix(own, n), {}, own.is_fluid(), n);
}

MatrixFace<double> matrix_absorbing_face(const Material& own, const Vector& n) {
  return face(impedance_matrix(own, n), impedance_matrix(own, n), own.is_fluid(), n);
}

MatrixFace<double> matrix_rigid_face(const Material& own, const Vector& n) {
  return {impedance_matrix(own, n), {}, {}};
}

}  // namespace unda::physics

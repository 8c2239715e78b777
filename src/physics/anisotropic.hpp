// Hooke's law with 21 moduli, sigma_i = C_ij e_j in the notation of Voigt, in 3-D and, for motion in the plane of x and z that
// does not change along y, in 2-D, where six of them remain.
#pragma once

#include "exec/arithmetic.hpp"
#include "physics/symmetric.hpp"

namespace unda::physics {

/// The places of a stress or strain in the order of the moduli: in 3-D 11 22 33 23 13 12, in 2-D 11 33 13.
template <int Dim>
constexpr int voigt(int a, int b) {
  if (Dim == 2) return a == b ? a : 2;
  return a == b ? a : 6 - a - b;
}
/// From a place of Symmetric, and back.
template <int Dim>
constexpr int voigt_of_place(int place) {
  return Dim == 3 && place > 2 ? 8 - place : place;
}

/// Pa; the upper triangle by rows. In 2-D 11 13 15 33 35 55. T is a number or a pack of numbers; the moduli may carry a factor, such
/// as a volume: stresses then carry it too.
template <int Dim, class T>
struct Anisotropic {
  static constexpr int n_strains = Dim * (Dim + 1) / 2, size = n_strains * (n_strains + 1) / 2;
  T of[size];

  static constexpr int place(int i, int j) {
    return i <= j ? i * n_strains - i * (i - 1) / 2 + j - i : j * n_strains - j * (j - 1) / 2 + i - j;
  }
  /// By places of Voigt.
  [[gnu::always_inline]] constexpr T& operator()(int i, int j) { return of[place(i, j)]; }
  [[gnu::always_inline]] constexpr const T& operator()(int i, int j) const { return of[place(i, j)]; }
};

template <int Dim, class T>
[[gnu::always_inline]] constexpr Symmetric<Dim, T> stress(const Anisotropic<Dim, T>& c, const Strain<Dim, T>& e) {
  constexpr int n = Anisotropic<Dim, T>::n_strains;
  Symmetric<Dim, T> s;
  for (int p = 0; p < n; ++p) {
    const int i = voigt_of_place<Dim>(p);
    T sum = c(i, 0) * e.of[0];
    for (int q = 1; q < n; ++q) sum = exec::multiply_add(c(i, voigt_of_place<Dim>(q)), e.of[q], sum);
    s.of[p] = sum;
  }
  return s;
}

/// Those that motion in the plane of x and z knows.
template <class T>
constexpr Anisotropic<2, T> in_plane(const Anisotropic<3, T>& c) {
  return {{c(0, 0), c(0, 2), c(0, 4), c(2, 2), c(2, 4), c(4, 4)}};
}

/// The energy that a stress stands for, J/m^3, by L D L^T = C. What a fluid among solids cannot bear counts for nothing.
class StrainEnergy {
 public:
  constexpr explicit StrainEnergy(const Anisotropic<3, double>& c) {
    double largest = 0;
    for (int i = 0; i < 6; ++i) largest = c(i, i) > largest ? c(i, i) : largest;
    for (int j = 0; j < 6; ++j) {
      double pivot = c(j, j);
      for (int k = 0; k < j; ++k) pivot -= lower_[j][k] * lower_[j][k] * pivot_[k];
      pivot_[j] = pivot > 1e-5 * largest ? pivot : 0;
      for (int i = j + 1; i < 6; ++i) {
        double value = c(i, j);
        for (int k = 0; k < j; ++k) value -= lower_[i][k] * lower_[j][k] * pivot_[k];
        lower_[i][j] = pivot_[j] > 0 ? value / pivot_[j] : 0;
      }
    }
  }
  constexpr double of(const Symmetric<3, double>& stress) const {
    double x[6] = {}, sum = 0;
    for (int i = 0; i < 6; ++i) {
      x[i] = stress.of[voigt_of_place<3>(i)];  // the order is its own inverse
      for (int k = 0; k < i; ++k) x[i] -= lower_[i][k] * x[k];
      if (!(pivot_[i] > 0)) x[i] = 0;
      sum += pivot_[i] > 0 ? 0.5 * x[i] * x[i] / pivot_[i] : 0;
    }
    return sum;
  }

 private:
  double lower_[6][6] = {}, pivot_[6] = {};
};

}  // namespace unda::physics

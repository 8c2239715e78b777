// Symmetric tensors of small size: stresses, and strains that are made of gradients. T is a number or a pack of numbers; all of it
// runs on devices as well.
#pragma once

namespace unda::physics {

/// xx yy zz xy xz yz; in 2-D, where the axes are x and z, xx zz xz.
template <int Dim, class T>
struct Symmetric {
  static constexpr int size = Dim * (Dim + 1) / 2;
  T of[size];

  static constexpr int place(int a, int b) { return a == b ? a : a + b + Dim - 1; }
  /// The two axes of a component.
  static constexpr int first_axis(int place) { return place < Dim ? place : (place - Dim) / 2; }
  static constexpr int second_axis(int place) { return place < Dim ? place : 1 + (place - Dim + 1) / 2; }
  [[gnu::always_inline]] constexpr T& operator()(int a, int b) { return of[place(a, b)]; }
  [[gnu::always_inline]] constexpr const T& operator()(int a, int b) const { return of[place(a, b)]; }
};

/// Normal strains, and twice the shear strains, as in the notation of Voigt: e_aa = du_a/dx_a, e_ab = du_b/dx_a + du_a/dx_b.
template <int Dim, class T>
struct Strain : Symmetric<Dim, T> {};

/// `gradient`: [axis][component].
template <int Dim, class T>
[[gnu::always_inline]] constexpr Strain<Dim, T> strain_of_gradient(const T (&gradient)[Dim][Dim]) {
  Strain<Dim, T> e;
  for (int a = 0; a < Dim; ++a) {
    e(a, a) = gradient[a][a];
    for (int b = a + 1; b < Dim; ++b) e(a, b) = gradient[a][b] + gradient[b][a];
  }
  return e;
}

/// Of the gradient n_a u_b: that of a plane wave along n, of a jump u across a face, of a derivative along n.
template <int Dim, class T>
[[gnu::always_inline]] constexpr Strain<Dim, T> strain_along(const T* n, const T* u) {
  Strain<Dim, T> e;
  for (int a = 0; a < Dim; ++a) {
    e(a, a) = n[a] * u[a];
    for (int b = a + 1; b < Dim; ++b) e(a, b) = n[a] * u[b] + n[b] * u[a];
  }
  return e;
}

/// Component a of the traction on a face with normal n; with any vector n the flux of momentum along it.
template <int Dim, class T>
[[gnu::always_inline]] constexpr T traction(const Symmetric<Dim, T>& stress, const T* n, int a) {
  T sum = n[0] * stress(a, 0);
  for (int b = 1; b < Dim; ++b) sum += n[b] * stress(a, b);
  return sum;
}

}  // namespace unda::physics

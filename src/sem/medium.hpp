// What the elements of a rank are made of, in the form the kernels take it: moduli times Jacobian, masses, and the impedances of
// absorbing faces.
#pragma once

#include <array>
#include <vector>

#include "exec/buffer.hpp"
#include "sem/kernels/stiffness.hpp"
#include "sem/materials.hpp"

namespace unda::sem {

/// Half the height of the element in the column of a point.
double half_height(const Mesh& mesh, const Index& element, const Index& point);
/// The area that stands for a unit of the reference element, seen from above; in 2-D the length.
double horizontal_jacobian(const Mesh& mesh);

/// The volume that stands for a unit of the reference element at a point of an element.
double jacobian(const Mesh& mesh, const Index& element, const Index& point);

/// 1/rho, or lambda and mu, or 21; in 2-D the six of the plane and three that pressures need: 12 23 25.
using ModulusValues = std::array<double, max_moduli>;
ModulusValues moduli(Physics physics, int dim, const physics::Material& m);
constexpr int n_kept_moduli(Physics physics, int dim) {
  return n_moduli(physics, dim) + (physics == Physics::anisotropic && dim == 2 ? 3 : 0);
}
/// The material of values that moduli() gave; of solids without its density.
physics::Material material_of(Physics physics, int dim, const ModulusValues& values);

/// Those of the domain; elements of absorbing layers have zeros.
template <class Real>
struct Moduli {
  bool by_point = false;
  /// [layer][point][element]; in flat elements times all of the Jacobian, in others times that of the horizontal axes
  std::array<exec::Buffer<Real>, max_moduli> values;
  std::ptrdiff_t point_stride = 0, layer_stride = 0;

  Moduli() = default;
  Moduli(const Mesh& mesh, Physics physics, bool by_point)
      : Moduli(mesh, n_kept_moduli(physics, mesh.dim()), by_point) {}
  Moduli(const Mesh& mesh, int n_arrays, bool by_point);
  /// Of any elements side by side, without a factor.
  Moduli(Physics physics, int dim, bool by_point, int points_of_an_element, std::size_t n_elements)
      : Moduli(n_kept_moduli(physics, dim), by_point, points_of_an_element, n_elements) {}
  Moduli(int n_arrays, bool by_point, int points_of_an_element, std::size_t n_elements);
  void take(Physics physics, int dim, std::size_t element, std::span<const physics::Material> materials);
  ModulusValues at(std::size_t element, int point) const;
  void take(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials);
  /// Numbers of other kinds: values(point) as they are, or times the Jacobian.
  template <class Values>
  void take_values(std::size_t element, std::size_t n_points, Values values_at) {
    for (std::size_t p = 0; p < n_points; ++p)
      put(p * static_cast<std::size_t>(point_stride) + element, values_at(p), 1);
  }
  template <class Values>
  void take_values(const Mesh& mesh, const Index& element, std::size_t n_points, bool times_jacobian, Values values_at);
  /// Of a point of an element of the domain, as moduli() gives them.
  ModulusValues at(const Mesh& mesh, const Index& element, const Index& point, bool times_jacobian = true) const;
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const exec::Buffer<Real>& of_one : values) sum += of_one.bytes();
    return sum;
  }

 private:
  std::size_t place(const Mesh& mesh, const Index& element, int point) const;
  void put(std::size_t at, const ModulusValues& of_point, double factor) {
    for (std::size_t a = 0; a < values.size() && values[a].size() > 0; ++a)
      values[a][at] = static_cast<Real>(of_point[a] * factor);
  }
  static double factor(const Mesh& mesh, const Index& element);
};

template <class Real>
template <class Values>
void Moduli<Real>::take_values(const Mesh& mesh, const Index& element, std::size_t n_points, bool times_jacobian,
                               Values values_at) {
  if (mesh.in_absorbing_layer(element)) return;
  for (std::size_t p = 0; p < n_points; ++p)
    put(place(mesh, element, static_cast<int>(p)), values_at(p), times_jacobian ? factor(mesh, element) : 1);
}

// Of one element, from its materials by point or the one of all.

/// By place: rho, or 1/kappa, times volume.
void add_mass(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials,
              std::vector<double>& mass);
/// On absorbing faces without an absorbing layer, [component][place]: what a velocity of 1 meets, rho vp across and rho vs along the face times
/// its area, in anisotropic solids the diagonal of the face's impedance matrix; for the potential 1/(rho c) times area.
void add_damping(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials,
                 std::vector<double>& damping);

extern template struct Moduli<float>;
extern template struct Moduli<double>;

}  // namespace unda::sem

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

/// 1/rho, or lambda and mu.
std::array<double, 2> moduli(Physics physics, const physics::Material& m);

/// Those of the domain; elements of absorbing layers have zeros.
template <class Real>
struct Moduli {
  bool by_point = false;
  std::array<exec::Buffer<Real>, 2>
      values;  ///< [layer][point][element]; in flat elements times all of the Jacobian, in others
               ///< times that of the horizontal axes
  std::ptrdiff_t point_stride = 0, layer_stride = 0;

  Moduli() = default;
  Moduli(const Mesh& mesh, Physics physics, bool by_point);
  void take(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials);
  /// Of a point of an element of the domain, as moduli() gives them.
  std::array<double, 2> at(const Mesh& mesh, const Index& element, const Index& point) const;
  std::size_t bytes() const { return values[0].bytes() + values[1].bytes(); }

 private:
  std::size_t place(const Mesh& mesh, const Index& element, int point) const;
};

// Of one element, from its materials by point or the one of all.

/// By place: rho, or 1/kappa, times volume.
void add_mass(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials,
              std::vector<double>& mass);
/// On absorbing faces without an absorbing layer, [component][place]: what a velocity of 1 meets, rho vp across and rho vs along the face times
/// its area; for the potential 1/(rho c) times area.
void add_damping(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials,
                 std::vector<double>& damping);

extern template struct Moduli<float>;
extern template struct Moduli<double>;

}  // namespace unda::sem

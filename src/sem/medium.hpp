// What the elements of a rank are made of, in the form the kernels take it: moduli times Jacobian, masses, and the impedances of
// absorbing faces.
#pragma once

#include <array>
#include <vector>

#include "exec/buffer.hpp"
#include "sem/kernels/stiffness.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// Half the height of the element in the column of a point.
double half_height(const Mesh& mesh, const Index& element, const Index& point);
/// The area that stands for a unit of the reference element, seen from above; in 2-D the length.
double horizontal_jacobian(const Mesh& mesh);
/// Where the model of an element that is uniform is asked.
Index centre_point(const Mesh& mesh);

/// The volume that stands for a unit of the reference element at a point of an element.
double jacobian(const Mesh& mesh, const Index& element, const Index& point);

/// Whether the model is the same all over every element: uniform, or layers, whose tops are faces.
bool elements_are_uniform(const scenario::Scenario& scenario, const model::Model& model);

/// 1/rho, or lambda and mu.
std::array<double, 2> moduli(Physics physics, const model::Properties& p);

/// Those of the domain; elements of absorbing layers have zeros.
template <class Real>
struct Moduli {
  bool by_point = false;
  std::array<exec::Buffer<Real>, 2>
      values;  ///< [layer][point][element]; in flat elements times all of the Jacobian, in others
               ///< times that of the horizontal axes
  std::ptrdiff_t point_stride = 0, layer_stride = 0;
  std::size_t bytes() const { return values[0].bytes() + values[1].bytes(); }
};

template <class Real>
Moduli<Real> make_moduli(const Mesh& mesh, Physics physics, const model::Model& model, bool by_point);

/// Of this rank's elements alone, by place: rho, or 1/kappa, times volume. `uniform_elements`: the model does not vary within
/// elements.
std::vector<double> own_masses(const Mesh& mesh, Physics physics, const model::Model& model, bool uniform_elements);

/// Of this rank's absorbing faces without an absorbing layer, [component][place]: what a velocity of 1 meets, rho vp across and rho vs along the face times
/// its area; for the potential 1/(rho c) times area.
std::vector<double> own_damping(const Mesh& mesh, Physics physics, const model::Model& model);

}  // namespace unda::sem

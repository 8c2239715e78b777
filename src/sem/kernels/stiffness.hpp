// The forces of deformed elements on their points, f -= K u: what a kernel works on, and the table of kernels.
//
// Elements of a box are worked on side by side, a pack of them at a time: element E of a layer, its neighbour E + 1 and the elements of
// the next row E + row lie next to each other for every point of an element (Mesh), so that packs are loaded and stored
// whole. At the end of each row stands an element that is none: its moduli are zero.
//
// Elements of any mesh stand in packs of their own; the places of their points are listed. Where those of a pack follow one another,
// they are loaded and stored whole too, else gathered, and added one element after another, since elements of a pack share points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sem/kernels/relaxation.hpp"

namespace unda::sem {

inline constexpr int max_degree = 10;

/// Of the elements that a kernel is for: boxes, those whose height varies, and any.
enum class ElementShape { flat, deformed, general };
/// Numbers of the metric at a point.
constexpr int n_metric(int dim) { return dim * dim + 1; }

/// Fluids by their potential; isotropic solids; solids with 21 moduli, in 2-D the six that motion in the plane knows.
enum class Physics { acoustic, elastic, anisotropic };

constexpr bool is_solid(Physics physics) { return physics != Physics::acoustic; }
constexpr const char* physics_name(Physics physics) {
  return physics == Physics::acoustic ? "acoustic" : physics == Physics::elastic ? "elastic" : "anisotropic elastic";
}
inline constexpr int max_moduli = 21;
/// That a kernel reads.
constexpr int n_moduli(Physics physics, int dim) {
  return physics == Physics::acoustic ? 1 : physics == Physics::elastic ? 2 : dim == 3 ? max_moduli : 6;
}

/// Where the numbers of a kernel lie; of one rank's elements.
template <class Real>
struct ElementArrays {
  std::ptrdiff_t component = 0;            ///< from one component to the next, in u and f
  std::ptrdiff_t layer = 0;                ///< from the points of a layer of elements to those of the next; 0 in 2-D
  const std::ptrdiff_t* offset = nullptr;  ///< [point of an element] from the element's first point
  /// Times Jacobian: 1/rho, or lambda and mu, or those of Anisotropic; [layer][point][element]
  std::array<const Real*, max_moduli> modulus{};
  std::ptrdiff_t modulus_point = 0, modulus_layer = 0;  ///< strides; the first is 0 where elements are uniform
  std::array<const Real*, 3> derivative{};  ///< [i][j] per metre along x, (y,) z; along z of the unit element
  const Real* derivative_up = nullptr;      ///< 3-D: [layer][i][j], along z per metre
  const Real* weight = nullptr;             ///< [point]: the product of the weights
  const Real* half_height = nullptr;        ///< of flat elements: 2-D [element], 3-D [layer]
  // Deformed elements: how much higher the points of a plane between layers lie than under a flat top.
  const Real* rise = nullptr;                          ///< of the lower plane, [layer][horizontal point][element]
  const std::ptrdiff_t* rise_offset = nullptr;         ///< [horizontal point of an element]
  std::ptrdiff_t rise_up = 0, rise_layer = 0;          ///< to the plane above; from layer to layer (0 in 2-D)
  const RelaxationArrays<Real>* relaxation = nullptr;  ///< for kernels of solids that attenuate
  // Elements of any mesh, of which one layer is made; strides of moduli as above.
  const std::int32_t* place = nullptr;  ///< [pack][point][element of the pack]
  const std::int32_t* run = nullptr;    ///< [pack][point]: the first place where the others follow it; -1: they do not
  const Real* metric = nullptr;  ///< [pack][point][volume times weight, d xi_b/d x_a by b, a][element of the pack]
};

/// Elements first <= E < last of a layer.
template <class Real>
using StiffnessKernel = void (*)(const ElementArrays<Real>& arrays, const Real* u, Real* f, int layer,
                                 std::ptrdiff_t first, std::ptrdiff_t last);

template <class Real>
struct StiffnessKernels {
  StiffnessKernel<Real> flat = nullptr, deformed = nullptr;
  StiffnessKernel<Real> general = nullptr;  ///< of any mesh: `first` begins a pack
};

/// dim 2 or 3, degree 1 to max_degree.
template <class Real>
StiffnessKernels<Real> stiffness_kernels(Physics physics, int dim, int degree);
/// Of solids that attenuate: memories go a step on with every call.
template <class Real>
StiffnessKernels<Real> relaxing_kernels(Physics physics, int dim, int degree);

}  // namespace unda::sem

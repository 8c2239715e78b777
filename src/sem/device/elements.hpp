// The elements of a rank as kernels of devices take them.
#pragma once

#include <array>
#include <cstddef>

#include "numerics/gll.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// All of it on the device.
template <class Real>
struct DeviceElements {
  int degree = 0, n_layers = 1;  ///< in 2-D one layer
  int end_layer = 1;             ///< above the last that has elements of the domain
  std::ptrdiff_t n_places = 0;   ///< of elements in a layer, with those at the ends of rows that are none
  std::array<const Real*, max_moduli> modulus{};  ///< as in ElementArrays, zero where no element of the domain is
  std::ptrdiff_t modulus_point = 0, modulus_layer = 0;
  const unsigned char* moves = nullptr;  ///< [layer][element]: whether points in the middle of it may be moved at once
  const Real* half_height = nullptr;     ///< 2-D [element], 3-D [layer]
  std::array<Real, 2> per_metre{};       ///< derivatives along x and y: those of the unit element times these
  // Deformed elements, of the lower plane of each layer; in 2-D an element's upper plane is that of the next row.
  const Real* rise = nullptr;                    ///< [layer][column][element]
  std::array<const Real*, 2> slope{};            ///< dz/dx and dz/dy, likewise
  std::ptrdiff_t plane_up = 0, plane_layer = 0;  ///< to the plane above; from layer to layer
  RelaxationArrays<Real> relaxation;             ///< of solids that attenuate
};

/// Layers and places of elements that are worked on by one loop.
struct DevicePart {
  int first_layer = 0, last_layer = 1, layers_of_column = 1, first_slot = 0;
  std::ptrdiff_t first = 0, last = 0;
  // From a point of a column to the next, in f, in sides and in moduli that vary from point to point.
  std::ptrdiff_t up = 0, side_up = 0, side_component = 0, modulus_up = 0;
  bool deformed = false;
};

/// Of a line of points: the derivative of the unit element [i][m], weights[i] times it, weights, and how high the points lie in
/// the element, 0 to 1.
template <int max_points, class Real>
struct Line {
  int n = 0;
  Real d[max_points * max_points], weighted[max_points * max_points], weight[max_points], height[max_points];
};

/// The points of the unit element and their derivatives.
template <class Real>
Line<max_degree + 1, Real> line_of(const numerics::Gll& gll);

}  // namespace unda::sem

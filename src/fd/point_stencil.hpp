// A point between the grid points of one field: the grid points around it and their weights. A windowed sinc, mirrored or
// wrapped back into the grid at faces with images; beside a face without, a polynomial through the points inside.
#pragma once

#include <functional>
#include <vector>

#include "fd/images.hpp"
#include "fd/slip_interfaces.hpp"
#include "numerics/windowed_sinc.hpp"

namespace unda::fd {

/// Indices of grid points along one axis and their weights.
using AxisWeights = std::vector<numerics::PointWeight>;

struct StencilPoint {
  std::array<int, 3> node{};  ///< i, j, k
  double weight = 0;
};

/// Keeps a stencil between the interfaces below and above it, where fields have kinks or jump; nothing where none is near, or where
/// too few points would be left: those of a thin layer, at the free surface two.
Confinement own_layer(const Grid& grid, const std::vector<model::LevelInterface>& interfaces, const Vector& position);

/// The same for moments: nothing beside sea floors, free and rigid faces, where differences are one-sided.
Confinement own_layer_of_moment(const Grid& grid, const std::vector<model::LevelInterface>& interfaces,
                                const Vector& position);

/// Both at once, along the same axis.
Confinement within_both(const Confinement& a, const Confinement& b);

/// Weights that read the field at a position: the product of these along the axes.
std::array<AxisWeights, 3> reading_weights(const Grid& grid, const FieldImages& images, const Vector& position,
                                           const Confinement& confinement = {});

/// Weights along the axes whose product spreads a unit source at a position, per volume of a full cell: its image is added, and points that
/// stand for less than a cell get more.
std::array<AxisWeights, 3> source_weights(const Grid& grid, const FieldImages& images, const Vector& position,
                                          int radius, const Confinement& confinement = {});
/// The points of a product of weights along the axes.
std::vector<StencilPoint> product_of(const Grid& grid, const std::array<AxisWeights, 3>& along);

/// Half the distance over which a stencil is differenced to give its derivative, m.
double derivative_shift(const Grid& grid, int axis);

/// The derivative of a stencil with respect to the position, along an axis of the grid.
std::vector<StencilPoint> derivative_of(const std::function<std::vector<StencilPoint>(const Vector&)>& stencil,
                                        const Grid& grid, const Vector& position, int axis);

}  // namespace unda::fd

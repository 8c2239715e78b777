// A point anywhere in the domain by the element that holds it: the polynomials of the element there, and their gradients.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

struct PointBasis {
  Index element{};  ///< of this rank; of other meshes than boxes the first is its number
  std::array<std::vector<double>, 3> value,
      slope;                                       ///< by axis, of the polynomials along it; 1 and 0 where it is absent
  std::array<std::array<double, 3>, 3> inverse{};  ///< [b][a] = d xi_b/d x_a, in the order of the mesh's axes
  double share = 1;                                ///< of this element, where a source stands on a face between several
};

/// The element that holds a point, where it lies on this rank: of those that share it the lowest along every axis.
std::optional<PointBasis> basis_at(const Mesh& mesh, const Vector& x);

/// What a source acts by, on the elements of this rank: polynomials through the points of its element and of the neighbours on either
/// side, where these are of the same material and a deformed mesh bends little, for the slopes of those of one element are poor near its faces; otherwise those of
/// all elements that hold the point, with equal shares. On a face between a fluid and a solid these are the elements below it.
std::vector<PointBasis> source_bases(const Mesh& mesh, const model::Model& model, const Vector& x);

}  // namespace unda::sem

// What a point of a mesh of tetrahedra is made of, by the faces at which that changes and those of the boundary alone: they are few
// beside the elements, so that every rank may have them.
#pragma once

#include <functional>
#include <vector>

#include "mesh/seen_from_above.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

/// A face, and what lies on either side of it; -1: nothing.
struct RegionFace {
  Triangle corners;
  int below = -1, above = -1;
};

/// Those of a connected mesh between elements of different kinds, and of its boundary. Upright ones are left out: a vertical line meets others.
std::vector<RegionFace> region_faces(const Tetrahedra& mesh, const std::function<int(std::size_t)>& kind_of);

class RegionFaces {
 public:
  RegionFaces() = default;
  explicit RegionFaces(const std::vector<RegionFace>& faces);
  /// What lies below the next face above x, or else on the near side of the one below it: points outside the mesh are of something, too.
  /// What lies on a face belongs to what is below.
  int kind_at(const Vector& x) const;

 private:
  SeenFromAbove faces_;
  std::vector<std::array<int, 2>> sides_;  ///< by face: below, above
  double tolerance_ = 0;                   ///< m
};

}  // namespace unda::mesh

// Faces between regions, and going up to the next of them.
#include "mesh/region_faces.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr double upright = 1e-6;  // z of the normal of a face that no vertical line meets

}  // namespace

std::vector<RegionFace> region_faces(const Tetrahedra& mesh, const std::function<int(std::size_t)>& kind_of) {
  std::vector<RegionFace> faces;
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < 4; ++f) {
      const Neighbour beyond = mesh.neighbours[e][static_cast<std::size_t>(f)];
      const auto other = static_cast<std::size_t>(beyond.element);
      const bool touches = beyond.exists() && triangle_of(mesh, e, f) == triangle_of(mesh, other, beyond.face);
      if (touches && (other < e || kind_of(other) == kind_of(e))) continue;
      const double up = outward_normal(mesh, e, f).direction[2];
      if (std::abs(up) < upright) continue;
      const int here = kind_of(e), there = touches ? kind_of(other) : -1;
      faces.push_back({triangle_of(mesh, e, f), up > 0 ? here : there, up > 0 ? there : here});
    }
  return faces;
}

RegionFaces::RegionFaces(const std::vector<RegionFace>& faces) {
  std::vector<Triangle> triangles;
  double low = INFINITY, high = -INFINITY;
  for (const RegionFace& face : faces) {
    triangles.push_back(face.corners);
    sides_.push_back({face.below, face.above});
    for (const Vector& x : face.corners) {
      low = std::min(low, x[2]);
      high = std::max(high, x[2]);
    }
  }
  tolerance_ = faces.empty() ? 0 : 1e-9 * (high - low);
  faces_ = SeenFromAbove(std::move(triangles));
}

int RegionFaces::kind_at(const Vector& x) const {
  double next = INFINITY, last = -INFINITY;
  int found = -1, otherwise = sides_.empty() ? -1 : std::max(sides_.front()[0], sides_.front()[1]);
  faces_.for_each_at(x[0], x[1], [&](std::size_t n, double z) {
    const auto& [below, above] = sides_[n];
    if (below >= 0 && z >= x[2] - tolerance_ && z < next) {
      next = z;
      found = below;
    } else if (z < x[2] && z > last) {
      last = z;
      otherwise = above >= 0 ? above : below;
    }
  });
  return found >= 0 ? found : otherwise;
}

}  // namespace unda::mesh

// A search along fourteen directions around each node.
#include "mesh/free_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr int n_passes = 6;
constexpr double even = 0.8;                              // of the mean inner sphere: good enough
constexpr std::array steps{0.5, 0.25, 0.12, 0.06, 0.03};  // in radii of the mean inner sphere

/// Radius of the inner sphere; negative where the element is turned over against `sign`.
double radius(const std::array<Vector, 4>& x, double sign) {
  const Vector a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const Vector ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  return sign * dot(a, bc) / (norm(ab) + norm(bc) + norm(ca) + norm(ab + bc + ca));
}

class Star {
 public:
  Star(const Tetrahedra& mesh, const std::vector<double>& sign, const std::vector<int>& elements, int node) {
    corners_.reserve(elements.size());
    for (const int e : elements) {
      std::array<Vector, 4> x{};
      int own = 0;
      for (int n = 0; n < 4; ++n) {
        x[n] = mesh.corner(static_cast<std::size_t>(e), n);
        if (mesh.corners[static_cast<std::size_t>(e)][n] == node) own = n;
      }
      corners_.push_back({x, own, sign[static_cast<std::size_t>(e)]});
    }
  }
  double least(const Vector& place, double enough = -INFINITY) {
    double found = INFINITY;
    for (Corners& c : corners_) {
      c.x[c.own] = place;
      found = std::min(found, radius(c.x, c.sign));
      if (found <= enough) break;
    }
    return found;
  }
  double mean(const Vector& place) {
    double sum = 0;
    for (Corners& c : corners_) {
      c.x[c.own] = place;
      sum += radius(c.x, c.sign);
    }
    return sum / static_cast<double>(corners_.size());
  }

 private:
  struct Corners {
    std::array<Vector, 4> x;
    int own;
    double sign;
  };
  std::vector<Corners> corners_;
};

/// Along the axes and the diagonals of a cube.
std::vector<Vector> directions() {
  std::vector<Vector> all;
  for (const double x : {-1.0, 0.0, 1.0})
    for (const double y : {-1.0, 0.0, 1.0})
      for (const double z : {-1.0, 0.0, 1.0})
        if (const double length = norm({x, y, z}); length == 1 || length > 1.5)
          all.push_back((1 / length) * Vector{x, y, z});
  return all;
}

/// Whether the node found a better place.
bool improve(Star star, const std::array<bool, 3>& fixed, Vector& place) {
  static const std::vector<Vector> ways = directions();
  const double mean = star.mean(place);
  double best = star.least(place);
  if (best > even * mean) return false;
  const double before = best;
  for (const double step : steps)
    for (bool moves = true; moves && best < even * mean;) {
      moves = false;
      for (const Vector& way : ways) {
        Vector tried = place + (step * mean) * way;
        for (std::size_t a = 0; a < 3; ++a)
          if (fixed[a]) tried[a] = place[a];
        const double found = star.least(tried, best);
        if (found <= best * (1 + 1e-6)) continue;
        best = found;
        place = tried;
        moves = true;
      }
    }
  return best > before;
}

}  // namespace

void move_free_nodes(const FixedAxes& fixed, Tetrahedra& mesh) {
  std::vector<std::vector<int>> around(mesh.nodes.size());
  std::vector<double> sign(mesh.size());
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    std::array<Vector, 4> x{};
    for (int n = 0; n < 4; ++n) {
      x[n] = mesh.corner(e, n);
      if (const auto node = static_cast<std::size_t>(mesh.corners[e][n]); fixed[node] != std::array{true, true, true})
        around[node].push_back(static_cast<int>(e));
    }
    sign[e] = radius(x, 1) < 0 ? -1 : 1;
  }
  for (int pass = 0; pass < n_passes; ++pass) {
    bool any = false;
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      if (!around[n].empty())
        any = improve(Star(mesh, sign, around[n], static_cast<int>(n)), fixed[n], mesh.nodes[n]) || any;
    if (!any) return;
  }
}

}  // namespace unda::mesh

// Looking at corners, centres and edges.
#include "mesh/hexahedra_quality.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::mesh {
namespace {

double shape_at(const Hexahedra& mesh, std::size_t e, const Vector& xi) {
  const Tangents t = mesh.tangents(e, xi);
  return determinant(t) / (norm(t[0]) * norm(t[1]) * norm(t[2]));
}

double shape_of(const Hexahedra& mesh, std::size_t e) {
  double least = shape_at(mesh, e, {0, 0, 0});
  for (int c = 0; c < mesh.n_corners(); ++c)
    least = std::min(
        least, shape_at(mesh, e, {2.0 * (c % 2) - 1, 2.0 * (c / 2 % 2) - 1, mesh.dim == 3 ? 2.0 * (c / 4) - 1 : 0.0}));
  return least;
}

}  // namespace

HexahedraQuality quality_of(const Hexahedra& mesh) {
  HexahedraQuality found;
  found.shortest_edge = HUGE_VAL;
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    const double shape = shape_of(mesh, e);
    found.mean_shape += shape / static_cast<double>(mesh.size());
    if (shape < found.worst_shape) {
      found.worst_shape = shape;
      found.worst_at = mesh.centre(e);
    }
    double least = HUGE_VAL, most = 0;
    for (int c = 0; c < mesh.n_corners(); ++c)
      for (int a = 0; a < mesh.dim; ++a) {
        if ((c >> a) % 2 == 1) continue;
        const auto node = [&](int corner) {
          return mesh.nodes[static_cast<std::size_t>(mesh.corners[e][static_cast<std::size_t>(corner)])];
        };
        const double edge = norm(node(c | 1 << a) - node(c));
        least = std::min(least, edge);
        most = std::max(most, edge);
      }
    found.shortest_edge = std::min(found.shortest_edge, least);
    found.longest_edge = std::max(found.longest_edge, most);
    found.largest_ratio = std::max(found.largest_ratio, most / least);
  }
  return found;
}

std::vector<std::string> describe(const HexahedraQuality& q) {
  return {fmt::format("{:<17} {:.3g} to {:.3g} m, in one element up to {:.3g} to 1", "edges", q.shortest_edge,
                      q.longest_edge, q.largest_ratio),
          fmt::format("{:<17} {:.3f} on average, {:.3f} at worst, at ({:.6g}, {:.6g}, {:.6g}); 1: all angles are right",
                      "scaled Jacobian", q.mean_shape, q.worst_shape, q.worst_at[0], q.worst_at[1], q.worst_at[2])};
}

}  // namespace unda::mesh

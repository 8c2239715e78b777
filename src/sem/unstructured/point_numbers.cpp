// Edges go from the lower of their nodes to the higher; faces begin at their lowest node, and go first towards the lower of its two
// neighbours.
#include "sem/unstructured/point_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace unda::sem {
namespace {

constexpr double most = std::numeric_limits<std::int32_t>::max();

/// The corner at the ends where a point lies, its bit along an axis that it does not lie at an end of being zero.
int corner_of(const Index& point, int degree, int dim) {
  int corner = 0;
  for (int a = 0; a < dim; ++a)
    if (point[a] == degree) corner |= 1 << a;
  return corner;
}

/// Among the edges of an element: four along each axis, in 2-D two.
int edge_of(int corner, int axis, int dim) {
  int number = 0, bit = 1;
  for (int a = 0; a < dim; ++a) {
    if (a == axis) continue;
    if ((corner >> a) % 2 == 1) number += bit;
    bit *= 2;
  }
  return axis * bit + number;
}

}  // namespace

/// Points of elements that ranks share count for each of them; METIS lets parts differ by a few in a hundred.
void check_counts(const scenario::Scenario& s, double n_elements, int degree, int n_ranks) {
  constexpr double uneven = 1.1;
  const int n_faces = 2 * s.domain.dim;
  if (n_elements * n_faces > most)
    s.fail("mesh.file",
           fmt::format("has {:.3g} elements, whose faces are numbered in 32 bits, which is enough for {:.3g}; "
                       "take larger elements or a smaller domain",
                       n_elements, std::floor(most / n_faces)));
  const double points = uneven * n_elements * std::pow(degree, s.domain.dim) / n_ranks;
  if (points > most)
    s.fail("mesh.file",
           fmt::format("makes {:.3g} points of degree {} a rank, which are numbered in 32 bits: enough for {:.3g}; "
                       "take more ranks, larger elements or a lower degree",
                       points, degree, most));
}

PointNumbers::PointNumbers(const mesh::Hexahedra& mesh, int degree) : mesh_(mesh), degree_(degree) {
  const int n = degree - 1;
  for (int a = 0; a < mesh.dim; ++a) n_inside_ *= n;
  first_of_edges_ = static_cast<std::int64_t>(mesh.nodes.size());
  number_edges();
  first_inside_ = first_of_faces_;
  if (mesh.dim == 3) number_faces();
}

void PointNumbers::number_edges() {
  struct Edge {
    std::array<int, 2> nodes;
    std::size_t at;
  };
  const int dim = mesh_.dim;
  std::vector<Edge> all;
  all.reserve(mesh_.size() * static_cast<std::size_t>(n_edges()));
  for (std::size_t e = 0; e < mesh_.size(); ++e)
    for (int axis = 0; axis < dim; ++axis)
      for (int corner = 0; corner < mesh_.n_corners(); ++corner) {
        if ((corner >> axis) % 2 == 1) continue;
        const int low = mesh_.corners[e][static_cast<std::size_t>(corner)];
        const int high = mesh_.corners[e][static_cast<std::size_t>(corner | 1 << axis)];
        all.push_back({{std::min(low, high), std::max(low, high)},
                       e * static_cast<std::size_t>(n_edges()) + static_cast<std::size_t>(edge_of(corner, axis, dim))});
      }
  std::sort(all.begin(), all.end(), [](const Edge& a, const Edge& b) { return a.nodes < b.nodes; });
  edges_.resize(all.size());
  int count = 0;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (n > 0 && all[n].nodes != all[n - 1].nodes) ++count;
    edges_[all[n].at] = count;
  }
  first_of_faces_ = first_of_edges_ + static_cast<std::int64_t>(all.empty() ? 0 : count + 1) * (degree_ - 1);
}

void PointNumbers::number_faces() {
  faces_.assign(6 * mesh_.size(), -1);
  int count = 0;
  for (std::size_t e = 0; e < mesh_.size(); ++e)
    for (int f = 0; f < 6; ++f) {
      int& own = faces_[6 * e + static_cast<std::size_t>(f)];
      if (own >= 0) continue;
      own = count++;
      const mesh::Neighbour& other = mesh_.neighbours[e][static_cast<std::size_t>(f)];
      if (other.exists()) faces_[static_cast<std::size_t>(6 * other.element + other.face)] = own;
    }
  first_inside_ = first_of_faces_ + static_cast<std::int64_t>(count) * (degree_ - 1) * (degree_ - 1);
}

std::int64_t PointNumbers::on_edge(std::size_t e, const Index& point, int axis) const {
  const int corner = corner_of(point, degree_, mesh_.dim);
  const int edge =
      edges_[e * static_cast<std::size_t>(n_edges()) + static_cast<std::size_t>(edge_of(corner, axis, mesh_.dim))];
  const bool rises = mesh_.corners[e][static_cast<std::size_t>(corner)] <
                     mesh_.corners[e][static_cast<std::size_t>(corner | 1 << axis)];
  const int along = rises ? point[axis] : degree_ - point[axis];
  return first_of_edges_ + static_cast<std::int64_t>(edge) * (degree_ - 1) + along - 1;
}

std::int64_t PointNumbers::on_face(std::size_t e, const Index& point, int axis) const {
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2, base = corner_of(point, degree_, 3);
  const auto node = [&](int corner) { return mesh_.corners[e][static_cast<std::size_t>(corner)]; };
  int lowest = base;
  for (const int corner : {base | 1 << u, base | 1 << v, base | 1 << u | 1 << v})
    if (node(corner) < node(lowest)) lowest = corner;
  int p = (lowest >> u) % 2 == 1 ? degree_ - point[u] : point[u];
  int q = (lowest >> v) % 2 == 1 ? degree_ - point[v] : point[v];
  if (node(lowest ^ 1 << v) < node(lowest ^ 1 << u)) std::swap(p, q);
  const int face = faces_[6 * e + static_cast<std::size_t>(2 * axis + (point[axis] == degree_ ? 1 : 0))];
  const int n = degree_ - 1;
  return first_of_faces_ + (static_cast<std::int64_t>(face) * n + q - 1) * n + p - 1;
}

std::int64_t PointNumbers::operator()(std::size_t e, const Index& point) const {
  int n_between = 0, between = 0, at_end = 0;
  for (int a = 0; a < mesh_.dim; ++a)
    if (point[a] > 0 && point[a] < degree_)
      between = a, ++n_between;
    else
      at_end = a;
  if (n_between == 0) return mesh_.corners[e][static_cast<std::size_t>(corner_of(point, degree_, mesh_.dim))];
  if (n_between == 1) return on_edge(e, point, between);
  if (n_between < mesh_.dim) return on_face(e, point, at_end);
  std::int64_t inside = 0;
  for (int a = mesh_.dim; a-- > 0;) inside = inside * (degree_ - 1) + point[a] - 1;
  return first_inside_ + static_cast<std::int64_t>(e) * n_inside_ + inside;
}

}  // namespace unda::sem

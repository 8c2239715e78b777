// Prisms on the sides of a mesh.
#include "mesh/outward_layers.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mesh/geometry.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::mesh {
namespace {

constexpr double rounding = 1e-6;    // of the mesh's length: nodes so near the plane of a side lie in it
constexpr double unevenness = 0.02;  // of the shortest edge of a face: so far its nodes may lie beside that plane

/// A face of the mesh's surface, and the element of the domain that it belongs to or has grown from.
struct Facet {
  std::array<int, 3> nodes{};
  int code = 0;  ///< as in Tetrahedra::boundary
  int element = 0;
  int facing = 0;  ///< the side to which its normal points
  bool is_grown = false;
};

constexpr int absorbing_anywhere = boundary_code(scenario::BoundaryKind::absorbing);

using Edge = std::array<int, 2>;
Edge edge_between(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

class Growth {
 public:
  Growth(const scenario::Scenario& s, Tetrahedra& mesh) : s_(s), mesh_(mesh), n_domain_(mesh.size()) {
    find_planes();
    put_nodes_onto_sides();
    for (std::size_t e = 0; e < n_domain_; ++e)
      for (int f = 0; f < 4; ++f) {
        if (mesh.neighbours[e][f].exists() || mesh.boundary[e][f] < 0) continue;
        const auto& face = numerics::tetrahedron_faces[f];
        facets_.push_back({{mesh.corners[e][face[0]], mesh.corners[e][face[1]], mesh.corners[e][face[2]]},
                           mesh.boundary[e][f],
                           static_cast<int>(e),
                           side_facing(outward_normal(mesh, e, f).direction)});
      }
    for (const Facet& facet : facets_)
      if (facet.code == facet.facing || facet.code == absorbing_anywhere) make_even(facet);
    for (Facet& facet : facets_)
      if (facet.code == absorbing_anywhere)
        if (const int side = side_below(facet); side >= 0 && is_absorbing(side)) facet.code = side;
  }

  const std::array<scenario::Interval, 3>& extent() const { return extent_; }

  struct Grown {
    int n_layers = 0;
    double thickness = 0;
  };
  /// None where the side cannot grow.
  Grown grow(int side, const std::function<GrowingLayers(double)>& layers_for) {
    if (!is_absorbing(side) || !is_flat(side)) return {};
    std::vector<Facet> base;
    std::erase_if(facets_, [&](const Facet& f) {
      if (f.code == side) base.push_back(f);
      return f.code == side;
    });
    if (base.empty()) return {};
    std::map<Edge, int> rim = codes_around(base);
    double width = mean_edge(base), thickness = 0;
    const GrowingLayers layers = layers_for(width);
    for (int n = 0; n < layers.n; ++n, width *= layers.growth) {
      thickness += width;
      base = add_layer(side, base, rim, thickness);
    }
    facets_.insert(facets_.end(), base.begin(), base.end());
    return {layers.n, thickness};
  }

  /// Absorbing faces of the domain that have not grown.
  std::vector<BareSide> bare_sides() const {
    std::array<BareSide, 6> found{};
    for (const Facet& f : facets_) {
      const bool is_of_side = f.code < 6 && is_absorbing(f.code);
      if (f.is_grown || (!is_of_side && f.code != absorbing_anywhere)) continue;
      const int side = is_of_side ? f.code : f.facing;
      BareSide& bare = found[static_cast<std::size_t>(side)];
      ++bare.n_faces;
      for (const int n : f.nodes) bare.farthest = std::max(bare.farthest, std::abs(beside(n, side)));
    }
    std::vector<BareSide> bare;
    for (int side = 0; side < 6; ++side)
      if (BareSide& of = found[static_cast<std::size_t>(side)]; of.n_faces > 0) {
        of.side = side;
        of.plane = plane_of(side);
        bare.push_back(of);
      }
    return bare;
  }

  void finish() {
    mesh_.n_absorbing = mesh_.size() - n_domain_;
    std::vector<TaggedFacet> tagged;
    for (const Facet& f : facets_) tagged.push_back({f.nodes, f.code});
    connect(mesh_, s_, tagged);
  }

 private:
  bool is_absorbing(int side) const {
    return s_.boundary[static_cast<std::size_t>(side)] == scenario::BoundaryKind::absorbing;
  }
  double plane_of(int side) const {
    const scenario::Interval& extent = extent_[static_cast<std::size_t>(side / 2)];
    return side % 2 == 0 ? extent.low : extent.high;
  }
  double beside(int node, int side) const {
    return mesh_.nodes[static_cast<std::size_t>(node)][static_cast<std::size_t>(side / 2)] - plane_of(side);
  }
  bool lies_on(const Facet& facet, int side) const {
    return std::all_of(facet.nodes.begin(), facet.nodes.end(), [&](int n) {
      return mesh_.nodes[static_cast<std::size_t>(n)][static_cast<std::size_t>(side / 2)] == plane_of(side);
    });
  }
  int side_below(const Facet& facet) const {
    for (int side = 0; side < 6; ++side)
      if (lies_on(facet, side)) return side;
    return -1;
  }
  /// All of the side lies on its plane, and all that lies there is of the side.
  bool is_flat(int side) const {
    return std::all_of(facets_.begin(), facets_.end(),
                       [&](const Facet& f) { return (f.code == side) == lies_on(f, side); });
  }

  /// Those of the mesh itself, which fits the domain less exactly than its nodes fit one another.
  void find_planes() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      extent_[axis] = {mesh_.nodes[0][axis], mesh_.nodes[0][axis]};
      for (const Vector& x : mesh_.nodes)
        extent_[axis] = {std::min(extent_[axis].low, x[axis]), std::max(extent_[axis].high, x[axis])};
    }
  }
  /// So that nodes of a plane have the same coordinate to the last bit.
  void put_nodes_onto_sides() {
    for (Vector& x : mesh_.nodes)
      for (int side = 0; side < 6; ++side) {
        const auto axis = static_cast<std::size_t>(side / 2);
        if (std::abs(x[axis] - plane_of(side)) < rounding * extent_[axis].length()) x[axis] = plane_of(side);
      }
  }
  /// Those of the faces of a side, of a mesh whose coordinates were rounded.
  void make_even(const Facet& f) {
    double shortest = HUGE_VAL;
    for (std::size_t n = 0; n < 3; ++n)
      shortest = std::min(shortest, norm(mesh_.nodes[static_cast<std::size_t>(f.nodes[n])] -
                                         mesh_.nodes[static_cast<std::size_t>(f.nodes[(n + 1) % 3])]));
    if (std::any_of(f.nodes.begin(), f.nodes.end(),
                    [&](int n) { return std::abs(beside(n, f.facing)) > unevenness * shortest; }))
      return;
    for (const int n : f.nodes)
      mesh_.nodes[static_cast<std::size_t>(n)][static_cast<std::size_t>(f.facing / 2)] = plane_of(f.facing);
  }

  /// The edge of the box that would hold six elements, over the side.
  double mean_edge(const std::vector<Facet>& base) const {
    double sum = 0, area = 0;
    for (const Facet& f : base) {
      const auto& n = f.nodes;
      const Vector o = mesh_.nodes[static_cast<std::size_t>(n[0])];
      const double own =
          norm(cross(mesh_.nodes[static_cast<std::size_t>(n[1])] - o, mesh_.nodes[static_cast<std::size_t>(n[2])] - o));
      sum += own * std::cbrt(6 * mesh_.volume(static_cast<std::size_t>(f.element)));
      area += own;
    }
    return sum / area;
  }

  /// By edge of the rim of a side: what the facet beyond it is.
  std::map<Edge, int> codes_around(const std::vector<Facet>& base) const {
    std::map<Edge, int> count, codes;
    for (const Facet& f : base)
      for (int n = 0; n < 3; ++n) ++count[edge_between(f.nodes[n], f.nodes[(n + 1) % 3])];
    for (const Facet& f : facets_)
      for (int n = 0; n < 3; ++n) {
        const Edge edge = edge_between(f.nodes[n], f.nodes[(n + 1) % 3]);
        if (const auto found = count.find(edge); found != count.end() && found->second == 1) codes[edge] = f.code;
      }
    return codes;
  }
  /// The same order at both ends of a period: nodes of a rim differ along one axis alone.
  bool precedes(int a, int b) const {
    return mesh_.nodes[static_cast<std::size_t>(a)] < mesh_.nodes[static_cast<std::size_t>(b)];
  }

  /// Prisms from a base to the plane `thickness` outside the domain. The facets of their outer ends, to which the rim moves on.
  std::vector<Facet> add_layer(int side, const std::vector<Facet>& base, std::map<Edge, int>& rim, double thickness) {
    const auto axis = static_cast<std::size_t>(side / 2);
    std::map<int, int> copy;  // of the nodes of the base, at the outer end
    for (const Facet& f : base)
      for (const int n : f.nodes)
        if (copy.emplace(n, static_cast<int>(mesh_.nodes.size())).second) {
          Vector x = mesh_.nodes[static_cast<std::size_t>(n)];
          x[axis] = plane_of(side) + (side % 2 == 0 ? -thickness : thickness);
          mesh_.nodes.push_back(x);
        }
    std::vector<Facet> outer;
    for (const Facet& f : base) {
      std::array<int, 3> low = f.nodes, high{};
      std::sort(low.begin(), low.end(), [&](int a, int b) { return precedes(a, b); });
      for (std::size_t n = 0; n < 3; ++n) high[n] = copy.at(low[n]);
      add({low[0], low[1], low[2], high[2]}, f.element);
      add({low[0], low[1], high[1], high[2]}, f.element);
      add({low[0], high[0], high[1], high[2]}, f.element);
      outer.push_back({high, f.code, f.element, f.facing, true});
      for (const auto& [a, b] : {std::array{0, 1}, std::array{0, 2}, std::array{1, 2}}) {
        const auto found = rim.find(edge_between(low[a], low[b]));
        if (found == rim.end()) continue;
        facets_.push_back({{low[a], low[b], high[b]}, found->second, f.element, 0, true});
        facets_.push_back({{low[a], high[a], high[b]}, found->second, f.element, 0, true});
      }
    }
    std::map<Edge, int> moved;
    for (const auto& [edge, code] : rim) moved[edge_between(copy.at(edge[0]), copy.at(edge[1]))] = code;
    rim = std::move(moved);
    return outer;
  }

  void add(const std::array<int, 4>& corners, int element) {
    const auto e = static_cast<std::size_t>(element);
    mesh_.corners.push_back(corners);
    mesh_.grown_from.push_back(element);
    if (!mesh_.region.empty()) mesh_.region.push_back(mesh_.region[e]);
    if (!mesh_.layer.empty()) mesh_.layer.push_back(mesh_.layer[e]);
  }

  const scenario::Scenario& s_;
  Tetrahedra& mesh_;
  std::size_t n_domain_;
  std::array<scenario::Interval, 3> extent_{};
  std::vector<Facet> facets_;
};

}  // namespace

bool LayerExtent::any() const {
  return std::any_of(n_layers.begin(), n_layers.end(), [](const auto& n) { return n[0] + n[1] > 0; });
}

LayerExtent layer_extent(const Levels& levels) { return {levels.domain, levels.extent, levels.absorbing}; }

LayerGrowth grow_layers(const scenario::Scenario& s, const std::function<GrowingLayers(double)>& layers_for,
                        Tetrahedra& mesh) {
  Growth grown(s, mesh);
  LayerExtent extent{grown.extent(), grown.extent(), {}};
  for (int side = 0; side < 6; ++side) {
    const auto axis = static_cast<std::size_t>(side / 2), end = static_cast<std::size_t>(side % 2);
    const auto [n_layers, thickness] = grown.grow(side, layers_for);
    if (n_layers == 0) continue;
    extent.n_layers[axis][end] = n_layers;
    (end == 0 ? extent.extent[axis].low : extent.extent[axis].high) += end == 0 ? -thickness : thickness;
  }
  if (extent.any()) grown.finish();
  return {extent, grown.bare_sides()};
}

}  // namespace unda::mesh

// Elements of layers, on a lattice of whole numbers: along both sides in the narrowest elements, in depth two levels a layer.
#include "mesh/chunk.hpp"

#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "mesh/align_hexahedra.hpp"
#include "scenario/chunk.hpp"

namespace unda::mesh {
namespace {

using Place = std::array<int, 3>;      // on the lattice; levels count from the surface down
using Corners = std::array<Place, 8>;  // in the order of Hexahedra
using Quad = std::array<Place, 4>;     // in a side view: x along the doubled side, y unused, z the level

/// The elements of four along the doubled side of a layer, in the order bottom west, bottom east, top west, top east. x counts narrow
/// elements, z half layers down.
constexpr std::array<Quad, 6> doubling{{
    {{{0, 0, 2}, {1, 0, 1}, {0, 0, 0}, {1, 0, 0}}},
    {{{1, 0, 1}, {2, 0, 1}, {1, 0, 0}, {2, 0, 0}}},
    {{{0, 0, 2}, {2, 0, 2}, {1, 0, 1}, {2, 0, 1}}},
    {{{2, 0, 1}, {3, 0, 1}, {2, 0, 0}, {3, 0, 0}}},
    {{{3, 0, 1}, {4, 0, 2}, {3, 0, 0}, {4, 0, 0}}},
    {{{2, 0, 2}, {4, 0, 2}, {2, 0, 1}, {3, 0, 1}}},
}};

class ChunkMaker {
 public:
  ChunkMaker(const scenario::Scenario& s, const ChunkLayers& layers)
      : frame_(*s.domain.chunk), layers_(layers), narrowest_(layers.layers.front().across) {
    mesh_.name = "the chunk";
    mesh_.order = 2;
    mesh_.remarks = layers.describe();
    for (const ChunkLayer& layer : layers.layers) {
      radius_.push_back(layer.top);
      radius_.push_back(0.5 * (layer.top + layer.bottom));
    }
    radius_.push_back(layers.layers.back().bottom);
    for (std::size_t n = 0; n + 1 < layers.shells.size(); ++n)
      mesh_.region_name[static_cast<int>(n) + 1] =
          fmt::format("depth {:.6g} to {:.6g} km", 1e-3 * (scenario::earth_radius - layers.shells[n]),
                      1e-3 * (scenario::earth_radius - layers.shells[n + 1]));
  }

  Hexahedra make() {
    for (std::size_t n = 0; n < layers_.layers.size(); ++n) add_layer(n);
    connect(mesh_, tagged_);
    align(mesh_);
    return std::move(mesh_);
  }

 private:
  void add_layer(std::size_t number) {
    const ChunkLayer& layer = layers_.layers[number];
    const int level = 2 * static_cast<int>(number);
    const std::array<int, 2> stride{narrowest_[0] / layer.across[0], narrowest_[1] / layer.across[1]};
    const int axis = layer.doubled;
    const std::array<int, 2> n{layer.across[0] / (axis == 0 ? 4 : 1), layer.across[1] / (axis == 1 ? 4 : 1)};
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const Place first{i * stride[0] * (axis == 0 ? 4 : 1), j * stride[1] * (axis == 1 ? 4 : 1), level};
        if (axis < 0)
          add(plain(first, stride), layer.shell);
        else
          for (const Quad& quad : doubling) add(drawn_out(quad, axis, first, stride), layer.shell);
      }
  }

  static Corners plain(const Place& first, const std::array<int, 2>& stride) {
    Corners corners{};
    for (int c = 0; c < 8; ++c)
      corners[static_cast<std::size_t>(c)] = {first[0] + c % 2 * stride[0], first[1] + c / 2 % 2 * stride[1],
                                              first[2] + (c / 4 == 0 ? 2 : 0)};
    return corners;
  }

  /// A side view, drawn out along the other side.
  static Corners drawn_out(const Quad& quad, int axis, const Place& first, const std::array<int, 2>& stride) {
    Corners corners{};
    const auto a = static_cast<std::size_t>(axis), b = 1 - a;
    for (int c = 0; c < 8; ++c) {
      const int along = axis == 0 ? c % 2 : c / 2 % 2, across = axis == 0 ? c / 2 % 2 : c % 2;
      const Place& from = quad[static_cast<std::size_t>(along + 2 * (c / 4))];
      Place at = first;
      at[a] += from[0] * stride[a];
      at[b] += across * stride[b];
      at[2] += from[2];
      corners[static_cast<std::size_t>(c)] = at;
    }
    return corners;
  }

  void add(const Corners& places, int shell) {
    std::array<int, 8> corners{};
    for (std::size_t c = 0; c < 8; ++c) corners[c] = node(places[c]);
    mesh_.corners.push_back(corners);
    mesh_.region.push_back(shell + 1);
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) mesh_.shape.push_back(point(between(places, {0.5 * i, 0.5 * j, 0.5 * k})));
    for (int face = 0; face < 6; ++face) tag(places, corners, face);
  }

  /// Angles and radius of a point between corners.
  Vector between(const Corners& places, const Vector& share) const {
    Vector sum{};
    for (int c = 0; c < 8; ++c) {
      double weight = 1;
      for (int a = 0; a < 3; ++a) weight *= (c >> a) % 2 == 1 ? share[a] : 1 - share[a];
      sum = sum + weight * coordinates(places[static_cast<std::size_t>(c)]);
    }
    return sum;
  }

  Vector coordinates(const Place& p) const {
    return {(2.0 * p[0] / narrowest_[0] - 1) * frame_.half_width(0),
            (2.0 * p[1] / narrowest_[1] - 1) * frame_.half_width(1), radius_[static_cast<std::size_t>(p[2])]};
  }
  Vector point(const Vector& x) const { return frame_.at(x[0], x[1], x[2]); }

  int node(const Place& p) {
    const std::int64_t key =
        p[0] + (narrowest_[0] + 1LL) * (p[1] + (narrowest_[1] + 1LL) * static_cast<std::int64_t>(p[2]));
    const auto [found, is_new] = nodes_.emplace(key, static_cast<int>(mesh_.nodes.size()));
    if (is_new) mesh_.nodes.push_back(point(coordinates(p)));
    return found->second;
  }

  /// A face all of whose corners lie on a side of the chunk.
  void tag(const Corners& places, const std::array<int, 8>& corners, int face) {
    const std::array<int, 3> last{narrowest_[0], narrowest_[1], static_cast<int>(radius_.size()) - 1};
    for (const int side : {west, east, south, north, bottom, top}) {
      const int axis = side / 2, end = (side % 2 == 1) == (axis != 2) ? last[static_cast<std::size_t>(axis)] : 0;
      std::array<int, 4> nodes{};
      std::size_t n = 0;
      bool is_there = true;
      for (int c = 0; c < 8; ++c) {
        if ((c >> (face / 2)) % 2 != face % 2) continue;
        is_there = is_there && places[static_cast<std::size_t>(c)][static_cast<std::size_t>(axis)] == end;
        nodes[n++] = corners[static_cast<std::size_t>(c)];
      }
      if (is_there) tagged_.push_back({sorted(nodes), side});
    }
  }

  scenario::ChunkFrame frame_;
  const ChunkLayers& layers_;
  std::array<int, 2> narrowest_;
  std::vector<double> radius_;  ///< by level
  std::unordered_map<std::int64_t, int> nodes_;
  std::vector<TaggedFace> tagged_;
  Hexahedra mesh_;
};

}  // namespace

Hexahedra make_chunk(const scenario::Scenario& scenario, const ChunkLayers& layers) {
  return ChunkMaker(scenario, layers).make();
}

}  // namespace unda::mesh

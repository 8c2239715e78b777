// Sorting elements into blocks.
#include "dg/placement.hpp"

#include <algorithm>

#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

namespace {

/// Sorted; the same on both sides of a face within the domain, others across it.
std::array<int, 3> nodes_of(const mesh::Tetrahedra& mesh, int element, int face) {
  std::array<int, 3> nodes{};
  for (std::size_t n = 0; n < 3; ++n) nodes[n] = mesh.corners[element][numerics::tetrahedron_faces[face][n]];
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace

bool Sharing::is_cut(int element, int face) const {
  const mesh::Neighbour n = mesh.neighbours[element][face];
  if (!n.exists()) return false;
  if (rank_at(n.element) != rank) return true;
  return with_self && nodes_of(mesh, element, face) != nodes_of(mesh, n.element, n.face);
}

namespace {

/// Elements of one cluster, outer or inner: those that attenuate, and others; of either those with a neighbour that has half the step,
/// which take another kernel, and others.
struct Part {
  std::vector<int> kinds[2][2];
};

bool has_faster_neighbour(const mesh::Tetrahedra& mesh, const Clusters& clusters, int element) {
  const auto e = static_cast<std::size_t>(element);
  return std::any_of(mesh.neighbours[e].begin(), mesh.neighbours[e].end(), [&](const mesh::Neighbour& n) {
    return n.exists() && clusters.cluster_of(static_cast<std::size_t>(n.element)) < clusters.cluster_of(e);
  });
}

/// In blocks of their own.
void append(const std::vector<int>& list, int cluster, bool has_memory, std::size_t block_size, Placement& placement) {
  for (const int e : list) {
    placement.place_of[e] = static_cast<int>(placement.element.size());
    placement.element.push_back(e);
  }
  while (placement.element.size() % block_size != 0) placement.element.push_back(-1);
  for (; placement.n_blocks < placement.element.size() / block_size; ++placement.n_blocks) {
    placement.memory.push_back(has_memory ? static_cast<int>(placement.n_memory_blocks++) : -1);
    placement.cluster.push_back(static_cast<signed char>(cluster));
  }
}

}  // namespace

Placement place_elements(const Sharing& sharing, int block_size, const std::vector<bool>& attenuates,
                         const Clusters& clusters) {
  const mesh::Tetrahedra& mesh = sharing.mesh;
  std::vector<Part> outer(static_cast<std::size_t>(clusters.n)), inner(static_cast<std::size_t>(clusters.n));
  Placement placement;
  placement.place_of.assign(mesh.size(), -1);
  for (int e = 0; e < static_cast<int>(mesh.size()); ++e) {
    if (sharing.rank_at(e) != sharing.rank) continue;
    std::size_t n_cut = 0;
    for (int f = 0; f < 4; ++f) n_cut += sharing.is_cut(e, f) ? 1 : 0;
    const bool is_elastic = attenuates.empty() || !attenuates[static_cast<std::size_t>(e)];
    const bool is_alone = !has_faster_neighbour(mesh, clusters, e);
    const auto cluster = static_cast<std::size_t>(clusters.cluster_of(static_cast<std::size_t>(e)));
    (n_cut > 0 ? outer : inner)[cluster].kinds[is_elastic ? 1 : 0][is_alone ? 1 : 0].push_back(e);
    ++(n_cut > 0 ? placement.n_outer : placement.n_inner);
    placement.n_cut_faces += n_cut;
  }
  const auto append_all = [&](const std::vector<Part>& parts, std::vector<std::size_t>& end) {
    for (int c = 0; c < clusters.n; ++c) {
      for (const int kind : {0, 1})
        for (const std::vector<int>& list : parts[static_cast<std::size_t>(c)].kinds[kind])
          append(list, c, kind == 0, static_cast<std::size_t>(block_size), placement);
      end.push_back(placement.n_blocks);
    }
  };
  append_all(outer, placement.outer_end);
  placement.n_outer_blocks = placement.n_blocks;
  append_all(inner, placement.inner_end);
  return placement;
}

}  // namespace unda::dg

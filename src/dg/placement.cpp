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

Placement place_elements(const Sharing& sharing, int block_size, const std::vector<bool>& attenuates) {
  const mesh::Tetrahedra& mesh = sharing.mesh;
  std::vector<int> outer[2], inner[2];  // that attenuate, and others
  std::size_t n_cut_faces = 0;
  for (int e = 0; e < static_cast<int>(mesh.size()); ++e) {
    if (sharing.rank_at(e) != sharing.rank) continue;
    std::size_t n_cut = 0;
    for (int f = 0; f < 4; ++f) n_cut += sharing.is_cut(e, f) ? 1 : 0;
    const bool is_elastic = attenuates.empty() || !attenuates[static_cast<std::size_t>(e)];
    (n_cut > 0 ? outer : inner)[is_elastic ? 1 : 0].push_back(e);
    n_cut_faces += n_cut;
  }
  Placement placement;
  placement.place_of.assign(mesh.size(), -1);
  placement.n_outer = outer[0].size() + outer[1].size();
  placement.n_inner = inner[0].size() + inner[1].size();
  placement.n_cut_faces = n_cut_faces;
  auto append = [&](const std::vector<int>& list) {
    for (const int e : list) {
      placement.place_of[e] = static_cast<int>(placement.element.size());
      placement.element.push_back(e);
    }
    while (placement.element.size() % static_cast<std::size_t>(block_size) != 0) placement.element.push_back(-1);
    return placement.n_blocks = placement.element.size() / static_cast<std::size_t>(block_size);
  };
  placement.n_outer_memory_blocks = append(outer[0]);
  placement.n_outer_blocks = append(outer[1]);
  placement.n_memory_blocks = placement.n_outer_memory_blocks + append(inner[0]) - placement.n_outer_blocks;
  append(inner[1]);
  return placement;
}

}  // namespace unda::dg

// How large elements may be where: by the slowest wave of the medium there, and no thicker than layers allow.
#pragma once

#include "mesh/levels.hpp"

namespace unda::mesh {

/// Largest edges on a lattice over the domain, trilinear between its points. The edge of a tetrahedron is that of the box that would
/// hold six of them: the cube root of six times its volume.
struct SizeField {
  Vector origin{}, spacing{};
  std::array<int, 3> n{};
  std::vector<double> edge;  ///< m, [x][y][z]

  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(i) * n[1] + static_cast<std::size_t>(j)) * n[2] + static_cast<std::size_t>(k);
  }
  Vector point(int i, int j, int k) const {
    return {origin[0] + i * spacing[0], origin[1] + j * spacing[1], origin[2] + k * spacing[2]};
  }
};

/// By mesh.spacing, or from mesh.max_frequency `wavelengths` of the slowest wave around each point; neighbouring points differ
/// by no more than good shapes allow. `most_points`: of the lattice, which is coarser for it, and smaller edges reach further then.
SizeField make_size_field(const scenario::Scenario& scenario, const model::Model& model, const Levels& levels,
                          double wavelengths, double most_points);

/// What a mesh of such sizes would be.
struct MeshEstimate {
  double n_elements = 0;
  double quickest = 0;   ///< the least edge over the fastest wave there, s: what limits the step
  Vector quickest_at{};  ///< where that is
};
MeshEstimate estimate(const SizeField& field, const model::Model& model, const Levels& levels);

}  // namespace unda::mesh

// Staggered differences beside a face, by summation by parts: the scheme with them conserves energy, so that
// it is as stable as the interior, and is accurate to third order at the face (second for order 4, first for
// order 2).
//
// Nodes lie at 0, 1, 2, ... cells from the face, half points at 1/2, 3/2, ...  With diagonal norms H and h,
//   H Dn = -(h Dh)^T + (the value on the face, which acts on node 0 alone),
// Dh takes nodes to half points and Dn half points to nodes. Node 0 of Dn assumes a field that vanishes on
// the face. Kreiss and Scherer 1974; on staggered grids O'Reilly et al. 2017, J. Sci. Comput. 71.
#pragma once

#include <vector>

namespace unda::numerics {

struct OneSidedDifference {
  int n_rows = 0;                            ///< rows beside the face that differ from the interior
  std::vector<std::vector<double>> at_half;  ///< [half point][node]: derivative away from the face
  std::vector<std::vector<double>> at_node;  ///< [node][half point]
  std::vector<double> node_norm,
      half_norm;  ///< lengths in cells that the points stand for; 1 in the interior
};

/// For the interior stencil of order 2 * radius.
const OneSidedDifference& one_sided_difference(int radius);

}  // namespace unda::numerics

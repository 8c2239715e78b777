// A point source on a mesh: a smooth kernel K over the elements around the point in place of delta(x - xs).
//
// In a single element, or in the corners of several, delta is a polynomial of great height that jumps between elements. What
// carries the fields through a step sees one element alone and is wrong where they jump, so that waves far away are wrong too.
// K = W(r) P(x), with a window W that ends at the radius R and a polynomial P such that for all polynomials p of degree m
//   integral of K p = p(xs),
// acts on waves much longer than R as delta does. It stays on one side of an interface, or of the surface, and P makes up for it.
#pragma once

#include <vector>

#include "dg/make_medium.hpp"
#include "mesh/locate.hpp"

namespace unda::dg {

struct SourceKernel {
  std::vector<int> elements;                      ///< numbers of the mesh
  std::vector<std::vector<double>> coefficients;  ///< by element: of K in the basis
};

/// `places`: of the elements at the point, all of one side where it lies on an interface.
SourceKernel make_source_kernel(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                                const std::vector<mesh::ElementPoint>& places, const Vector& point);

}  // namespace unda::dg

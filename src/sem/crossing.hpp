// How fast waves cross the elements of a box, which tells where it bounds the time step.
#pragma once

#include "method/step_bound.hpp"
#include "sem/materials.hpp"

namespace unda::sem {

/// Of an element, where waves cross it fastest: at one of its corners or in the centre.
struct Crossing {
  double rate =
      0;  ///< fastest wave over the edges, squared, 1/s^2; more at sides that nothing holds, which vibrate faster
  double speed = 0;                  ///< of that wave, m/s
  double shortest = 0, longest = 0;  ///< edges there, m
  Index element{};
};

/// `loose`: faces that do nothing.
Crossing crossing_of(const Mesh& mesh, const Materials& materials, const Index& element, scenario::BoundaryKind loose);

/// Of the elements of a rank; infinite where it has none.
double shortest_edge(const Mesh& mesh);

/// Whether the model and the mesh are the same along all horizontal axes.
bool columns_are_alike(const Mesh& mesh, const model::Model& model);

/// Whether waves cross the first of two elements faster or, where they cross them alike, it alone lies in the domain.
bool comes_before(const Mesh& mesh, const model::Model& model, const Crossing& a, const Crossing& b);

/// Of a mesh by the element that waves cross fastest. What concerns all elements is not filled in.
method::StepBound step_bound(const Mesh& mesh, const model::Model& model, const Crossing& crossing);

}  // namespace unda::sem

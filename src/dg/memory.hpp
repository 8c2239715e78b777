// The memory of discontinuous Galerkin, counted by element.
#pragma once

#include "dg/fields.hpp"
#include "dg/medium.hpp"
#include "mesh/tetrahedra.hpp"
#include "physics/material.hpp"

namespace unda::dg {

/// Of an element in the time loop, on the rank that has it: fields, the traces of its faces, medium, numbers of traces.
template <class Real>
double element_bytes(int order) {
  const double fields = static_cast<double>(block_numbers<Real>(order)) / pack_size<Real>;
  const auto traces = 4 * static_cast<double>(trace_numbers<Real>(order));
  const double medium = static_cast<double>(sizeof(ElementMedium<double>)) / sizeof(double);
  return sizeof(Real) * (fields + traces + medium) + 4 * sizeof(int);
}

/// Of an element in the mesh and of its material, which every rank has whole until its fields are made; corners are shared by many.
inline constexpr double mesh_bytes = sizeof(std::array<int, 4>) + sizeof(std::array<mesh::Neighbour, 4>) +
                                     sizeof(std::array<signed char, 4>) + sizeof(physics::Material);

}  // namespace unda::dg

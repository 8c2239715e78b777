// The memory of discontinuous Galerkin, counted by element.
#pragma once

#include "dg/device/device_step.hpp"
#include "dg/medium.hpp"
#include "dg/memories.hpp"
#include "mesh/tetrahedra.hpp"
#include "physics/material.hpp"

namespace unda::dg {

/// Of an element in the time loop, on the rank that has it: fields, the traces of its faces, medium, numbers of traces.
template <class Real>
double element_bytes(int order, const exec::Device& device, bool anisotropic) {
  const double fields = n_fields * numerics::n_tetrahedral(order);
  const auto traces = 4 * static_cast<double>(trace_numbers<Real>(order));
  const auto medium = static_cast<double>(anisotropic ? GeneralView<Real>::n_numbers : MediumView<Real>::n_numbers);
  const double of_device = device.is_host() ? 0 : 3 * sizeof(double);  // volume, energy, whether it is finite
  const auto scratch = static_cast<double>(DeviceStep<Real>::scratch_numbers(order, device, anisotropic));
  return sizeof(Real) * (fields + traces + medium + scratch) + 4 * sizeof(int) + of_device;
}

/// Beside these of an element that attenuates.
template <class Real>
double relaxing_bytes(int order, const exec::Device& device, int n_mechanisms, bool anisotropic) {
  return Memories<Real>::bytes(order, n_mechanisms, anisotropic) +
         sizeof(Real) * static_cast<double>(DeviceStep<Real>::relaxing_scratch_numbers(order, device));
}

/// Of a face whose neighbour is reached by messages: the trace there, and on devices both messages and where runs of them begin.
template <class Real>
double cut_face_bytes(int order, const exec::Device& device) {
  const double used = n_face_fields * numerics::n_triangular(order);
  const double of_device = device.is_host() ? 0 : 2 * sizeof(std::ptrdiff_t);
  return sizeof(Real) * (static_cast<double>(trace_numbers<Real>(order)) + 2 * used) + of_device;
}

/// Of an element in the mesh and of its material, which the first rank has whole until the fields are made; corners are shared by many.
inline constexpr double mesh_bytes = sizeof(std::array<int, 4>) + sizeof(std::array<mesh::Neighbour, 4>) +
                                     sizeof(std::array<signed char, 4>) + sizeof(physics::Material);

}  // namespace unda::dg

// What the elements of a rank take, counted before any of it is allocated.
#pragma once

#include "exec/device.hpp"
#include "sem/kernels/stiffness.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

struct Memory {
  double domain = 0, absorbing = 0;  ///< bytes
};

/// Whether forces on a device stay to be looked at, as accelerations are: else they are scratch when the energy is found.
bool keeps_forces(const scenario::Scenario& scenario, std::size_t n_parts);

/// Where the fields live. `uniform_elements`: the model does not vary within elements.
template <class Real>
Memory memory_for(const Mesh& mesh, Physics physics, bool uniform_elements, int n_mechanisms,
                  const exec::Device& device = {}, bool keeps_forces = true);

}  // namespace unda::sem

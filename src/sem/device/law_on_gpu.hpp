// The loops over elements on a GPU of one law, dimension and precision: each has a file that makes them.
#pragma once

#include <vector>

#include "exec/device.hpp"
#include "sem/device/assembly.hpp"
#include "sem/device/elements.hpp"
#include "sem/device/layer_arrays.hpp"

namespace unda::sem {

/// Writes the forces of a part of the domain's elements at u: into f, side and top of the assembly.
template <class Law, int Dim, class Real>
void law_stiffness_on_gpu(const exec::Queue& queue, const DeviceElements<Real>& elements,
                          const Line<max_degree + 1, Real>& line, const Assembly<Real>& assembly,
                          const DevicePart& part, const Real* u, const Motion<Real>& motion);

/// Writes the forces of elements in absorbing layers, and takes their memories a step on.
template <class Law, int Dim, class Real>
void law_absorb_on_gpu(const exec::Queue& queue, const LayerArrays<Real>& arrays,
                       const Line<max_degree + 1, Real>& line, const std::vector<LayerPackRange>& ranges);

}  // namespace unda::sem

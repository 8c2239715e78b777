// The stiffness written plainly, element by element and in double precision: the oracle of the kernels. It takes the geometry
// from the places of the points alone.
#pragma once

#include "sem/medium.hpp"

namespace unda::sem {

/// f -= K u for all elements of a rank; u and f are [component][place].
void add_forces_plainly(const Mesh& mesh, Physics physics, const model::Model& model, const std::vector<double>& u,
                        std::vector<double>& f);

/// [axis][component] from gradients [component][axis]; of fluids the displacement, as component 0.
std::vector<std::array<double, 3>> stress_at(int dim, Physics physics, const physics::Material& earth,
                                             const std::vector<std::array<double, 3>>& gradient);

/// A component of what a snapshot shows of it: stress in the order of traces, pressure, or of fluids the displacement or one of its rates.
double shown_component(scenario::Quantity quantity, Physics physics, int dim,
                       const std::vector<std::array<double, 3>>& stress, int component);

/// The gradient d u_c / dx_a [component][axis] of a field [component][place] at a point of an element.
template <class Real>
std::vector<std::array<double, 3>> gradient_at(const Mesh& mesh, const Real* u, int n_components, const Index& element,
                                               const Index& point);

}  // namespace unda::sem

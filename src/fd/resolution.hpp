// How fine a grid mesh.max_frequency asks for: what the dispersion of plain differences needs, and more where the free surface,
// interfaces and sea floors would leave more than that. What an interface costs depends on its place in its cell: among numbers
// of cells along z that differ by a tenth the one is taken that places them best.
#pragma once

#include "fd/grid.hpp"
#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::fd {

/// Grid points per shortest wavelength that keep waves within 2 % over 20 wavelengths at this order.
double points_per_wavelength(int order);

/// Of each absorbing layer: as given, or by the model.
int absorbing_points(const scenario::Scenario& scenario, const model::Model& model);

/// As given, or by mesh.max_frequency.
Spacing chosen_spacing(const scenario::Scenario& scenario, const model::Model& model);

/// Whether a grid that mesh.max_frequency asked for is finer than waves in uniform ground would need.
bool is_refined(const scenario::Scenario& scenario, const model::Model& model, const Grid& grid);

}  // namespace unda::fd

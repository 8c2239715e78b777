// The medium of elements from mesh and model.
#pragma once

#include "dg/medium.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"
#include "physics/material.hpp"

namespace unda::dg {

/// Means over every element of the mesh, asked from the model once.
using Materials = std::vector<physics::Material>;
Materials make_materials(const mesh::Tetrahedra& mesh, const model::Model& model);

/// |J|: six times the volume.
double jacobian(const mesh::Tetrahedra& mesh, std::size_t element);

/// d xi_a / d x_i.
std::array<Vector, 3> gradients(const mesh::Tetrahedra& mesh, std::size_t element);

ElementMedium<double> medium_of(const mesh::Tetrahedra& mesh, const Materials& materials,
                                const scenario::Scenario& scenario, std::size_t element);

/// Of a mesh in which some solid is anisotropic.
GeneralMedium<double> general_medium_of(const mesh::Tetrahedra& mesh, const Materials& materials,
                                        const scenario::Scenario& scenario, std::size_t element);
/// The numbers of either.
std::vector<double> medium_numbers(const mesh::Tetrahedra& mesh, const Materials& materials,
                                   const scenario::Scenario& scenario, bool anisotropic, std::size_t element);

}  // namespace unda::dg

// The medium of elements from mesh and model.
#pragma once

#include "dg/medium.hpp"
#include "mesh/tetrahedra.hpp"
#include "model/model.hpp"

namespace unda::dg {

/// Moduli and density of one element: means over it.
struct Material {
  double lambda = 0, mu = 0, rho = 0;
  double vp() const;
  double vs() const;
};

Material material_of(const mesh::Tetrahedra& mesh, const model::Model& model, std::size_t element);

/// |J|: six times the volume.
double jacobian(const mesh::Tetrahedra& mesh, std::size_t element);

/// d xi_a / d x_i.
std::array<Vector, 3> gradients(const mesh::Tetrahedra& mesh, std::size_t element);

ElementMedium<double> medium_of(const mesh::Tetrahedra& mesh, const model::Model& model,
                                const scenario::Scenario& scenario, std::size_t element);

}  // namespace unda::dg

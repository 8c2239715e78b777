// Spectral elements: choosing physics, mesh and precision for a scenario.
#pragma once

#include <memory>

#include "mesh/chunk_layers.hpp"
#include "mesh/hexahedra.hpp"
#include "mesh/levels.hpp"
#include "method/propagator.hpp"
#include "method/surface_height.hpp"

namespace unda::sem {

/// Throws InputError for what the method cannot do.
std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks);

/// The elements it computes on: boxes that it makes, those of mesh.file, or of a chunk of the earth.
mesh::Levels mesh_of(const scenario::Scenario& scenario, const model::Model& model);
std::shared_ptr<const mesh::Hexahedra> hexahedra_of(const scenario::Scenario& scenario, const model::Model& model);

/// Of a chunk of the earth: the layers of its elements.
mesh::ChunkLayers chunk_layers_of(const scenario::Scenario& scenario, const model::Model& model);

/// The top of these elements, which are curved; nothing for what the method refuses.
method::SurfaceHeight surface_of(const scenario::Scenario& scenario, const model::Model& model,
                                 const parallel::Communicator& ranks);

}  // namespace unda::sem

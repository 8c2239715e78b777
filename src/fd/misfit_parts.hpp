// What free surfaces, interfaces and sea floors add to the misfit of traces by finite differences. Measured on layered models
// against exact seismograms (bench/layered_models) at order 8; n is the number of points per shortest wavelength.
#pragma once

#include <vector>

#include "fd/grid.hpp"
#include "fd/slip_interfaces.hpp"
#include "fd/thin_layers.hpp"
#include "method/propagator.hpp"
#include "model/model.hpp"

namespace unda::fd {

/// For all sources. Interfaces count where the model tells of them: those of layers. `uneven_floor`: a contact of a fluid and a solid that is
/// not level cuts cells (cut_contacts.hpp).
std::vector<method::MisfitPart> misfit_parts(const model::Model& model, const Grid& whole, const SlipInterfaces& slips,
                                             const std::vector<method::PointSource>& sources,
                                             const std::vector<method::Receiver>& receivers, bool uneven_floor = false);

/// What the interfaces of a thin solid layer add, passed once by waves of this frequency; those with a fluid are not counted.
double misfit_of(const ThinLayer& layer, const std::vector<model::LevelInterface>& interfaces, const Grid& whole,
                 double frequency);

}  // namespace unda::fd

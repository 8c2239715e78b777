// The keys of a scenario: every table has one function that declares what may stand in it.
// keys.cpp puts the tables together; a new key is one line in its table's function.
#pragma once

#include "scenario/scenario.hpp"
#include "scenario/section.hpp"

namespace unda::scenario {

/// The whole document. [mesh.fd] and the like are merged into `mesh` for the chosen method.
void declare(Section&, Scenario&);

void declare(Section&, Domain&);
/// Elevations on a grid: of the top, or of a layer's upper side.
void declare(Section&, Topography&);
void declare(Section&, ModelSpec&);
/// Of a material after its speeds and density; with `c` these follow from it.
void declare_anisotropy(Section&, Material&);
/// `declare`: how a parameter of a grid is declared.
using GridParameter = std::function<bool(Section&, const Key&, GridSource&)>;
void declare_anisotropy(Section&, GridModel&, const GridParameter& declare);
void declare(Section&, std::array<BoundaryKind, 6>&, std::vector<BoundaryPatch>&);
void declare(Section&, SourceSpec&);
void declare(Section&, Calibration&);
void declare(Section&, TimeFunctionSpec&);
/// `n_before`: how many groups stand before this one; the default name needs it.
void declare(Section&, ReceiverSpec&, std::size_t n_before);
void declare(Section&, TimeSpec&);
void declare(Section&, MeshSpec&, Method);
void declare(Section&, SolverSpec&);
void declare(Section&, OutputSpec&);
void declare(Section&, ParallelSpec&);
void declare(Section&, InitialSpec&);

}  // namespace unda::scenario

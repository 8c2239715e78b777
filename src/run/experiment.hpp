// A scenario made ready to run: its model, the plan of its simulation with sources and receivers, and the time step.
#pragma once

#include <memory>
#include <optional>

#include "method/plan.hpp"
#include "model/model.hpp"
#include "run/surface_grid.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

struct Experiment {
  parallel::Communicator communicator = parallel::Communicator::world();  ///< of the ranks that share it
  std::shared_ptr<const scenario::Scenario> scenario;
  std::shared_ptr<const model::Model> model;
  std::optional<SurfaceGrid> surface;  ///< where the scenario asks for motion at the surface
  std::optional<method::Plan> plan;    ///< until start() makes the simulation of it
  std::vector<method::PointSource> sources;
  method::Sizes sizes;  ///< as planned
  std::string physics;
  exec::Device device;
  double largest_step = 0;  ///< stable, s
  method::StepBound bound;  ///< of it
  double dt = 0;
  std::vector<std::string> warnings;
};

/// With their time functions; those given by a pressure are calibrated in the medium around them.
std::vector<method::PointSource> make_sources(const scenario::Scenario& scenario, const model::Model& model);

/// Everything but the wavefield: checks the input and takes no large memory. Collective, as is all that follows.
Experiment prepare(const scenario::Scenario& scenario,
                   const parallel::Communicator& communicator = parallel::Communicator::world());

/// Steps needed until the last sample can be written. Belongs to the plan, as long as there is one.
std::int64_t steps_for(const Experiment& experiment);

/// Why a run ends after time.duration: ", to t = 2.27 s: ...", or nothing where that is less than two steps.
std::string steps_beyond(const Experiment& experiment, std::int64_t n_steps);

struct Started {
  std::unique_ptr<method::Simulation> simulation;
  std::int64_t n_steps = 0;  ///< to do
};

/// Takes the memory of the wavefield. Without a field: from the scenario's own, or from rest. Uses the plan up.
Started start(Experiment& experiment, std::optional<method::StartingField> field = {});

}  // namespace unda::run

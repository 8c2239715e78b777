// A scenario made ready to run: model, propagator with its sources and receivers, and the time step.
#pragma once

#include <memory>

#include "method/propagator.hpp"
#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

struct Experiment {
  parallel::Communicator communicator = parallel::Communicator::world();  ///< of the ranks that share it
  std::shared_ptr<const scenario::Scenario> scenario;
  std::shared_ptr<const model::Model> model;
  std::unique_ptr<method::Propagator> propagator;
  std::vector<method::PointSource> sources;
  double largest_step = 0;  ///< stable, s
  double dt = 0;
  std::vector<std::string> warnings;
};

/// With their time functions; those given by a pressure are calibrated in the medium around them.
std::vector<method::PointSource> make_sources(const scenario::Scenario& scenario, const model::Model& model);

/// Everything but the wavefield: checks the input and takes no large memory. Collective, as is all that follows.
Experiment prepare(const scenario::Scenario& scenario,
                   const parallel::Communicator& communicator = parallel::Communicator::world());

/// Steps needed until the last sample can be written, after set_step().
std::int64_t steps_for(const Experiment& experiment);

/// Takes the memory of the wavefield; returns the number of steps to do.
std::int64_t start(Experiment& experiment);

}  // namespace unda::run

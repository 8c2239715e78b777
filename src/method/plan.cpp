// The order in which a propagator is made ready.
#include "method/plan.hpp"

#include <algorithm>

namespace unda::method {

double highest_frequency(const std::vector<PointSource>& sources) {
  double highest = 0;
  for (const PointSource& source : sources) highest = std::max(highest, source.time_function->highest_frequency());
  return highest;
}

Plan::Plan(std::unique_ptr<Propagator> propagator, const Acquisition& acquisition)
    : propagator_(std::move(propagator)) {
  for (const PointSource& source : acquisition.sources) propagator_->add(source);
  for (const Receiver& receiver : acquisition.receivers) propagator_->add(receiver);
  for (const Receiver& probe : acquisition.probes) propagator_->add_probe(probe);
  largest_step_ = propagator_->max_step();
  sizes_ = propagator_->sizes();
}

std::unique_ptr<Simulation> Plan::start(const Steps& steps, const std::optional<StartingField>& field,
                                        parallel::CommunicationMode communication) && {
  propagator_->set_communication(communication);
  propagator_->set_step(steps.dt, steps.n);
  if (field) propagator_->start_from(*field);
  return std::move(propagator_);
}

}  // namespace unda::method

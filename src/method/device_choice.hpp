// On which device a run computes, and whether it has the room.
#pragma once

#include <string>

#include "exec/device.hpp"
#include "parallel/communicator.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

/// As solver.device says; ranks on one machine share its GPUs.
exec::Device choose_device(const scenario::Scenario& scenario);

/// Refuses, naming `key`, what has no room: "`what` need so many GB", with `bytes` those of this rank, and a way out. Collective.
void check_memory(const scenario::Scenario& scenario, const std::string& key, const std::string& what, double bytes,
                  const std::string& advice, const exec::Device& device, const parallel::Communicator& ranks);

}  // namespace unda::method

// On which device a run computes, and whether it has the room.
#pragma once

#include <string>

#include "exec/device.hpp"
#include "model/model.hpp"
#include "parallel/communicator.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

/// What of a scenario its method computes on the host alone, and the way out; both empty where it takes a GPU.
struct HostAlone {
  std::string what;     ///< "spectral elements on a mesh.file run"
  std::string way_out;  ///< completes "take \"auto\" or \"cpu\", or "
};
HostAlone host_alone(const scenario::Scenario& scenario, const model::Extremes& earth);

/// As solver.device says; "auto" takes a GPU where there is one and the method can. Ranks on one machine share its GPUs.
exec::Device choose_device(const scenario::Scenario& scenario, const model::Extremes& earth,
                           std::size_t n_gpus = exec::gpus().size());

/// Why "auto" leaves the GPU of the machine alone, in a line; empty where it does not, or there is none.
std::string why_not_on_gpu(const scenario::Scenario& scenario, const model::Extremes& earth,
                           std::size_t n_gpus = exec::gpus().size());

/// Refuses, naming `key`, what has no room: "`what` need so many GB", with `bytes` those of this rank, and a way out. Collective.
void check_memory(const scenario::Scenario& scenario, const std::string& key, const std::string& what, double bytes,
                  const std::string& advice, const exec::Device& device, const parallel::Communicator& ranks);

}  // namespace unda::method

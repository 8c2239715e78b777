// What this program is and where it runs.
#include "cli/info.hpp"

#include "base/log.hpp"
#include "exec/machine.hpp"
#include "exec/threads.hpp"
#include "parallel/communicator.hpp"
#include "run/methods.hpp"
#include "scenario/reference.hpp"

namespace unda::cli {

void print_info() {
  log::say("unda         {}", UNDA_VERSION);
  log::say("methods      {}", run::available_methods());
  log::say("back ends    cpu (OpenMP)");
  log::say("threads      {}", exec::threads_in_words());
  const auto gpus = exec::gpus();
  for (const exec::GpuFacts& gpu : gpus)
    log::say("device       {}, {:.1f} of {:.1f} GB free, compute capability {}", gpu.name,
             static_cast<double>(gpu.free_memory) / 1e9, static_cast<double>(gpu.memory) / 1e9, gpu.capability);
  if (gpus.empty()) log::say("devices      none: {}", exec::why_no_gpu());
  log::say("MPI          {}", parallel::library_version());
  log::say("compiler     {} {}, for {}", "g++", __VERSION__, exec::compiled_isa());
  if (sizeof(UNDA_LACKS) > 1) log::say("without      {}", UNDA_LACKS);
  log::say("machine      {}, {:.1f} GB free", exec::cpu_name(), static_cast<double>(exec::available_memory()) / 1e9);
}

void print_keys() { log::line(scenario::scenario_reference()); }

}  // namespace unda::cli

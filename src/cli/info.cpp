// What this program is and where it runs.
#include "cli/info.hpp"

#include "base/log.hpp"
#include "exec/machine.hpp"
#include "parallel/communicator.hpp"
#include "run/methods.hpp"
#include "scenario/reference.hpp"

namespace unda::cli {

void print_info() {
  log::say("unda         {}", UNDA_VERSION);
  log::say("methods      {}", run::available_methods());
  log::say("back ends    cpu (OpenMP, {} threads)", exec::n_threads());
  log::say("devices      no GPU support in this build");
  log::say("MPI          {}", parallel::library_version());
  log::say("compiler     {} {}, for {}", "g++", __VERSION__, exec::compiled_isa());
  log::say("machine      {}, {:.1f} GB free", exec::cpu_name(), static_cast<double>(exec::available_memory()) / 1e9);
}

void print_keys() { log::line(scenario::scenario_reference()); }

}  // namespace unda::cli

// The marks of launchers.
#include "parallel/launcher.hpp"

#include <array>
#include <cstdlib>

#include "base/error.hpp"

namespace unda::parallel {
namespace {

// Each set for every process that the launcher starts, and only there.
constexpr std::array marks = {
    "OMPI_COMM_WORLD_SIZE",  // Open MPI's mpirun
    "PMIX_RANK",             // PMIx: Open MPI, Slurm with --mpi=pmix, PRRTE
    "PMI_RANK",              // PMI 1 and 2: MPICH, Intel MPI, Slurm with --mpi=pmi2
    "PMI_SIZE",
    "PMI_FD",
    "MPI_LOCALNRANKS",      // Hydra
    "MV2_COMM_WORLD_SIZE",  // MVAPICH
    "PALS_RANKID",          // Cray
    "ALPS_APP_PE",
    "JSM_NAMESPACE_SIZE",  // Spectrum MPI
    "FLUX_TASK_RANK",
};

// Of these, and of others that are set in processes by themselves too, those that tell how many there are.
constexpr std::array sizes = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "JSM_NAMESPACE_SIZE",
                              "SLURM_STEP_NUM_TASKS"};

/// The variable that shows a launcher, or null.
const char* mark_of_launcher(const Variables& variable) {
  if (const char* wish = variable("UNDA_MPI")) {
    const std::string word = wish;
    if (word == "on") return "UNDA_MPI";
    if (word == "off") return nullptr;
    throw InputError("the variable UNDA_MPI is \"" + word + "\"; allowed: \"on\", \"off\"");
  }
  for (const char* mark : marks)
    if (variable(mark) != nullptr) return mark;
  // Slurm sets SLURM_NTASKS and SLURM_PROCID for a batch script too, which is one process. The steps of srun have a number.
  const char* in_step = variable("SLURM_STEP_ID");
  const char* n_tasks = variable("SLURM_STEP_NUM_TASKS");
  return in_step != nullptr && n_tasks != nullptr && std::atoi(n_tasks) > 1 ? "SLURM_STEP_NUM_TASKS" : nullptr;
}

}  // namespace

const char* own_variable(const char* name) { return std::getenv(name); }

bool is_started_by_launcher(const Variables& variable) { return mark_of_launcher(variable) != nullptr; }

void require_one_process(const Variables& variable) {
  const char* mark = mark_of_launcher(variable);
  if (mark == nullptr) return;
  for (const char* size : sizes)
    if (variable(size) != nullptr) {
      if (std::atoi(variable(size)) == 1) return;
      mark = size;
      break;
    }
  throw RunError(fmt::format(
      "this program is built without MPI, but {}={} says that a launcher started several of it, of which each would do "
      "the whole work. Start it without mpirun or srun, or build it with MPI (-DUNDA_MPI=on). UNDA_MPI=off in the "
      "environment runs it all the same",
      mark, variable(mark)));
}

}  // namespace unda::parallel

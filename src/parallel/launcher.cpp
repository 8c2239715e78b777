// The marks of launchers.
#include "parallel/launcher.hpp"

#include <cstdlib>

#include "base/error.hpp"

namespace unda::parallel {
namespace {

// Each set for every process that the launcher starts, and only there.
constexpr const char* marks[] = {
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

}  // namespace

bool is_started_by_launcher(const std::function<const char*(const char*)>& variable) {
  if (const char* wish = variable("UNDA_MPI")) {
    const std::string word = wish;
    if (word == "on") return true;
    if (word == "off") return false;
    throw InputError("the variable UNDA_MPI is \"" + word + "\"; allowed: \"on\", \"off\"");
  }
  for (const char* mark : marks)
    if (variable(mark) != nullptr) return true;
  // Slurm sets SLURM_NTASKS and SLURM_PROCID for a batch script too, which is one process. The steps of srun have a number.
  const char* in_step = variable("SLURM_STEP_ID");
  const char* n_tasks = variable("SLURM_STEP_NUM_TASKS");
  return in_step != nullptr && n_tasks != nullptr && std::atoi(n_tasks) > 1;
}

bool is_started_by_launcher() {
  return is_started_by_launcher([](const char* name) { return std::getenv(name); });
}

}  // namespace unda::parallel

// One process or one of several, by the marks that launchers leave.
#include "parallel/launcher.hpp"

#include <map>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::parallel::launcher_test {
namespace {

bool judged(const std::map<std::string, std::string>& environment) {
  return is_started_by_launcher([&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Launcher, NothingSaysOneProcess) { EXPECT_FALSE(judged({{"PATH", "/bin"}, {"MPIEXEC", "mpirun"}})); }

TEST(Launcher, LaunchersAreKnown) {
  EXPECT_TRUE(judged({{"OMPI_COMM_WORLD_SIZE", "1"}, {"PMIX_RANK", "0"}}));
  EXPECT_TRUE(judged({{"PMI_RANK", "0"}, {"PMI_SIZE", "4"}}));
  EXPECT_TRUE(judged({{"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "2"}}));
}

TEST(Launcher, ABatchScriptIsOneProcess) {
  EXPECT_FALSE(judged({{"SLURM_NTASKS", "64"}, {"SLURM_PROCID", "0"}, {"SLURM_JOB_ID", "7"}}));
  EXPECT_FALSE(judged({{"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_NTASKS", "1"}}));
}

TEST(Launcher, TheUserDecides) {
  EXPECT_TRUE(judged({{"UNDA_MPI", "on"}}));
  EXPECT_FALSE(judged({{"UNDA_MPI", "off"}, {"PMIX_RANK", "0"}}));
  EXPECT_THROW(judged({{"UNDA_MPI", "perhaps"}}), InputError);
}

}  // namespace
}  // namespace unda::parallel::launcher_test

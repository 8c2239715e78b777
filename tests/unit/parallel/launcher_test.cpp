// One process or one of several, by the marks that launchers leave.
#include "parallel/launcher.hpp"

#include <map>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::parallel::launcher_test {
namespace {

using Texts = std::map<std::string, std::string>;

Variables variables(const Texts& environment) {
  return [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  };
}

bool judged(const Texts& environment) { return is_started_by_launcher(variables(environment)); }

/// Why a program without MPI refuses; empty: it does not.
std::string refusal(const Texts& environment) {
  try {
    require_one_process(variables(environment));
  } catch (const RunError& e) {
    return e.what();
  }
  return "";
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

TEST(Launcher, WithoutMpiOneProcessRuns) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({{"OMPI_COMM_WORLD_SIZE", "1"}, {"PMIX_RANK", "0"}}), "");
  EXPECT_EQ(refusal({{"PMIX_RANK", "0"}, {"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}), "");
  EXPECT_EQ(refusal({{"SLURM_NTASKS", "64"}, {"SLURM_PROCID", "0"}}), "");
  EXPECT_EQ(refusal({{"UNDA_MPI", "off"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), "");
}

TEST(Launcher, WithoutMpiSeveralProcessesAreRefusedByName) {
  EXPECT_NE(refusal({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "0"}}).find("OMPI_COMM_WORLD_SIZE=4"),
            std::string::npos);
  EXPECT_NE(refusal({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}).find("PMI_SIZE=2"), std::string::npos);
  EXPECT_NE(refusal({{"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "3"}}).find("SLURM_STEP_NUM_TASKS=3"),
            std::string::npos);
  EXPECT_NE(refusal({{"PALS_RANKID", "0"}}).find("PALS_RANKID=0"), std::string::npos);  // which does not say how many
  EXPECT_NE(refusal({{"UNDA_MPI", "on"}}).find("UNDA_MPI=on"), std::string::npos);
}

}  // namespace
}  // namespace unda::parallel::launcher_test

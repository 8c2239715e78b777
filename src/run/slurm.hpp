// unda slurm: a job script for a scenario, with restarts after its time limit and an array where it has shots.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unda::run {

struct SlurmOptions {
  std::filesystem::path scenario;
  std::vector<std::string> overrides;
  std::filesystem::path program;  ///< what the job calls
  std::filesystem::path out;      ///< of the result; empty: results/<file stem>
  int ranks = 1, threads = 1;     ///< of a simulation; cores of a rank
  int nodes = 0;                  ///< 0: left to SLURM
  bool gpus = false;              ///< one a rank
  int at_once = 0;                ///< shots of an array that run at the same time; 0: left to SLURM
  std::optional<double> seconds;  ///< the time limit; none: twice the estimate
  std::string partition, account;
};

/// The text of the script. Plans the run (the first shot) for its time and steps.
std::string slurm_script(const SlurmOptions& options);

/// The time limit for an estimate on `threads_here` threads: twice as long, on those of the job, in whole minutes, ten at least.
double slurm_seconds(double estimate, int threads_here, int threads_of_job);

/// D-HH:MM:SS.
std::string slurm_time(double seconds);

}  // namespace unda::run

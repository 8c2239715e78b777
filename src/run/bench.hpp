// unda bench: the speed of the time step, and how far it is from what the machine can do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "scenario/scenario.hpp"

namespace unda::run {

struct BenchOptions {
  std::int64_t steps = 100;
  std::int64_t warmup = 5;
  std::string comm = "overlap";
  bool json = false;
  std::filesystem::path timeline;  ///< where to write when the pieces of three steps ran; empty: nowhere
};

void run_bench(const scenario::Scenario& scenario, const BenchOptions& options);

}  // namespace unda::run

// Finding runs of like blocks.
#include "dg/block_runs.hpp"

namespace unda::dg {

std::vector<BlockRun> block_runs(const Placement& placement, const TracePlan& plan) {
  std::vector<BlockRun> runs;
  for (std::size_t b = 0; b < placement.n_blocks; ++b) {
    BlockRun run{{b, b + 1}, placement.cluster[b], {}, plan.has_halves(b)};
    if (const int own = placement.memory_of(b); own >= 0) run.memory = static_cast<std::size_t>(own);
    const bool goes_on = !runs.empty() && b != placement.n_outer_blocks && runs.back().cluster == run.cluster &&
                         runs.back().memory.has_value() == run.memory.has_value() &&
                         runs.back().has_halves == run.has_halves;
    if (goes_on)
      runs.back().blocks.last = b + 1;
    else
      runs.push_back(run);
  }
  return runs;
}

}  // namespace unda::dg

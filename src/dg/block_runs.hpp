// Neighbouring blocks that a device steps at once: of one cluster, outer or inner, all with memory variables or none, all beside neighbours
// that take half the step or none.
#pragma once

#include <optional>
#include <vector>

#include "dg/placement.hpp"
#include "dg/trace_plan.hpp"

namespace unda::dg {

struct BlockRun {
  BlockRange blocks;
  int cluster = 0;
  std::optional<std::size_t> memory =
      {};                   ///< number of the first among blocks with memory variables; none: no element attenuates
  bool has_halves = false;  ///< of traces, for neighbours that take half the step

  bool lies_in(const BlockRange& range) const { return range.first <= blocks.first && blocks.last <= range.last; }
};

/// All blocks, in their order.
std::vector<BlockRun> block_runs(const Placement& placement, const TracePlan& plan);

}  // namespace unda::dg

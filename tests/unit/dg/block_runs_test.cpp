// Runs of like blocks: they cover all blocks in order, and none mixes clusters, outer and inner blocks, memories or halves.
#include "dg/block_runs.hpp"

#include <gtest/gtest.h>

namespace unda::dg::block_runs_test {
namespace {

struct Blocks {
  Placement placement;
  TracePlan plan;
  void add(int cluster, int memory, bool has_halves) {
    placement.cluster.push_back(static_cast<signed char>(cluster));
    placement.memory.push_back(memory);
    if (plan.first_half.empty()) plan.first_half.push_back(0);
    plan.first_half.push_back(plan.first_half.back() + (has_halves ? 3 : 0));
    ++placement.n_blocks;
  }
};

TEST(BlockRuns, JoinWhatTakesTheSameStepAndNothingElse) {
  Blocks b;
  b.add(0, 0, false);
  b.add(0, 1, false);
  b.add(0, -1, false);
  b.placement.n_outer_blocks = 3;
  b.add(0, -1, false);  // like the one before, but an inner one
  b.add(1, 2, true);
  b.add(1, 3, true);
  b.add(1, 4, false);
  b.add(1, -1, true);
  b.add(2, -1, true);
  const std::vector<BlockRun> runs = block_runs(b.placement, b.plan);
  const std::vector<std::array<std::size_t, 2>> expected{{0, 2}, {2, 3}, {3, 4}, {4, 6}, {6, 7}, {7, 8}, {8, 9}};
  ASSERT_EQ(runs.size(), expected.size());
  for (std::size_t n = 0; n < runs.size(); ++n) {
    EXPECT_EQ(runs[n].blocks.first, expected[n][0]);
    EXPECT_EQ(runs[n].blocks.last, expected[n][1]);
    const std::size_t first = runs[n].blocks.first;
    EXPECT_EQ(runs[n].cluster, b.placement.cluster[first]);
    EXPECT_EQ(runs[n].has_halves, b.plan.has_halves(first));
    EXPECT_EQ(runs[n].memory ? static_cast<int>(*runs[n].memory) : -1, b.placement.memory[first]);
  }
  EXPECT_TRUE(runs[3].lies_in({3, 9}));
  EXPECT_FALSE(runs[3].lies_in({5, 9}));
}

TEST(BlockRuns, OfNoBlocks) { EXPECT_TRUE(block_runs({}, {}).empty()); }

}  // namespace
}  // namespace unda::dg::block_runs_test

// Cutting boxes among ranks.
#include "parallel/cartesian.hpp"

#include <gtest/gtest.h>

namespace unda::parallel::cartesian_test {
namespace {

TEST(Cartesian, PartsCoverEveryPointOnce) {
  for (const int n_ranks : {1, 2, 3, 5, 7}) {
    const Cartesian cuts({n_ranks, 1, 1}, {101, 1, 1}, {}, 0);
    int next = 0;
    for (int place = 0; place < n_ranks; ++place) {
      const Range range = cuts.range(0, place);
      EXPECT_EQ(range.first, next);
      for (int i = range.first; i < range.last; ++i) EXPECT_EQ(cuts.place_of(0, i), place);
      next = range.last;
    }
    EXPECT_EQ(next, 101);
  }
}

TEST(Cartesian, NeighboursAreMutual) {
  const std::array<int, 3> n_ranks{2, 3, 4}, n{20, 30, 40};
  const std::array<bool, 3> periodic{false, true, false};
  for (int rank = 0; rank < 24; ++rank) {
    const Cartesian here(n_ranks, n, periodic, rank);
    EXPECT_EQ(here.rank_at(here.place()), rank);
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) {
        const int other = here.neighbour(axis, side);
        if (other < 0) {
          EXPECT_FALSE(periodic[axis]);
          continue;
        }
        EXPECT_EQ(Cartesian(n_ranks, n, periodic, other).neighbour(axis, 1 - side), rank);
      }
  }
  // One rank along a periodic axis is not its own neighbour.
  EXPECT_EQ(Cartesian({1, 1, 1}, n, {true, true, true}, 0).neighbour(0, 0), -1);
}

TEST(ChooseRanks, TakesTheLeastSurfaceAndSparesTheRows) {
  EXPECT_EQ(choose_ranks(1, {10, 10, 10}, {5, 5, 5}), (std::array<int, 3>{1, 1, 1}));
  EXPECT_EQ(choose_ranks(2, {100, 100, 100}, {5, 5, 5}), (std::array<int, 3>{1, 1, 2}));
  EXPECT_EQ(choose_ranks(4, {100, 100, 100}, {5, 5, 5}), (std::array<int, 3>{1, 2, 2}));
  EXPECT_EQ(choose_ranks(4, {100, 10, 1000}, {5, 5, 5}), (std::array<int, 3>{1, 1, 4}));
  EXPECT_EQ(choose_ranks(3, {1000, 1, 1}, {5, 1, 1}), (std::array<int, 3>{3, 1, 1}));
}

TEST(ChooseRanks, TellsWhatDoesNotFit) {
  EXPECT_FALSE(choose_ranks(3, {10, 1, 1}, {5, 1, 1}));
  EXPECT_FALSE(choose_ranks(7, {20, 20, 20}, {5, 5, 5}));
  EXPECT_TRUE(choose_ranks(64, {20, 20, 20}, {5, 5, 5}));
  EXPECT_FALSE(ranks_fit({3, 1, 1}, {14, 10, 10}, {5, 5, 5}));
}

}  // namespace
}  // namespace unda::parallel::cartesian_test

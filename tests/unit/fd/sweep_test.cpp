// Rows of a fused sweep: each stage once, and never before what it needs, whatever the number of threads.
#include "fd/sweep.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace unda::fd::sweep_test {
namespace {

constexpr int radius = 4;

SweepShape shape_of(int n_rows, int n_planes) {
  SweepShape shape;
  shape.n = {4096, n_rows, n_planes};  // long rows: every thread is worth its while
  shape.tile = 16;
  shape.radius = radius;
  return shape;
}

/// How often each stage was done on every row, and how often it came too early or too late.
class Log {
 public:
  Log(int n_rows, int n_planes) : n_rows_(n_rows), n_planes_(n_planes), done_(std::size_t(n_rows) * n_planes) {}

  void visit(int stage, int j, int k) {
    // The first stage reads what the second renews, and the second what the first has renewed, as far as the radius.
    for (int d = -radius; d <= radius; ++d)
      for (const auto& [row, plane] : {std::array{j + d, k}, std::array{j, k + d}}) {
        if (row < 0 || row >= n_rows_ || plane < 0 || plane >= n_planes_) continue;
        const int done = at(row, plane);
        const bool wrong = stage == 0 ? done == 2 : done == 0;
        if (wrong) ++n_wrong_;
      }
    if (at(j, k).fetch_add(1) != stage) ++n_wrong_;
  }
  bool all_done() const {
    return std::all_of(done_.begin(), done_.end(), [](const std::atomic<int>& done) { return done == 2; });
  }
  int n_wrong() const { return n_wrong_; }

 private:
  std::atomic<int>& at(int j, int k) { return done_[static_cast<std::size_t>(k) * n_rows_ + j]; }
  int n_rows_, n_planes_;
  std::vector<std::atomic<int>> done_;
  std::atomic<int> n_wrong_{0};
};

void expect_right_order(const SweepShape& shape, int n_threads) {
  omp_set_num_threads(n_threads);
  const RowRange all = shape.all();
  ASSERT_TRUE(can_fuse(shape, all)) << n_threads;
  Log log(shape.n[1], shape.n[2]);
  auto stage = [&log](int number) {
    return [&log, number](int j, int k, int n) {
      for (int p = 0; p < n; ++p) log.visit(number, j, k + p);
    };
  };
  fused_sweep(shape, all, all, stage(0), stage(1));
  EXPECT_TRUE(log.all_done()) << n_threads << " threads";
  EXPECT_EQ(log.n_wrong(), 0) << n_threads << " threads";
}

TEST(FusedSweep, RightOrderOnAnyNumberOfThreads) {
  for (const int n_threads : {1, 2, 3, 4, 6, 8, 12, 16}) {
    expect_right_order(shape_of(67, 75), n_threads);
    expect_right_order(shape_of(130, 40), n_threads);
  }
}

TEST(FusedSweep, PlanesAheadAndFaces) {
  SweepShape shape = shape_of(80, 90);
  shape.ahead = {{41, 49}};
  shape.edge_high = 12;
  for (const int n_threads : {1, 4, 6, 16}) expect_right_order(shape, n_threads);
}

TEST(FusedSweep, FewSeams) {
  const SweepShape shape = shape_of(256, 256);
  const Blocks sixteen = choose_blocks(shape, shape.all(), 16);
  EXPECT_EQ(sixteen.along_rows, 4);
  EXPECT_EQ(sixteen.along_planes, 4);
  const Blocks two = choose_blocks(shape, shape.all(), 2);
  EXPECT_EQ(two.along_rows, 1);
  EXPECT_EQ(two.along_planes, 2);
  EXPECT_EQ(choose_blocks(shape_of(20, 20), {0, 20, 0, 20}, 16).count(), 0);  // seams everywhere: one sweep a stage
}

/// What a row throws on any thread reaches the caller, in rows, in planes, and in both stages of a fused sweep.
TEST(Sweep, ThrowsWhatARowThrows) {
  omp_set_num_threads(4);
  auto fail_at = [](int row, int plane) {
    return [row, plane](int j, int k, int n) {
      if (j == row && k <= plane && plane < k + n) throw std::runtime_error("row");
    };
  };
  auto nothing = [](int, int, int) {};
  const SweepShape cube = shape_of(80, 90);
  EXPECT_THROW(sweep(cube, cube.all(), fail_at(79, 89)), std::runtime_error);
  EXPECT_THROW(sweep(shape_of(80, 1), {0, 80, 0, 1}, fail_at(79, 0)), std::runtime_error);
  for (const int plane : {0, 45, 89}) {  // of blocks and at the seams between them
    EXPECT_THROW(fused_sweep(cube, cube.all(), cube.all(), fail_at(40, plane), nothing), std::runtime_error) << plane;
    EXPECT_THROW(fused_sweep(cube, cube.all(), cube.all(), nothing, fail_at(40, plane)), std::runtime_error) << plane;
  }
}

}  // namespace
}  // namespace unda::fd::sweep_test

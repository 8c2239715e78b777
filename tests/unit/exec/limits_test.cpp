// The loop that peaks are measured with is made of multiply-adds with one rounding, and loops of a GPU fit its limits.
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "exec/fma_loop.hpp"
#include "exec/launch.hpp"

namespace unda::exec::limits_test {
namespace {

template <class Real>
void expect_one_rounding() {
#if !defined(__FMA__) && !defined(__aarch64__)
  GTEST_SKIP() << "compiled for a machine without multiply-adds";
#endif
  const auto factor = static_cast<Real>(1.1), term = static_cast<Real>(0.001);
  Pack<Real> x[n_chains];
  for (int chain = 0; chain < n_chains; ++chain)
    for (int i = 0; i < pack_size<Real>; ++i) x[chain][i] = static_cast<Real>(0.1 * chain + 0.7 * i);
  multiply_add_rounds(x, factor, term, 5);
  int n_differing = 0;
  for (int chain = 0; chain < n_chains; ++chain)
    for (int i = 0; i < pack_size<Real>; ++i) {
      Real once = static_cast<Real>(0.1 * chain + 0.7 * i), twice = once;
      for (int r = 0; r < 5; ++r) {
        once = std::fma(once, factor, term);
        const volatile Real product = twice * factor;
        twice = product + term;
      }
      EXPECT_EQ(x[chain][i], once);
      n_differing += once != twice ? 1 : 0;
    }
  EXPECT_GT(n_differing, 0);  // so that two roundings would show
}

TEST(PeakLoop, RoundsOnceInSinglePrecision) { expect_one_rounding<float>(); }
TEST(PeakLoop, RoundsOnceInDoublePrecision) { expect_one_rounding<double>(); }

TEST(Launch, BlocksFitTheLimitsOfAGpuAndReachEveryPoint) {
  for (const Extent n : {Extent{1, 1, 1}, Extent{1, 10'000'000, 1}, Extent{5000, 300, 200'000},
                         Extent{40, 2'200'000, 3}, Extent{2'000'000'000, 1, 1}}) {
    const detail::Blocks blocks = detail::blocks_for(n);
    EXPECT_EQ(blocks.width * blocks.height, 256u);
    EXPECT_LE(blocks.n[1], 65535u);
    EXPECT_LE(blocks.n[2], 65535u);
    EXPECT_GE(std::int64_t{blocks.n[0]} * blocks.width, n[0]);  // rows are not strided
    for (const unsigned count : blocks.n) EXPECT_GE(count, 1u);
  }
}

}  // namespace
}  // namespace unda::exec::limits_test

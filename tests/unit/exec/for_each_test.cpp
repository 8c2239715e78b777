// Loops of threads: what an item throws comes out of the loop.
#include "exec/for_each.hpp"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>
#include <omp.h>

namespace unda::exec::for_each_test {
namespace {

class Loops : public testing::Test {
 protected:
  Loops() { omp_set_num_threads(3); }
  ~Loops() override { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

struct Failed : std::runtime_error {
  Failed() : std::runtime_error("item 7000") {}
};

TEST_F(Loops, ThrowWhatAnItemThrows) {
  std::atomic<int> n_done = 0;
  const auto item = [&](std::size_t i) {
    if (i == 7000) throw Failed();
    ++n_done;
  };
  EXPECT_THROW(for_each(10000, item), Failed);
  EXPECT_THROW(for_each_block(10000, 4, item), Failed);
  EXPECT_THROW(for_each_heavy(10000, item), Failed);
  EXPECT_EQ(n_done, 3 * 9999);  // the others are done
  EXPECT_THROW(sum(10000,
                   [](std::size_t i) {
                     if (i == 7000) throw Failed();
                     return 1.0;
                   }),
               Failed);
}

TEST_F(Loops, SumIsTheSameForAnyNumberOfThreads) {
  const auto term = [](std::size_t i) { return 1.0 / static_cast<double>(1 + i); };
  const double many = sum(5000, term);
  omp_set_num_threads(1);
  EXPECT_EQ(sum(5000, term), many);
}

}  // namespace
}  // namespace unda::exec::for_each_test

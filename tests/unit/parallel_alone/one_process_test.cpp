// A build without MPI: one process, which refuses to be one of several.
#include <cstdlib>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "parallel/communicator.hpp"
#include "parallel/machine_ranks.hpp"
#include "parallel/task_queue.hpp"

namespace unda::parallel::one_process_test {
namespace {

TEST(OneProcess, SaysThatThereIsNoMpi) {
  EXPECT_FALSE(has_mpi());
  EXPECT_STREQ(library_version(), "none");
  EXPECT_EQ(ranks_in_words(1), "1, as this program is built without MPI");
}

TEST(OneProcess, ToldAlone) {
  const Communicator& world = Communicator::world();
  EXPECT_EQ(world_rank(), 0);
  EXPECT_EQ(world_size(), 1);
  EXPECT_EQ(ranks_on_this_machine(), 1);
  EXPECT_EQ(ranks_here_with(7), 1);
  EXPECT_EQ(world.sum(2.5), 2.5);
  EXPECT_EQ(world.sum(std::int64_t{3}), 3);
  EXPECT_EQ(world.sum_before(5), 0);
  EXPECT_EQ(world.max(-1.0), -1.0);
  EXPECT_EQ(world.split(4).split_by_machine().all_gather(9), std::vector<std::int64_t>{9});
  EXPECT_EQ(world.broadcast("word"), "word");
  EXPECT_FALSE(world.all(false));
  EXPECT_TRUE(world.any(true));
}

TEST(OneProcess, TasksAreNumbered) {
  TaskQueue queue(Communicator::world());
  for (int n = 0; n < 3; ++n) EXPECT_EQ(queue.next(), n);
}

TEST(OneProcess, IsRefusedAsOneOfSeveral) {
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_THROW(Environment(nullptr, nullptr), RunError);
  setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  EXPECT_NO_THROW(Environment(nullptr, nullptr));
  unsetenv("OMPI_COMM_WORLD_SIZE");
}

}  // namespace
}  // namespace unda::parallel::one_process_test

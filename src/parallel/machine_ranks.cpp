// Counting among the ranks of one machine.
#include "parallel/machine_ranks.hpp"

#include <algorithm>
#include <vector>

#include "parallel/communicator.hpp"

namespace unda::parallel {

int ranks_here_with(std::int64_t number) {
  const std::vector<std::int64_t> all = Communicator::world().split_by_machine().all_gather(number);
  return static_cast<int>(std::count(all.begin(), all.end(), number));
}

}  // namespace unda::parallel

// Counting among the ranks of one machine.
#include "parallel/machine_ranks.hpp"

#include <algorithm>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/mpi.hpp"

namespace unda::parallel {

int ranks_here_with(std::int64_t number) {
  if (!mpi_is_running()) return 1;
  MPI_Comm machine = MPI_COMM_NULL;
  check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world_rank(), MPI_INFO_NULL, &machine),
        "MPI_Comm_split_type");
  std::vector<std::int64_t> all(static_cast<std::size_t>(ranks_on_this_machine()));
  check(MPI_Allgather(&number, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, machine), "MPI_Allgather");
  MPI_Comm_free(&machine);
  return static_cast<int>(std::count(all.begin(), all.end(), number));
}

}  // namespace unda::parallel

// Files that ranks share, by MPI.
#include "output/hdf5_shared.hpp"

#include "parallel/mpi.hpp"

namespace unda::output {

herr_t share_file(hid_t access, const parallel::Communicator& ranks) {
  return H5Pset_fapl_mpio(access, parallel::comm_of(ranks), MPI_INFO_NULL);
}

herr_t write_together(hid_t transfer) { return H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE); }

}  // namespace unda::output

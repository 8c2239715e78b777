// Files that ranks share, in a build without MPI: there is one rank, and nothing is shared.
#include "output/hdf5_shared.hpp"

namespace unda::output {

herr_t share_file(hid_t /*access*/, const parallel::Communicator& /*ranks*/) { return -1; }

herr_t write_together(hid_t /*transfer*/) { return -1; }

}  // namespace unda::output

// What HDF5 is told where the ranks of a run share a file: settings of its property lists.
#pragma once

#include <hdf5.h>

#include "parallel/communicator.hpp"

namespace unda::output {

/// For opening: all ranks open the file together. Less than 0 where that fails.
herr_t share_file(hid_t access, const parallel::Communicator& ranks);
/// For writing: all ranks write at once.
herr_t write_together(hid_t transfer);

}  // namespace unda::output

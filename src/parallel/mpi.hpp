// MPI for the files of this folder: checked calls, and the communicator behind a Communicator.
#pragma once

#include <mpi.h>

#include "parallel/communicator.hpp"

namespace unda::parallel {

struct Communicator::Handle {
  MPI_Comm comm = MPI_COMM_NULL;
  bool owned = false;
  Handle(MPI_Comm c, bool own) : comm(c), owned(own) {}
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

/// Throws RunError with MPI's own words.
void check(int code, const char* call);
/// Between Init and Finalize.
bool mpi_is_running();

inline MPI_Comm comm_of(const Communicator& communicator) { return communicator.handle().comm; }

}  // namespace unda::parallel

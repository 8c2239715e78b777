// The ranks of a run. MPI lives in this folder alone.
#pragma once

namespace unda::parallel {

/// Starts MPI for the life of the program; make exactly one, in main.
class Environment {
 public:
  Environment(int* argc, char*** argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

int world_rank();
int world_size();
/// Ends every rank at once.
[[noreturn]] void abort_all(int exit_code);
/// Name and version of the MPI library.
const char* library_version();

}  // namespace unda::parallel

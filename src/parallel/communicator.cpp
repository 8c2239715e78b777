// Starting and ending MPI.
#include "parallel/communicator.hpp"

#include <cstdlib>
#include <string>

#include <mpi.h>

#include "base/error.hpp"

namespace unda::parallel {
namespace {

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw RunError(fmt::format("{}: {}", call, text));
}

bool running() {
  int started = 0, ended = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  return started != 0 && ended == 0;
}

}  // namespace

Environment::Environment(int* argc, char*** argv) {
  // Started by itself and not by mpirun: no daemon, no network to look for.
  if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr && std::getenv("PMIX_RANK") == nullptr) {
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_btl", "self,vader", 0);
    setenv("OMPI_MCA_pml", "ob1", 0);
  }
  int provided = 0;
  check(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  require(provided >= MPI_THREAD_FUNNELED, "this MPI library does not support threads (MPI_THREAD_FUNNELED)");
}

Environment::~Environment() { MPI_Finalize(); }

int world_rank() {
  int rank = 0;
  if (running()) check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

int world_size() {
  int size = 1;
  if (running()) check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return size;
}

void abort_all(int exit_code) {
  if (running() && world_size() > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

const char* library_version() {
  static const std::string version = [] {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string all(text, static_cast<std::size_t>(length));
    return all.substr(0, all.find(','));
  }();
  return version.c_str();
}

}  // namespace unda::parallel

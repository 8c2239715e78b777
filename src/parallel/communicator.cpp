// Starting and ending MPI, and its collective calls.
#include "parallel/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "parallel/launcher.hpp"
#include "parallel/mpi.hpp"

#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace unda::parallel {

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw RunError(fmt::format("{}: {}", call, text));
}

bool mpi_is_running() {
  int started = 0, ended = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  return started != 0 && ended == 0;
}

namespace {

constexpr int gather_tag = 7701;  // halos have small ones

int n_on_this_machine = 1, number_on_this_machine = 0;

}  // namespace

Environment::Environment(int* argc, char*** argv) {
  if (!is_started_by_launcher()) return;  // one process needs no MPI, nor the files and sockets that come with it
  int provided = 0;
  check(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  require(provided >= MPI_THREAD_FUNNELED, "this MPI library does not support threads (MPI_THREAD_FUNNELED)");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const Communicator machine = Communicator::world().split_by_machine();
  n_on_this_machine = machine.size();
  number_on_this_machine = machine.rank();
}

Environment::~Environment() {
  if (mpi_is_running()) MPI_Finalize();
}

Communicator::Handle::~Handle() {
  if (owned && mpi_is_running()) MPI_Comm_free(&comm);
}

Communicator::Communicator(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {
  if (handle_->comm == MPI_COMM_NULL) return;
  check(MPI_Comm_rank(handle_->comm, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_->comm, &size_), "MPI_Comm_size");
}

const Communicator& Communicator::world() {
  static const Communicator all(
      std::make_shared<const Handle>(mpi_is_running() ? MPI_COMM_WORLD : MPI_COMM_NULL, false));
  return all;
}

Communicator Communicator::split(int colour) const {
  if (size_ == 1) return *this;
  MPI_Comm part = MPI_COMM_NULL;
  check(MPI_Comm_split(handle_->comm, colour, rank_, &part), "MPI_Comm_split");
  return Communicator(std::make_shared<const Handle>(part, true));
}

Communicator Communicator::split_by_machine() const {
  if (size_ == 1) return *this;
  MPI_Comm machine = MPI_COMM_NULL;
  check(MPI_Comm_split_type(handle_->comm, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine),
        "MPI_Comm_split_type");
  return Communicator(std::make_shared<const Handle>(machine, true));
}

void Communicator::barrier() const {
  if (size_ > 1) check(MPI_Barrier(handle_->comm), "MPI_Barrier");
}

bool Communicator::all_come_within(double seconds) const {
  if (size_ == 1) return true;
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(handle_->comm, &request) != MPI_SUCCESS) return false;
  const auto start = std::chrono::steady_clock::now();
  int done = 0;
  while (done == 0 && std::chrono::steady_clock::now() - start < std::chrono::duration<double>(seconds)) {
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return done != 0;
}

namespace {

template <class T>
T reduced(T value, MPI_Datatype type, MPI_Op operation, const Communicator& c) {
  if (c.size() > 1) check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, type, operation, comm_of(c)), "MPI_Allreduce");
  return value;
}

}  // namespace

double Communicator::sum(double value) const { return reduced(value, MPI_DOUBLE, MPI_SUM, *this); }
double Communicator::max(double value) const { return reduced(value, MPI_DOUBLE, MPI_MAX, *this); }
double Communicator::min(double value) const { return reduced(value, MPI_DOUBLE, MPI_MIN, *this); }
std::int64_t Communicator::sum(std::int64_t value) const { return reduced(value, MPI_INT64_T, MPI_SUM, *this); }

std::int64_t Communicator::sum_before(std::int64_t value) const {
  std::int64_t before = 0;
  if (size_ > 1) check(MPI_Exscan(&value, &before, 1, MPI_INT64_T, MPI_SUM, handle_->comm), "MPI_Exscan");
  return rank_ == 0 ? 0 : before;
}

void Communicator::broadcast(std::span<double> values, int from) const {
  for (std::size_t at = 0; size_ > 1 && at < values.size(); at += largest_message)
    check(MPI_Bcast(values.data() + at, static_cast<int>(std::min(largest_message, values.size() - at)), MPI_DOUBLE,
                    from, handle_->comm),
          "MPI_Bcast");
}

std::string Communicator::broadcast(const std::string& text, int from) const {
  if (size_ == 1) return text;
  auto size = static_cast<std::int64_t>(text.size());
  check(MPI_Bcast(&size, 1, MPI_INT64_T, from, handle_->comm), "MPI_Bcast");
  std::string received = text;
  received.resize(static_cast<std::size_t>(size));
  for (std::size_t at = 0; at < received.size(); at += largest_message)
    check(MPI_Bcast(received.data() + at, static_cast<int>(std::min(largest_message, received.size() - at)), MPI_CHAR,
                    from, handle_->comm),
          "MPI_Bcast");
  return received;
}

std::vector<std::int64_t> Communicator::all_gather(std::int64_t value) const {
  std::vector<std::int64_t> values(static_cast<std::size_t>(size_), value);
  if (size_ > 1)
    check(MPI_Allgather(&value, 1, MPI_INT64_T, values.data(), 1, MPI_INT64_T, handle_->comm), "MPI_Allgather");
  return values;
}

std::vector<double> Communicator::gather(std::span<const double> values, std::size_t piece) const {
  if (size_ == 1) return {values.begin(), values.end()};
  const std::vector<std::int64_t> counts = all_gather(static_cast<std::int64_t>(values.size()));
  if (!is_root()) {
    for (std::size_t at = 0; at < values.size(); at += piece)
      check(MPI_Send(values.data() + at, static_cast<int>(std::min(piece, values.size() - at)), MPI_DOUBLE, 0,
                     gather_tag, handle_->comm),
            "MPI_Send");
    return {};
  }
  std::vector<double> all(values.begin(), values.end());
  all.resize(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0})));
  auto at = values.size();
  for (int rank = 1; rank < size_; ++rank)
    for (auto left = static_cast<std::size_t>(counts[static_cast<std::size_t>(rank)]); left > 0;) {
      const std::size_t n = std::min(piece, left);
      check(MPI_Recv(all.data() + at, static_cast<int>(n), MPI_DOUBLE, rank, gather_tag, handle_->comm,
                     MPI_STATUS_IGNORE),
            "MPI_Recv");
      at += n;
      left -= n;
    }
  return all;
}

int ranks_on_this_machine() { return n_on_this_machine; }
int rank_on_this_machine() { return number_on_this_machine; }

void abort_all(int exit_code) {
  if (mpi_is_running() && world_size() > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
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

bool sends_gpu_memory() {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return mpi_is_running() && MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

bool has_mpi() { return true; }

std::string ranks_in_words(int n_ranks) { return std::to_string(n_ranks); }

}  // namespace unda::parallel

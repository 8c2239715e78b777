// The ranks of a run and what they tell each other. MPI lives in this folder alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace unda::parallel {

/// Starts MPI for the life of the program; make exactly one, in main. In a build without MPI (communicator_absent.cpp) there is one
/// process, and it refuses to be one of several that a launcher has started.
class Environment {
 public:
  Environment(int* argc, char*** argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

/// Numbers; longer lists travel in pieces, as MPI counts with int.
inline constexpr std::size_t largest_message = std::size_t{1} << 28;

/// A group of ranks. Copies share the group. Everything but rank() and size() is collective: every rank of the group
/// calls it, in the same order. Where MPI was not started there is one rank.
class Communicator {
 public:
  static const Communicator& world();

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  /// The ranks that give the same colour.
  Communicator split(int colour) const;
  /// The ranks that share a machine.
  Communicator split_by_machine() const;

  void barrier() const;
  /// Whether every rank comes to this call within that time.
  bool all_come_within(double seconds) const;
  double sum(double value) const;
  double max(double value) const;
  double min(double value) const;
  std::int64_t sum(std::int64_t value) const;
  /// The sum over the ranks before this one.
  std::int64_t sum_before(std::int64_t value) const;
  bool any(bool value) const { return max(value ? 1.0 : 0.0) > 0; }
  bool all(bool value) const { return min(value ? 1.0 : 0.0) > 0; }

  void broadcast(std::span<double> values, int from = 0) const;
  std::string broadcast(const std::string& text, int from = 0) const;
  /// One number of every rank, on every rank.
  std::vector<std::int64_t> all_gather(std::int64_t value) const;
  /// The lists of all ranks one after another, on rank 0; empty elsewhere.
  std::vector<double> gather(std::span<const double> values, std::size_t piece = largest_message) const;

  /// Holds the MPI communicator; for this folder's files.
  struct Handle;
  const Handle& handle() const { return *handle_; }

 private:
  explicit Communicator(std::shared_ptr<const Handle> handle);
  std::shared_ptr<const Handle> handle_;
  int rank_ = 0, size_ = 1;
};

inline int world_rank() { return Communicator::world().rank(); }
inline int world_size() { return Communicator::world().size(); }
/// Ranks of the program on this machine, and this one's number among them.
int ranks_on_this_machine();
int rank_on_this_machine();

/// Ends every rank at once.
[[noreturn]] void abort_all(int exit_code);
/// Name and version of the MPI library; "none" in a build without it.
const char* library_version();
/// Whether MPI itself sends and receives memory of NVIDIA GPUs.
bool sends_gpu_memory();

/// Whether this program is built with MPI.
bool has_mpi();
/// A number of ranks, and why there are no more where that is so.
std::string ranks_in_words(int n_ranks);

}  // namespace unda::parallel

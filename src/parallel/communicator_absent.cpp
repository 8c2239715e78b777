// One process, in a build without MPI: what ranks tell each other is what it knows itself.
#include <cstdlib>

#include "base/error.hpp"
#include "parallel/communicator.hpp"
#include "parallel/launcher.hpp"

namespace unda::parallel {

struct Communicator::Handle {};

Environment::Environment(int* /*argc*/, char*** /*argv*/) { require_one_process(); }
Environment::~Environment() = default;

Communicator::Communicator(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

const Communicator& Communicator::world() {
  static const Communicator alone(std::make_shared<const Handle>());
  return alone;
}

Communicator Communicator::split(int /*colour*/) const { return *this; }
Communicator Communicator::split_by_machine() const { return *this; }

void Communicator::barrier() const {}
bool Communicator::all_come_within(double /*seconds*/) const { return true; }
double Communicator::sum(double value) const { return value; }
double Communicator::max(double value) const { return value; }
double Communicator::min(double value) const { return value; }
std::int64_t Communicator::sum(std::int64_t value) const { return value; }
std::int64_t Communicator::sum_before(std::int64_t /*value*/) const { return 0; }

void Communicator::broadcast(std::span<double> /*values*/, int /*from*/) const {}
std::string Communicator::broadcast(const std::string& text, int /*from*/) const { return text; }
std::vector<std::int64_t> Communicator::all_gather(std::int64_t value) const { return {value}; }
std::vector<double> Communicator::gather(std::span<const double> values, std::size_t /*piece*/) const {
  return {values.begin(), values.end()};
}

int ranks_on_this_machine() { return 1; }
int rank_on_this_machine() { return 0; }

void abort_all(int exit_code) { std::_Exit(exit_code); }

const char* library_version() { return "none"; }
bool sends_gpu_memory() { return false; }
bool has_mpi() { return false; }
std::string ranks_in_words(int n_ranks) { return std::to_string(n_ranks) + ", as this program is built without MPI"; }

}  // namespace unda::parallel

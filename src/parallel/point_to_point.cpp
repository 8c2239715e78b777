// Messages by MPI.
#include "parallel/point_to_point.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/timer.hpp"
#include "parallel/local_delivery.hpp"
#include "parallel/mpi.hpp"

namespace unda::parallel {
namespace {

template <class Real>
MPI_Datatype type_of() {
  return sizeof(Real) == sizeof(float) ? MPI_FLOAT : MPI_DOUBLE;
}

/// Spins for a moment and then sleeps between looks, a sixteenth of what it has waited: the rank that it waits for may need this core.
void wait_for_all(std::vector<MPI_Request>& requests, std::vector<MPI_Status>& statuses) {
  constexpr double spins = 2e-4, shortest = 5e-5;  // s
  statuses.resize(requests.size());
  const Timer timer;
  for (int done = 0;;) {
    check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, statuses.data()), "MPI_Testall");
    if (done != 0) return;
    const double waited = timer.seconds();
    if (waited > spins) std::this_thread::sleep_for(std::chrono::duration<double>(std::max(shortest, waited / 16)));
  }
}

template <class Real>
class MpiMessages final : public PointToPoint<Real> {
 public:
  explicit MpiMessages(const Communicator& communicator) : communicator_(communicator) {}

  void receive(Real* to, std::size_t n, int rank, int tag) override {
    expected_.push_back({requests_.size(), rank, static_cast<int>(n)});
    requests_.emplace_back();
    check(MPI_Irecv(to, static_cast<int>(n), type_of<Real>(), rank, tag, comm_of(communicator_), &requests_.back()),
          "MPI_Irecv");
  }
  void send(const Real* from, std::size_t n, int rank, int tag) override {
    requests_.emplace_back();
    check(MPI_Isend(from, static_cast<int>(n), type_of<Real>(), rank, tag, comm_of(communicator_), &requests_.back()),
          "MPI_Isend");
  }
  void wait() override {
    wait_for_all(requests_, statuses_);
    for (const Expected& expected : expected_) {
      int count = 0;
      MPI_Get_count(&statuses_[expected.request], type_of<Real>(), &count);
      require(count == expected.count, "rank {} sent {} values where {} were expected", expected.rank, count,
              expected.count);
    }
    requests_.clear();
    expected_.clear();
  }

 private:
  struct Expected {
    std::size_t request;
    int rank, count;
  };
  Communicator communicator_;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  std::vector<Expected> expected_;
};

}  // namespace

template <class Real>
std::unique_ptr<PointToPoint<Real>> make_point_to_point(const Communicator& communicator) {
  if (comm_of(communicator) == MPI_COMM_NULL) return std::make_unique<LocalDelivery<Real>>();
  return std::make_unique<MpiMessages<Real>>(communicator);
}

template std::unique_ptr<PointToPoint<float>> make_point_to_point<float>(const Communicator&);
template std::unique_ptr<PointToPoint<double>> make_point_to_point<double>(const Communicator&);

}  // namespace unda::parallel

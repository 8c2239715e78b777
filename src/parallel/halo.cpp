// Sending and receiving; messages.hpp fills and empties what travels.
#include "parallel/halo.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "base/timer.hpp"
#include "exec/timeline.hpp"
#include "parallel/messages.hpp"
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

}  // namespace

template <class Real>
struct Halo<Real>::Exchange {
  Communicator communicator;
  std::vector<HaloLink<Real>> links;
  exec::Device device;
  std::unique_ptr<Messages<Real>> messages;
  std::vector<std::size_t> n_out, n_in;  ///< numbers by link
  std::vector<MPI_Request> requests;     ///< those of receives first
  std::vector<MPI_Status> statuses;

  Exchange(const Communicator& c, std::vector<HaloLink<Real>> all, const exec::Queue& queue)
      : communicator(c), links(std::move(all)), device(queue.device()) {
    std::erase_if(links, [](const HaloLink<Real>& link) { return count_of(link.send) + count_of(link.receive) == 0; });
    for (const HaloLink<Real>& link : links) {
      n_out.push_back(count_of(link.send));
      n_in.push_back(count_of(link.receive));
    }
    if (!links.empty()) messages = make_messages(links, queue);
  }
  /// A process by itself, without MPI, sends to itself alone: what goes out with a tag comes in with it.
  bool is_local() const { return comm_of(communicator) == MPI_COMM_NULL; }
  void deliver() {
    for (std::size_t n = 0; n < links.size(); ++n)
      for (std::size_t m = 0; m < links.size(); ++m) {
        if (n_out[n] == 0 || links[m].receive_tag != links[n].send_tag) continue;
        require(n_out[n] == n_in[m], "sent {} values where {} were expected", n_out[n], n_in[m]);
        std::copy_n(messages->outgoing(n), n_out[n], messages->incoming(m));
      }
  }
  /// MPI may touch memory of the simulated device, where it was told to.
  std::unique_ptr<exec::SimulatedAccess> access() const {
    return device.kind == exec::DeviceKind::simulated ? std::make_unique<exec::SimulatedAccess>() : nullptr;
  }
};

template <class Real>
Halo<Real>::Halo() = default;
template <class Real>
Halo<Real>::~Halo() = default;
template <class Real>
Halo<Real>::Halo(Halo&&) noexcept = default;
template <class Real>
Halo<Real>& Halo<Real>::operator=(Halo&&) noexcept = default;

template <class Real>
Halo<Real>::Halo(const Communicator& communicator, std::vector<HaloLink<Real>> links, const exec::Queue& queue)
    : exchange_(std::make_unique<Exchange>(communicator, std::move(links), queue)) {}

template <class Real>
bool Halo<Real>::empty() const {
  return exchange_ == nullptr || exchange_->links.empty();
}

template <class Real>
std::int64_t Halo<Real>::bytes_per_exchange() const {
  std::int64_t bytes = 0;
  if (exchange_ != nullptr)
    for (const std::size_t n : exchange_->n_out) bytes += static_cast<std::int64_t>(n * sizeof(Real));
  return bytes;
}

template <class Real>
void Halo<Real>::move_array(const Real* from, Real* to) {
  if (exchange_ == nullptr) return;
  for (HaloLink<Real>& link : exchange_->links)
    for (auto* parts : {&link.send, &link.receive})
      for (HaloPart<Real>& part : *parts)
        if (part.array == from) part.array = to;
}

template <class Real>
void Halo<Real>::receive() {
  Exchange& x = *exchange_;
  x.messages->wait_until_unpacked();
  if (x.is_local()) return;
  for (std::size_t n = 0; n < x.links.size(); ++n) {
    if (x.n_in[n] == 0) continue;
    x.requests.emplace_back();
    check(MPI_Irecv(x.messages->incoming(n), static_cast<int>(x.n_in[n]), type_of<Real>(), x.links[n].rank,
                    x.links[n].receive_tag, comm_of(x.communicator), &x.requests.back()),
          "MPI_Irecv");
  }
}

template <class Real>
void Halo<Real>::send() {
  Exchange& x = *exchange_;
  for (std::size_t n = 0; n < x.links.size(); ++n) {
    if (x.n_out[n] == 0) continue;
    ++traffic_.messages;
    traffic_.bytes += static_cast<std::int64_t>(x.n_out[n] * sizeof(Real));
    if (x.is_local()) continue;
    x.requests.emplace_back();
    check(MPI_Isend(x.messages->outgoing(n), static_cast<int>(x.n_out[n]), type_of<Real>(), x.links[n].rank,
                    x.links[n].send_tag, comm_of(x.communicator), &x.requests.back()),
          "MPI_Isend");
  }
  if (x.is_local()) x.deliver();
}

template <class Real>
void Halo<Real>::begin() {
  if (empty() || mode_ == CommunicationMode::off) return;
  const Timer timer;
  const auto open = exchange_->access();
  exchange_->requests.clear();
  const bool send_at_all = mode_ != CommunicationMode::nosend;
  if (send_at_all) receive();
  exchange_->messages->pack();
  if (send_at_all && exchange_->device.is_host()) send();
  under_way_ = true;
  traffic_.seconds += timer.seconds();
}

template <class Real>
void Halo<Real>::check_lengths() const {
  const Exchange& x = *exchange_;
  auto status = x.statuses.begin();
  for (std::size_t n = 0; n < x.links.size(); ++n) {
    if (x.n_in[n] == 0) continue;
    int count = 0;
    MPI_Get_count(&*status++, type_of<Real>(), &count);
    require(count == static_cast<int>(x.n_in[n]), "rank {} sent {} values where {} were expected", x.links[n].rank,
            count, x.n_in[n]);
  }
}

template <class Real>
void Halo<Real>::finish() {
  if (!under_way_) return;
  const Timer timer;
  Exchange& x = *exchange_;
  under_way_ = false;
  if (mode_ != CommunicationMode::nosend) {
    {
      const auto open = x.access();
      if (!x.device.is_host()) x.messages->wait_until_packed();
      const exec::Mark mark("host", "messages");
      if (!x.device.is_host()) send();
      if (!x.is_local()) wait_for_all(x.requests, x.statuses);
    }
    if (!x.is_local()) check_lengths();
    x.messages->unpack();
  }
  traffic_.seconds += timer.seconds();
}

template class Halo<float>;
template class Halo<double>;

}  // namespace unda::parallel

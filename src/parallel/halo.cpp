// Sending and receiving; messages.hpp fills and empties what travels.
#include "parallel/halo.hpp"

#include "base/timer.hpp"
#include "exec/timeline.hpp"
#include "parallel/messages.hpp"
#include "parallel/point_to_point.hpp"

namespace unda::parallel {

template <class Real>
struct Halo<Real>::Exchange {
  std::vector<HaloLink<Real>> links;
  exec::Device device;
  std::unique_ptr<Messages<Real>> messages;
  std::vector<std::size_t> n_out, n_in;  ///< numbers by link
  std::unique_ptr<PointToPoint<Real>> between_ranks;

  Exchange(const Communicator& c, std::vector<HaloLink<Real>> all, const exec::Queue& queue)
      : links(std::move(all)), device(queue.device()), between_ranks(make_point_to_point<Real>(c)) {
    std::erase_if(links, [](const HaloLink<Real>& link) { return count_of(link.send) + count_of(link.receive) == 0; });
    for (const HaloLink<Real>& link : links) {
      n_out.push_back(count_of(link.send));
      n_in.push_back(count_of(link.receive));
    }
    if (!links.empty()) messages = make_messages(links, queue);
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
  for (std::size_t n = 0; n < x.links.size(); ++n)
    if (x.n_in[n] > 0)
      x.between_ranks->receive(x.messages->incoming(n), x.n_in[n], x.links[n].rank, x.links[n].receive_tag);
}

template <class Real>
void Halo<Real>::send() {
  Exchange& x = *exchange_;
  for (std::size_t n = 0; n < x.links.size(); ++n) {
    if (x.n_out[n] == 0) continue;
    ++traffic_.messages;
    traffic_.bytes += static_cast<std::int64_t>(x.n_out[n] * sizeof(Real));
    x.between_ranks->send(x.messages->outgoing(n), x.n_out[n], x.links[n].rank, x.links[n].send_tag);
  }
}

template <class Real>
void Halo<Real>::begin() {
  if (empty() || mode_ == CommunicationMode::off) return;
  const Timer timer;
  const auto open = exchange_->access();
  const bool send_at_all = mode_ != CommunicationMode::nosend;
  if (send_at_all) receive();
  exchange_->messages->pack();
  if (send_at_all && exchange_->device.is_host()) send();
  under_way_ = true;
  traffic_.seconds += timer.seconds();
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
      x.between_ranks->wait();
    }
    x.messages->unpack();
  }
  traffic_.seconds += timer.seconds();
}

template class Halo<float>;
template class Halo<double>;

}  // namespace unda::parallel

// Packing, sending, receiving, unpacking.
#include "parallel/halo.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "exec/for_each.hpp"
#include "parallel/mpi.hpp"

namespace unda::parallel {

template <class Real>
struct Halo<Real>::Requests {
  Communicator communicator;
  std::vector<MPI_Request> requests;
  std::vector<MPI_Status> statuses;
  explicit Requests(const Communicator& c) : communicator(c) {}
};

namespace {

template <class Real>
MPI_Datatype type_of() {
  return sizeof(Real) == sizeof(float) ? MPI_FLOAT : MPI_DOUBLE;
}

template <class Real>
std::size_t count_of(const std::vector<HaloPart<Real>>& parts) {
  std::ptrdiff_t n = 0;
  for (const HaloPart<Real>& part : parts)
    for (const Run& run : part.runs) n += run.count;
  return static_cast<std::size_t>(n);
}

/// copy(array, run, buffer) for every run, with the place of the run in the buffer; on all threads. The runs of a part
/// are of the same length, or few.
template <class Real, class Copy>
void for_all_runs(const std::vector<HaloPart<Real>>& parts, Real* buffer, Copy copy) {
  for (const HaloPart<Real>& part : parts) {
    if (part.runs.empty()) continue;
    const std::ptrdiff_t length = part.runs.front().count;
    const bool even =
        std::all_of(part.runs.begin(), part.runs.end(), [length](const Run& r) { return r.count == length; });
    if (even) {
      exec::for_each_block(part.runs.size(), static_cast<std::size_t>(length), [&](std::size_t n) {
        copy(part.array, part.runs[n], buffer + static_cast<std::ptrdiff_t>(n) * length);
      });
      buffer += static_cast<std::ptrdiff_t>(part.runs.size()) * length;
    } else {
      for (const Run& run : part.runs) {
        copy(part.array, run, buffer);
        buffer += run.count;
      }
    }
  }
}

}  // namespace

template <class Real>
Halo<Real>::Halo() = default;
template <class Real>
Halo<Real>::~Halo() = default;
template <class Real>
Halo<Real>::Halo(Halo&&) noexcept = default;
template <class Real>
Halo<Real>& Halo<Real>::operator=(Halo&&) noexcept = default;

template <class Real>
Halo<Real>::Halo(const Communicator& communicator, std::vector<HaloLink<Real>> links)
    : links_(std::move(links)), requests_(std::make_unique<Requests>(communicator)) {
  std::erase_if(links_, [](const HaloLink<Real>& link) { return count_of(link.send) + count_of(link.receive) == 0; });
  for (const HaloLink<Real>& link : links_) {
    outgoing_.emplace_back(count_of(link.send));
    incoming_.emplace_back(count_of(link.receive));
  }
}

template <class Real>
std::int64_t Halo<Real>::bytes_per_exchange() const {
  std::int64_t bytes = 0;
  for (const auto& buffer : outgoing_) bytes += static_cast<std::int64_t>(buffer.size() * sizeof(Real));
  return bytes;
}

template <class Real>
void Halo<Real>::begin() {
  if (links_.empty() || mode_ == CommunicationMode::off) return;
  const Timer timer;
  const bool send = mode_ != CommunicationMode::nosend;
  auto& requests = requests_->requests;
  requests.clear();
  for (std::size_t n = 0; n < links_.size() && send; ++n) {
    if (incoming_[n].empty()) continue;
    requests.emplace_back();
    check(MPI_Irecv(incoming_[n].data(), static_cast<int>(incoming_[n].size()), type_of<Real>(), links_[n].rank,
                    links_[n].receive_tag, comm_of(requests_->communicator), &requests.back()),
          "MPI_Irecv");
  }
  for (std::size_t n = 0; n < links_.size(); ++n) {
    if (outgoing_[n].empty()) continue;
    for_all_runs(links_[n].send, outgoing_[n].data(),
                 [](const Real* array, const Run& run, Real* to) { std::copy_n(array + run.first, run.count, to); });
    if (!send) continue;
    requests.emplace_back();
    check(MPI_Isend(outgoing_[n].data(), static_cast<int>(outgoing_[n].size()), type_of<Real>(), links_[n].rank,
                    links_[n].send_tag, comm_of(requests_->communicator), &requests.back()),
          "MPI_Isend");
    ++traffic_.messages;
    traffic_.bytes += static_cast<std::int64_t>(outgoing_[n].size() * sizeof(Real));
  }
  under_way_ = true;
  traffic_.seconds += timer.seconds();
}

template <class Real>
void Halo<Real>::finish() {
  if (!under_way_) return;
  const Timer timer;
  auto& requests = requests_->requests;
  auto& statuses = requests_->statuses;
  statuses.resize(requests.size());
  check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data()), "MPI_Waitall");
  auto status = statuses.begin();  // those of the messages that came are first
  for (std::size_t n = 0; n < links_.size() && !requests.empty(); ++n) {
    if (incoming_[n].empty()) continue;
    int count = 0;
    MPI_Get_count(&*status++, type_of<Real>(), &count);
    require(count == static_cast<int>(incoming_[n].size()), "rank {} sent {} values where {} were expected",
            links_[n].rank, count, incoming_[n].size());
  }
  for (std::size_t n = 0; n < links_.size() && mode_ != CommunicationMode::nosend; ++n)
    for_all_runs(links_[n].receive, incoming_[n].data(), [](Real* array, const Run& run, const Real* from) {
      std::copy_n(from, run.count, array + run.first);
    });
  under_way_ = false;
  traffic_.seconds += timer.seconds();
}

template class Halo<float>;
template class Halo<double>;

}  // namespace unda::parallel

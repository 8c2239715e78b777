// Messages of a process by itself, without MPI: it sends to itself alone, and what goes out with a tag comes in with it.
#pragma once

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "parallel/point_to_point.hpp"

namespace unda::parallel {

template <class Real>
class LocalDelivery final : public PointToPoint<Real> {
 public:
  void receive(Real* to, std::size_t n, int /*rank*/, int tag) override { incoming_.push_back({to, n, tag}); }
  void send(const Real* from, std::size_t n, int /*rank*/, int tag) override { outgoing_.push_back({from, n, tag}); }
  void wait() override {
    for (const Message<Real*>& in : incoming_) {
      const auto out =
          std::find_if(outgoing_.begin(), outgoing_.end(), [&](const auto& message) { return message.tag == in.tag; });
      require(out != outgoing_.end(), "nothing was sent with the tag {} that was expected", in.tag);
      require(out->n == in.n, "sent {} values where {} were expected", out->n, in.n);
      std::copy_n(out->values, out->n, in.values);
    }
    incoming_.clear();
    outgoing_.clear();
  }

 private:
  template <class Pointer>
  struct Message {
    Pointer values;
    std::size_t n;
    int tag;
  };
  std::vector<Message<Real*>> incoming_;
  std::vector<Message<const Real*>> outgoing_;
};

}  // namespace unda::parallel

// Messages of numbers between ranks that travel while work goes on: asked for with send() and receive(), waited for with wait().
#pragma once

#include <cstddef>
#include <memory>

#include "parallel/communicator.hpp"

namespace unda::parallel {

template <class Real>
class PointToPoint {
 public:
  virtual ~PointToPoint() = default;
  /// The tag tells several messages between the same two ranks apart. The buffer is not touched before wait() returns.
  virtual void receive(Real* to, std::size_t n, int rank, int tag) = 0;
  virtual void send(const Real* from, std::size_t n, int rank, int tag) = 0;
  /// Until all that was asked for is there, each in the expected length.
  virtual void wait() = 0;
};

/// By MPI, or within the process where it is the only one.
template <class Real>
std::unique_ptr<PointToPoint<Real>> make_point_to_point(const Communicator& communicator);

}  // namespace unda::parallel

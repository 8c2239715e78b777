// Messages in a build without MPI.
#include "parallel/local_delivery.hpp"

namespace unda::parallel {

template <class Real>
std::unique_ptr<PointToPoint<Real>> make_point_to_point(const Communicator& /*communicator*/) {
  return std::make_unique<LocalDelivery<Real>>();
}

template std::unique_ptr<PointToPoint<float>> make_point_to_point<float>(const Communicator&);
template std::unique_ptr<PointToPoint<double>> make_point_to_point<double>(const Communicator&);

}  // namespace unda::parallel

// What receivers read: sums of coefficients of the element they stand in, and what follows from the velocities of several steps.
#pragma once

#include <vector>

#include "base/simd.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

template <class Real>
class Receivers {
 public:
  Receivers() = default;
  /// Takes the receivers whose element lies on this rank. `place_of`: by element, -1 elsewhere.
  Receivers(int order, const mesh::Locator& locator, const std::vector<int>& place_of,
            const std::vector<method::Receiver>& receivers);

  const std::vector<method::Channel>& channels() const { return channels_; }
  /// Notes the values of all channels as they stand in q after `step` steps of dt.
  void sample(const Pack<Real>* q, double dt);
  std::vector<double> take();
  /// A field to start from: what a receiver would have seen before t = 0.
  void set_past(const method::Propagator::StartingField& field, double dt);
  void transfer(method::State& state);

 private:
  enum class Derived { value, displacement, acceleration };
  struct Reading {
    std::size_t first = 0;        ///< of the element's coefficients of field 0, in numbers of Real
    std::vector<double> weights;  ///< the basis at the receiver
    method::Receiver receiver;
  };
  /// Velocities of the last steps, newest first, and the displacement so far.
  struct Past {
    std::array<double, 4> velocity{};
    double displacement = 0;
  };
  std::vector<method::Channel> channels_;
  std::vector<Reading> readings_;  ///< by channel
  std::vector<Derived> derived_;
  std::vector<Past> past_;
  std::vector<double> samples_;
};

extern template class Receivers<float>;
extern template class Receivers<double>;

}  // namespace unda::dg

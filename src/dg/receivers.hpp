// What receivers read: the Taylor polynomial in time of the element they stand in, from which velocities, their integrals and
// their slopes follow at any time of a step. The recursion sees one element alone; what the neighbours bring within the step is
// known at its end, and is added in proportion to time: traces are continuous, and slopes are those of the whole step.
#pragma once

#include <vector>

#include "base/simd.hpp"
#include "dg/medium.hpp"
#include "dg/operators.hpp"
#include "exec/buffer.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

template <class Real>
class Receivers {
 public:
  Receivers() = default;
  /// Takes the receivers whose element lies on this rank. `place_of`: by element, -1 elsewhere; `medium`: by block.
  Receivers(const Operators<Real>& operators, const mesh::Locator& locator, const std::vector<int>& place_of,
            const ElementMedium<Pack<Real>>* medium, const std::vector<method::Receiver>& receivers, double dt);

  /// Of a sample: one more than those of the fields, for the integral.
  static int n_terms(int order) { return order + 1; }
  const std::vector<method::Channel>& channels() const { return channels_; }
  /// The fields at t = 0, where they are not zero.
  void start(const Operators<Real>& operators, const Pack<Real>* q, double dt);
  /// Notes the polynomials of all channels for the step of dt that ends with the fields q.
  void sample(const Operators<Real>& operators, const Pack<Real>* q, double dt);
  /// [sample][channel][term]
  std::vector<double> take();
  void transfer(method::State& state);

 private:
  struct ChannelWeights {
    std::size_t channel;
    int lane;                     ///< of its element in the group's packs
    std::vector<double> weights;  ///< the basis at the receiver
    scenario::Quantity quantity;
  };
  /// As many elements with receivers as a pack has places.
  struct Group {
    std::vector<int> places;
    exec::Buffer<ElementMedium<Pack<Real>>> medium;
    std::vector<ChannelWeights> readings;
  };
  void add_element(int place, const ElementMedium<Pack<Real>>* medium);
  std::vector<double> series_of(const Operators<Real>& operators, const Pack<Real>* q, double dt) const;
  void find_series(const Operators<Real>& operators, const Group& group, const Pack<Real>* q, double dt,
                   double* series) const;

  std::vector<method::Channel> channels_;
  std::vector<Group> groups_;
  std::vector<scenario::Quantity> quantity_;  ///< by channel
  std::vector<double> series_;                ///< [channel][term] of the step to come
  std::vector<double> displacement_;          ///< so far, by channel; of those that ask for it
  std::vector<double> samples_;
};

extern template class Receivers<float>;
extern template class Receivers<double>;

}  // namespace unda::dg

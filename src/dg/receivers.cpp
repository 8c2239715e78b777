// Reading the wavefield at points.
#include "dg/receivers.hpp"

#include <utility>

#include "dg/readings.hpp"
#include "exec/for_each.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

using scenario::Quantity;

namespace {

/// Where a channel stands in time, in steps after the last one: a slope lies amid the velocities it is made of.
double time_offset(Quantity quantity) { return quantity == Quantity::acceleration ? -1.5 : 0; }

}  // namespace

template <class Real>
Receivers<Real>::Receivers(int order, const mesh::Locator& locator, const std::vector<int>& place_of,
                           const std::vector<method::Receiver>& receivers) {
  std::size_t number = 0;
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    const method::Receiver& receiver = receivers[r];
    const mesh::Place place = locator.find(receiver.position).front();
    const int here = place_of[static_cast<std::size_t>(place.element)];
    for (int c = 0; c < scenario::n_components(receiver.quantity, 3); ++c, ++number) {
      if (here < 0) continue;
      channels_.push_back({r, c, time_offset(receiver.quantity), number});
      const auto [block, lane] = std::div(here, pack_size<Real>);
      readings_.push_back(
          {static_cast<std::size_t>(block) * block_numbers<Real>(order) + static_cast<std::size_t>(lane),
           numerics::tetrahedral_basis(order, place.local).values, receiver});
      derived_.push_back(receiver.quantity == Quantity::displacement   ? Derived::displacement
                         : receiver.quantity == Quantity::acceleration ? Derived::acceleration
                                                                       : Derived::value);
    }
  }
  past_.resize(channels_.size());
}

template <class Real>
void Receivers<Real>::sample(const Pack<Real>* q, double dt) {
  const std::size_t n = channels_.size(), first = samples_.size();
  samples_.resize(first + n);
  exec::for_each_block(n, 256, [&](std::size_t c) {
    const Reading& reading = readings_[c];
    const double now = value_of(reading.receiver.quantity, channels_[c].component,
                                reinterpret_cast<const Real*>(q) + reading.first, reading.weights);
    samples_[first + c] = now;
    if (derived_[c] == Derived::value) return;
    auto& [v, displacement] = past_[c];
    v = {now, v[0], v[1], v[2]};
    // Of fourth order both: the integral over the last step, and the slope amid the second and third of four values.
    displacement += dt / 24 * (9 * v[0] + 19 * v[1] - 5 * v[2] + v[3]);
    samples_[first + c] =
        derived_[c] == Derived::displacement ? displacement : (27 * (v[1] - v[2]) - (v[0] - v[3])) / (24 * dt);
  });
}

template <class Real>
std::vector<double> Receivers<Real>::take() {
  return std::exchange(samples_, {});
}

template <class Real>
void Receivers<Real>::set_past(const method::Propagator::StartingField& field, double dt) {
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    if (derived_[c] == Derived::value) continue;
    for (int n = 0; n < 4; ++n)
      past_[c].velocity[n] = field.velocity(readings_[c].receiver.position, -(n + 1) * dt)[channels_[c].component];
  }
}

template <class Real>
void Receivers<Real>::transfer(method::State& state) {
  state.values(past_.data(), past_.size());
}

template class Receivers<float>;
template class Receivers<double>;

}  // namespace unda::dg

// Reading the wavefield at points.
#include "dg/receivers.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "dg/kernels/time_derivative.hpp"
#include "dg/readings.hpp"
#include "exec/for_each.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

using scenario::Quantity;

template <class Real>
Receivers<Real>::Receivers(const Operators<Real>& operators, const mesh::Locator& locator,
                           const std::vector<int>& place_of, const ElementMedium<Pack<Real>>* medium,
                           const std::vector<method::Receiver>& receivers, double dt) {
  std::map<int, std::size_t> seat_of;  // by place: the groups' lanes in turn
  std::size_t number = 0;
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    const method::Receiver& receiver = receivers[r];
    const mesh::ElementPoint place = locator.find(receiver.position).front();
    const int here = place_of[static_cast<std::size_t>(place.element)];
    const int n_components = scenario::n_components(receiver.quantity, 3);
    for (int c = 0; c < n_components && here >= 0; ++c) {
      const auto [seat, is_new] = seat_of.emplace(here, seat_of.size());
      if (is_new) add_element(here, medium);
      const std::size_t group = seat->second / pack_size<Real>;
      groups_[group].readings.push_back({channels_.size(), static_cast<int>(seat->second % pack_size<Real>),
                                         numerics::tetrahedral_basis(operators.order, place.local).values,
                                         receiver.quantity});
      channels_.push_back({r, c, 0, number + static_cast<std::size_t>(c), dt});
      quantity_.push_back(receiver.quantity);
    }
    number += static_cast<std::size_t>(n_components);
  }
  series_.assign(channels_.size() * static_cast<std::size_t>(n_terms(operators.order)), 0.0);
  displacement_.assign(channels_.size(), 0.0);
}

template <class Real>
void Receivers<Real>::add_element(int place, const ElementMedium<Pack<Real>>* medium) {
  if (groups_.empty() || groups_.back().places.size() == pack_size<Real>)
    groups_.push_back({{}, exec::Buffer<ElementMedium<Pack<Real>>>(1), {}});
  Group& group = groups_.back();
  const auto lane = static_cast<int>(group.places.size());
  group.places.push_back(place);
  const auto* from = reinterpret_cast<const Pack<Real>*>(medium + place / pack_size<Real>);
  auto* to = reinterpret_cast<Pack<Real>*>(group.medium.data());
  for (std::size_t n = 0; n < sizeof(ElementMedium<Real>) / sizeof(Real); ++n)
    to[n][lane] = from[n][place % pack_size<Real>];
}

template <class Real>
std::vector<double> Receivers<Real>::series_of(const Operators<Real>& operators, const Pack<Real>* q, double dt) const {
  std::vector<double> series(series_.size());
  exec::for_each_heavy(groups_.size(),
                       [&](std::size_t g) { find_series(operators, groups_[g], q, dt, series.data()); });
  return series;
}

/// The value of each reading and its derivatives, times dt^n / n!.
template <class Real>
void Receivers<Real>::find_series(const Operators<Real>& o, const Group& group, const Pack<Real>* q, double dt,
                                  double* series) const {
  const std::size_t n = static_cast<std::size_t>(n_fields) * o.n_basis;
  exec::Buffer<Pack<Real>> now(n), next(n), slope(3 * n);
  for (std::size_t lane = 0; lane < group.places.size(); ++lane) {
    const auto [block, place] = std::div(group.places[lane], pack_size<Real>);
    for (std::size_t k = 0; k < n; ++k) now[k][lane] = q[static_cast<std::size_t>(block) * n + k][place];
  }
  double factor = 1;
  for (int term = 0; term < o.order; ++term) {
    for (const ChannelWeights& reading : group.readings)
      series[reading.channel * static_cast<std::size_t>(n_terms(o.order)) + static_cast<std::size_t>(term)] =
          factor * value_of(reading.quantity, channels_[reading.channel].component,
                            reinterpret_cast<const Real*>(now.data()) + reading.lane, reading.weights);
    factor *= dt / (term + 1);
    time_derivative(o, *group.medium.data(), now.data(), slope.data(), next.data());
    std::swap(now, next);
  }
}

template <class Real>
void Receivers<Real>::start(const Operators<Real>& operators, const Pack<Real>* q, double dt) {
  series_ = series_of(operators, q, dt);
}

template <class Real>
void Receivers<Real>::sample(const Operators<Real>& operators, const Pack<Real>* q, double dt) {
  std::vector<double> next = series_of(operators, q, dt);
  const auto terms = static_cast<std::size_t>(n_terms(operators.order));
  const std::size_t first = samples_.size();
  samples_.resize(first + series_.size());
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    double* series = series_.data() + c * terms;
    series[1] += next[c * terms] - std::accumulate(series, series + terms, 0.0);
    double* polynomial = samples_.data() + first + c * terms;
    if (quantity_[c] == Quantity::displacement) {
      polynomial[0] = displacement_[c];
      for (std::size_t n = 1; n < terms; ++n) polynomial[n] = dt / static_cast<double>(n) * series[n - 1];
      displacement_[c] = std::accumulate(polynomial, polynomial + terms, 0.0);
    } else if (quantity_[c] == Quantity::acceleration) {
      for (std::size_t n = 1; n < terms; ++n) polynomial[n - 1] = static_cast<double>(n) / dt * series[n];
    } else {
      std::copy_n(series, terms, polynomial);
    }
  }
  series_ = std::move(next);
}

template <class Real>
std::vector<double> Receivers<Real>::take() {
  return std::exchange(samples_, {});
}

template <class Real>
void Receivers<Real>::transfer(method::State& state) {
  state.values(series_.data(), series_.size());
  state.values(displacement_.data(), displacement_.size());
}

template class Receivers<float>;
template class Receivers<double>;

}  // namespace unda::dg

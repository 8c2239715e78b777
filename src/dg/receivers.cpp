// Reading the wavefield at points.
#include "dg/receivers.hpp"

#include <algorithm>
#include <utility>

#include "dg/device/plain_items.hpp"
#include "dg/kernels/time_derivative.hpp"
#include "dg/readings.hpp"
#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

using exec::Access;
using scenario::Quantity;

template <class Real>
std::size_t Receivers<Real>::Seats::take(int place) {
  const auto [seat, is_new] = of.emplace(place, places.size());
  if (is_new) places.push_back(static_cast<std::size_t>(place));
  return seat->second;
}

template <class Real>
Receivers<Real>::Receivers(int order, const std::vector<mesh::ElementPoint>& points, const Placement& placement,
                           int cluster, const Real* medium, const std::vector<method::Receiver>& receivers, double dt,
                           const FieldLayout& layout, const exec::Queue& queue, bool anisotropic)
    : queue_(queue), layout_(layout), order_(order), anisotropic_(anisotropic) {
  Seats seats;
  std::vector<double> basis;
  std::vector<ChannelReading> readings;
  std::vector<ChannelKind> kinds;
  std::size_t number = 0;
  for (std::size_t r = 0; r < receivers.size(); ++r) {
    const int here = placement.place_holding(points[r].element);
    if (here >= 0 && placement.cluster[static_cast<std::size_t>(here) / layout.width] == cluster)
      add_channels(receivers[r], seats.take(here), numerics::tetrahedral_basis(order, points[r].local).values,
                   {r, 0, 0, number, dt}, basis, readings, kinds);
    number += static_cast<std::size_t>(scenario::n_components(receivers[r].quantity, 3));
  }
  readings_ = exec::upload(readings, queue_);
  basis_ = exec::upload(basis, queue_);
  kinds_ = exec::upload(kinds, queue_);
  seat_elements(seats.places, medium);
  relaxing_ = RelaxingSeats<Real>(seats.places, placement, layout_, queue_);
  const std::size_t n_numbers = channels_.size() * static_cast<std::size_t>(n_terms(order));
  series_ = exec::Twin<double>(n_numbers, queue_);
  next_ = exec::Twin<double>(n_numbers, queue_);
  displacement_ = exec::Twin<double>(channels_.size(), queue_);
  block_ = exec::SampleBlock(n_numbers, queue_);
}

template <class Real>
void Receivers<Real>::add_channels(const method::Receiver& receiver, std::size_t element,
                                   const std::vector<double>& basis, method::Channel first,
                                   std::vector<double>& all_basis, std::vector<ChannelReading>& readings,
                                   std::vector<ChannelKind>& kinds) {
  const Quantity quantity = receiver.quantity;
  for (int c = 0; c < scenario::n_components(quantity, 3); ++c, ++first.number) {
    first.component = c;
    channels_.push_back(first);
    ChannelReading reading{element, 0, {}, {}};
    for (const auto& [field, factor] : fields_of(quantity, c)) {
      reading.field[reading.n_parts] = field;
      reading.factor[reading.n_parts++] = factor;
    }
    readings.push_back(reading);
    all_basis.insert(all_basis.end(), basis.begin(), basis.end());
    kinds.push_back(quantity == Quantity::displacement   ? ChannelKind::integral
                    : quantity == Quantity::acceleration ? ChannelKind::slope
                                                         : ChannelKind::value);
  }
}

template <class Real>
void Receivers<Real>::seat_elements(const std::vector<std::size_t>& places, const Real* medium) {
  const std::size_t n_blocks = (places.size() + layout_.width - 1) / layout_.width;
  places_ = exec::upload(places, queue_);
  const std::size_t n_medium = anisotropic_ ? GeneralView<Real>::n_numbers : MediumView<Real>::n_numbers;
  medium_ = exec::Twin<Real>(n_blocks * layout_.width * n_medium, queue_);
  now_ = exec::Twin<Real>(n_blocks * layout_.block_numbers(), queue_);
  after_ = exec::Twin<Real>(n_blocks * layout_.block_numbers(), queue_);
  if (queue_.device().is_host()) slope_ = exec::Buffer<Real>(3 * n_blocks * layout_.block_numbers());
  if (places.empty()) return;
  Real* to = medium_.host(Access::write);
  std::fill_n(to, medium_.size(), Real(0));
  for (std::size_t seat = 0; seat < places.size(); ++seat) {
    const auto first = [&](std::size_t place) {
      return place / layout_.width * layout_.width * n_medium + place % layout_.width;
    };
    for (std::size_t n = 0; n < n_medium; ++n)
      to[first(seat) + n * layout_.width] = medium[first(places[seat]) + n * layout_.width];
  }
}

template <class Real>
void Receivers<Real>::derive(const Derivation<Real>& derivation, Real* from, Real* to) {
  if (anisotropic_)
    derive_by<GeneralView<Real>, GeneralMedium>(derivation, from, to);
  else
    derive_by<MediumView<Real>, ElementMedium>(derivation, from, to);
}

/// In packs on the host.
template <class Real>
template <class View, template <class> class MediumOf>
void Receivers<Real>::derive_by(const Derivation<Real>& derivation, Real* from, Real* to) {
  if (!queue_.device().is_host()) {
    const DeviceElements<Real, View> elements{layout_, medium_.device(Access::read), 0};
    exec::run_rows(queue_, places_.size(), n_fields * layout_.n_basis,
                   DeriveCoefficient<Real, View>{elements, derivation.rows, from, to});
    return;
  }
  const std::size_t packs = n_fields * layout_.n_basis;
  const auto pack = [](Real* numbers) { return reinterpret_cast<Pack<Real>*>(numbers); };
  const auto* medium = reinterpret_cast<const MediumOf<Pack<Real>>*>(medium_.data());
  exec::for_each_heavy(now_.size() / layout_.block_numbers(), [&](std::size_t g) {
    time_derivative(derivation.lists, medium[g], pack(from) + g * packs, pack(slope_.data()) + 3 * g * packs,
                    pack(to) + g * packs);
  });
}

/// The value of each channel and its derivatives, times dt^n / n!.
template <class Real>
void Receivers<Real>::find_series(const Derivation<Real>& derivation, const Real* q, double dt, double* series) {
  Real *now = now_.device(Access::read_write), *after = after_.device(Access::read_write);
  exec::run_rows(queue_, places_.size(), n_fields * layout_.n_basis,
                 GatherElement<Real>{layout_, places_.device(Access::read), q, now});
  relaxing_.gather(derivation.memories);
  double factor = 1;
  for (int term = 0; term < order_; ++term) {
    exec::run(
        queue_, channels_.size(),
        ReadTerm<Real>{layout_, readings_.device(Access::read), basis_.device(Access::read), now,
                       static_cast<std::size_t>(n_terms(order_)), static_cast<std::size_t>(term), factor, series});
    factor *= dt / (term + 1);
    if (term + 1 == order_) break;
    derive(derivation, now, after);
    relaxing_.derive(derivation.memories, derivation.rows, medium_.device(Access::read), now, after);
    std::swap(now, after);
  }
}

template <class Real>
void Receivers<Real>::start(const Derivation<Real>& derivation, const Real* q, double dt) {
  if (!channels_.empty()) find_series(derivation, q, dt, series_.device(Access::read_write));
}

template <class Real>
void Receivers<Real>::sample(const Derivation<Real>& derivation, const Real* q, double dt) {
  if (channels_.empty()) return;
  if (block_.is_full()) bring();
  double* next = next_.device(Access::read_write);
  find_series(derivation, q, dt, next);
  exec::run(queue_, channels_.size(),
            NotePolynomial{kinds_.device(Access::read), static_cast<std::size_t>(n_terms(order_)), dt,
                           series_.device(Access::read_write), next, displacement_.device(Access::read_write),
                           block_.next()});
}

template <class Real>
void Receivers<Real>::bring() {
  const std::size_t n = block_.n_noted() * block_.width();
  if (const double* values = block_.bring(); n > 0) samples_.insert(samples_.end(), values, values + n);
}

template <class Real>
std::vector<double> Receivers<Real>::take() {
  bring();
  return std::exchange(samples_, {});
}

template <class Real>
void Receivers<Real>::transfer(method::State& state) {
  const Access access = state.restoring() ? Access::write : Access::read;
  for (exec::Twin<double>* values : {&series_, &displacement_})
    if (!values->empty()) state.values(values->host(access), values->size());
}

template class Receivers<float>;
template class Receivers<double>;

}  // namespace unda::dg

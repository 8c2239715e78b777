// Placing and reading channels.
#include "sem/channels.hpp"

#include "exec/run.hpp"
#include "exec/upload.hpp"

namespace unda::sem {

using exec::Access;
using scenario::Quantity;

namespace {

/// Adds factor * d u_c / dx_axis to slopes of the unit element.
void add_derivative(const PointBasis& basis, int dim, int axis, double factor, std::array<double, 3>& slope) {
  for (int b = 0; b < dim; ++b) slope[b] += factor * basis.inverse[b][axis];
}

/// What du_c/dx_axis alone gives to a component of the stress (xx yy zz xy xz yz, in 2-D xx zz xz).
template <int Dim>
double stress_of_slope(const physics::Material& earth, int axis, int c, int component) {
  double gradient[Dim][Dim]{};
  gradient[axis][c] = 1;
  return physics::stress<Dim>(earth, physics::strain_of_gradient(gradient)).of[component];
}

template <int Dim>
double pressure_of_slope(const physics::Material& earth, int axis, int c) {
  double gradient[Dim][Dim]{};
  gradient[axis][c] = 1;
  return physics::pressure<Dim>(earth, physics::strain_of_gradient(gradient));
}

}  // namespace

Channels::Channels(const ElementSpace& elements, Physics physics, const std::vector<method::Receiver>& receivers,
                   const std::vector<method::Channel>& all, const model::RelaxationLaw* law, double dt,
                   const exec::Queue& queue)
    : queue_(queue) {
  tables_.dim = elements.dim();
  tables_.n = elements.degree() + 1;
  tables_.component = static_cast<std::ptrdiff_t>(elements.size());
  tables_.offset_stride = elements.offsets_are_alike() ? 0 : elements.points_of_an_element();
  std::vector<std::ptrdiff_t> offset, first;
  std::vector<ChannelWeights> channels;
  std::vector<double> weights;
  std::vector<Slopes> slopes;
  std::size_t last = receivers.size();
  std::optional<PointBasis> basis;
  physics::Material earth;
  for (const method::Channel& channel : all) {
    const method::Receiver& receiver = receivers[channel.receiver];
    if (channel.receiver != last) {
      basis = elements.basis_at(receiver.position);
      if (basis) {
        earth = elements.near(basis->element, receiver.position);
        if (first.empty() || tables_.offset_stride > 0)
          for (int p = 0; p < elements.points_of_an_element(); ++p)
            offset.push_back(elements.offset(basis->element, p));
        first.push_back(elements.first_place(basis->element));
        for (std::size_t axis = 0; axis < 3; ++axis)
          for (const auto* of_points : {&basis->value[axis], &basis->slope[axis]}) {
            std::vector<double> line(of_points->begin(), of_points->end());
            line.resize(static_cast<std::size_t>(tables_.n), 0.0);
            weights.insert(weights.end(), line.begin(), line.end());
          }
      }
    }
    last = channel.receiver;
    if (!basis) continue;
    owned_.push_back(channel);
    const auto reading = [&](const physics::Material& m) {
      return reading_of(physics, m, *basis, receiver, channel.component, first.size() - 1);
    };
    channels.push_back(reading(earth));
    const bool of_stress = receiver.quantity == Quantity::stress || receiver.quantity == Quantity::pressure;
    if (law == nullptr || !of_stress || physics == Physics::acoustic) continue;
    channels.back().memory = static_cast<std::ptrdiff_t>(slopes.size()) / law->n_mechanisms();
    for (int l = 0; l < law->n_mechanisms(); ++l) {
      slopes.push_back(reading(law->relaxing(earth, l)).slope);
    }
  }
  if (law != nullptr) set_mechanisms(*law, dt, slopes);
  for (const ChannelWeights& channel : channels)
    read_forces_ = read_forces_ || channel.from == ChannelWeights::From::acceleration;
  offset_ = exec::upload(offset, queue_);
  first_ = exec::upload(first, queue_);
  channels_ = exec::upload(channels, queue_);
  weights_ = exec::upload(weights, queue_);
  tables_.offset = offset_.device(Access::read);
  tables_.first = first_.device(Access::read);
  tables_.channels = channels_.device(Access::read);
  tables_.weights = weights_.device(Access::read);
  block_ = exec::SampleBlock(owned_.size(), queue_);
}

void Channels::set_mechanisms(const model::RelaxationLaw& law, double dt, const std::vector<Slopes>& slopes) {
  mechanisms_.n = law.n_mechanisms();
  for (int l = 0; l < mechanisms_.n; ++l)
    mechanisms_.step[static_cast<std::size_t>(l)] =
        mechanism_step<double>(law.rates()[static_cast<std::size_t>(l)], dt);
  slopes_of_mechanisms_ = exec::upload(slopes, queue_);
  memories_ = exec::upload(std::vector<double>(slopes.size()), queue_);
  mechanisms_.slope = slopes_of_mechanisms_.device(Access::read);
}

void Channels::transfer(method::State& state) { state.values(memories_.host(Access::read_write), memories_.size()); }

ChannelWeights Channels::reading_of(Physics physics, const physics::Material& earth, const PointBasis& basis,
                                    const method::Receiver& receiver, int component, std::size_t place) const {
  using From = ChannelWeights::From;
  const int dim = tables_.dim;
  ChannelWeights r;
  r.place = place;
  const Quantity quantity = receiver.quantity;
  if (quantity == Quantity::velocity) r.from = From::velocity;
  if (quantity == Quantity::acceleration) r.from = From::acceleration;
  if (physics == Physics::acoustic) {  // p = -chi_tt, u = grad chi / rho
    if (quantity == Quantity::pressure) {
      r.from = From::acceleration;
      r.value[0] = -1;
    } else if (quantity == Quantity::stress) {
      r.from = From::acceleration;
      r.value[0] = component < dim ? 1 : 0;
    } else {
      add_derivative(basis, dim, component, 1 / earth.rho, r.slope[0]);
    }
    return r;
  }
  if (quantity == Quantity::pressure) {
    for (int a = 0; a < dim; ++a)
      for (int c = 0; c < dim; ++c) {
        const double factor = dim == 3 ? pressure_of_slope<3>(earth, a, c) : pressure_of_slope<2>(earth, a, c);
        add_derivative(basis, dim, a, factor, r.slope[c]);
      }
  } else if (quantity == Quantity::stress) {
    for (int a = 0; a < dim; ++a)
      for (int c = 0; c < dim; ++c) {
        const double factor =
            dim == 3 ? stress_of_slope<3>(earth, a, c, component) : stress_of_slope<2>(earth, a, c, component);
        add_derivative(basis, dim, a, factor, r.slope[c]);
      }
  } else {
    r.value[component] = 1;
  }
  return r;
}

template <class Real>
void Channels::note(const Fields<Real>& fields) {
  if (block_.is_full()) bring();
  if (mechanisms_.n > 0) mechanisms_.memory = memories_.device(Access::read_write);
  exec::run(queue_, owned_.size(), ReadChannel<Real>{tables_, fields, mechanisms_, block_.next()});
}

void Channels::bring() {
  const std::size_t n = block_.n_noted() * block_.width();
  if (const double* values = block_.bring(); n > 0) taken_.insert(taken_.end(), values, values + n);
}

std::vector<double> Channels::take() {
  bring();
  return std::exchange(taken_, {});
}

template void Channels::note<float>(const Fields<float>&);
template void Channels::note<double>(const Fields<double>&);

}  // namespace unda::sem

// Placing and reading channels.
#include "sem/channels.hpp"

#include "exec/for_each.hpp"
#include "model/properties.hpp"

namespace unda::sem {

using scenario::Quantity;

namespace {

/// Adds factor * d u_c / dx_axis to slopes of the unit element.
void add_derivative(const PointBasis& basis, int dim, int axis, double factor, std::array<double, 3>& slope) {
  slope[axis] += factor * basis.along[axis];
  slope[dim - 1] += factor * basis.up[axis];
}

/// The two axes of a stress component: xx yy zz xy xz yz, in 2-D xx zz xz.
std::array<int, 2> axes_of_stress(int component, int dim) {
  constexpr std::array<std::array<int, 2>, 6> in_3d{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
  constexpr std::array<std::array<int, 2>, 3> in_2d{{{0, 0}, {1, 1}, {0, 1}}};
  return dim == 3 ? in_3d[component] : in_2d[component];
}

}  // namespace

Channels::Channels(const Mesh& mesh, Physics physics, const model::Model& model,
                   const std::vector<method::Receiver>& receivers, const std::vector<method::Channel>& all)
    : dim_(mesh.dim()), component_stride_(static_cast<std::ptrdiff_t>(mesh.size())) {
  for (int p = 0; p < mesh.points_of_an_element(); ++p) offset_.push_back(mesh.offset(p));
  std::size_t last = receivers.size();
  std::optional<PointBasis> basis;
  for (const method::Channel& channel : all) {
    const method::Receiver& receiver = receivers[channel.receiver];
    if (channel.receiver != last) {
      basis = basis_at(mesh, receiver.position);
      if (basis) places_.push_back({mesh.first_place(basis->element), basis->value, basis->slope});
    }
    last = channel.receiver;
    if (!basis) continue;
    // The model where the element has it: a point on an interface may stand for either side.
    const int middle = mesh.degree() / 2;
    const Vector centre = mesh.position(basis->element, {middle, middle, dim_ == 3 ? middle : 0});
    const model::Properties earth = model.at(receiver.position + 1e-6 * (centre - receiver.position));
    owned_.push_back(channel);
    readings_.push_back(reading_of(physics, earth, *basis, receiver, channel.component));
  }
}

auto Channels::reading_of(Physics physics, const model::Properties& earth, const PointBasis& basis,
                          const method::Receiver& receiver, int component) const -> ChannelWeights {
  ChannelWeights r;
  r.place = places_.size() - 1;
  const Quantity quantity = receiver.quantity;
  if (quantity == Quantity::velocity) r.from = From::velocity;
  if (quantity == Quantity::acceleration) r.from = From::acceleration;
  if (physics == Physics::acoustic) {  // p = -chi_tt, u = grad chi / rho
    if (quantity == Quantity::pressure) {
      r.from = From::acceleration;
      r.value[0] = -1;
    } else {
      add_derivative(basis, dim_, component, 1 / earth.rho, r.slope[0]);
    }
    return r;
  }
  const double mu = model::shear_modulus(earth), lambda = model::p_wave_modulus(earth) - 2 * mu;
  if (quantity == Quantity::pressure) {
    for (int a = 0; a < dim_; ++a) add_derivative(basis, dim_, a, -model::bulk_modulus(earth), r.slope[a]);
  } else if (quantity == Quantity::stress) {
    const auto [a, b] = axes_of_stress(component, dim_);
    if (a == b)
      for (int c = 0; c < dim_; ++c) add_derivative(basis, dim_, c, lambda, r.slope[c]);
    add_derivative(basis, dim_, b, mu, r.slope[a]);
    add_derivative(basis, dim_, a, mu, r.slope[b]);
  } else {
    r.value[component] = 1;
  }
  return r;
}

template <class Value>
double Channels::sum(const ElementWeights& place, int slope_axis, Value value) const {
  const auto& x = slope_axis == 0 ? place.slope[0] : place.value[0];
  const auto& y = slope_axis == 1 ? place.slope[1] : place.value[1];
  const auto& z = slope_axis == 2 ? place.slope[2] : place.value[2];
  double total = 0;
  std::size_t p = 0;
  for (const double wz : z) {
    double plane = 0;
    for (const double wy : y) {
      double row = 0;
      for (const double wx : x) row += wx * value(place.first + offset_[p++]);
      plane += wy * row;
    }
    total += wz * plane;
  }
  return total;
}

template <class Real>
void Channels::read(const Fields<Real>& fields, std::span<double> values) const {
  exec::for_each_block(readings_.size(), 1024, [&](std::size_t n) {
    const ChannelWeights& reading = readings_[n];
    const ElementWeights& place = places_[reading.place];
    double total = 0;
    for (int c = 0; c < dim_; ++c) {
      const std::ptrdiff_t component = c * component_stride_;
      auto value = [&](std::ptrdiff_t at) {
        if (reading.from == From::displacement) return static_cast<double>(fields.displacement[component + at]);
        if (reading.from == From::velocity) return static_cast<double>(fields.velocity[component + at]);
        return static_cast<double>(fields.forces[component + at]) * static_cast<double>(fields.inverse_mass[at]);
      };
      if (reading.value[c] != 0) total += reading.value[c] * sum(place, -1, value);
      for (int a = 0; a < dim_; ++a)
        if (reading.slope[c][a] != 0) total += reading.slope[c][a] * sum(place, a, value);
    }
    values[n] = total;
  });
}

template void Channels::read<float>(const Fields<float>&, std::span<double>) const;
template void Channels::read<double>(const Fields<double>&, std::span<double>) const;

}  // namespace unda::sem

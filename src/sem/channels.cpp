// Placing and reading channels.
#include "sem/channels.hpp"

#include "exec/for_each.hpp"

namespace unda::sem {

using scenario::Quantity;

namespace {

/// Adds factor * d u_c / dx_axis to slopes of the unit element.
void add_derivative(const PointBasis& basis, int dim, int axis, double factor, std::array<double, 3>& slope) {
  slope[axis] += factor * basis.along[axis];
  slope[dim - 1] += factor * basis.up[axis];
}

/// What du_c/dx_axis alone gives to a component of the stress (xx yy zz xy xz yz, in 2-D xx zz xz).
template <int Dim>
double stress_of_slope(const physics::Material& earth, int axis, int c, int component) {
  double gradient[Dim][Dim]{};
  gradient[axis][c] = 1;
  return physics::stress(earth.moduli, physics::strain_of_gradient(gradient)).of[component];
}

}  // namespace

Channels::Channels(const Mesh& mesh, const parallel::Range& layers, Physics physics, const Materials& materials,
                   const std::vector<method::Receiver>& receivers, const std::vector<method::Channel>& all)
    : dim_(mesh.dim()), component_stride_(static_cast<std::ptrdiff_t>(mesh.size())) {
  for (int p = 0; p < mesh.points_of_an_element(); ++p) offset_.push_back(mesh.offset(p));
  std::size_t last = receivers.size();
  std::optional<PointBasis> basis;
  for (const method::Channel& channel : all) {
    const method::Receiver& receiver = receivers[channel.receiver];
    if (channel.receiver != last) {
      basis = basis_at(mesh, receiver.position);
      if (basis && !layers.contains(basis->element[mesh.up()])) basis.reset();
      if (basis) places_.push_back({mesh.first_place(basis->element), basis->value, basis->slope});
    }
    last = channel.receiver;
    if (!basis) continue;
    owned_.push_back(channel);
    readings_.push_back(
        reading_of(physics, materials.near(basis->element, receiver.position), *basis, receiver, channel.component));
  }
}

auto Channels::reading_of(Physics physics, const physics::Material& earth, const PointBasis& basis,
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
  if (quantity == Quantity::pressure) {
    for (int a = 0; a < dim_; ++a) add_derivative(basis, dim_, a, -physics::bulk_modulus(earth.moduli), r.slope[a]);
  } else if (quantity == Quantity::stress) {
    for (int a = 0; a < dim_; ++a)
      for (int c = 0; c < dim_; ++c) {
        const double factor =
            dim_ == 3 ? stress_of_slope<3>(earth, a, c, component) : stress_of_slope<2>(earth, a, c, component);
        add_derivative(basis, dim_, a, factor, r.slope[c]);
      }
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

// Looking at the wavefield of a part, and setting it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exec/for_each.hpp"
#include "sem/kernels/stiffness_reference.hpp"
#include "sem/region.hpp"
#include "sem/sums.hpp"

namespace unda::sem {

using scenario::Quantity;

template <class Real>
bool Region<Real>::has_snapshot(Quantity quantity) const {
  if (is_solid()) return true;
  return quantity == Quantity::pressure || quantity == Quantity::velocity || quantity == Quantity::displacement;
}

template <class Real>
void Region<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  const bool of_points =
      !is_solid() ? quantity == Quantity::pressure : quantity != Quantity::pressure && quantity != Quantity::stress;
  if (!of_points) return stress_snapshot(quantity, values);
  const auto size = static_cast<std::ptrdiff_t>(mesh_.size());
  auto value_at = [&](int c, std::ptrdiff_t place) {
    const auto at = static_cast<std::size_t>(c * size + place);
    if (quantity == Quantity::displacement) return displacement_[at];
    if (quantity == Quantity::velocity) return velocity_[at];
    const Real acceleration = forces_[at] * inverse_mass_[static_cast<std::size_t>(place)];
    return quantity == Quantity::pressure ? -acceleration : acceleration;
  };
  std::size_t n = 0;
  for_each_domain_point(mesh_, [&](const Index& point) {
    const std::ptrdiff_t place = mesh_.place(point);
    for (int c = 0; c < n_components(); ++c, ++n)
      if (has_point(point)) values[n] = static_cast<float>(value_at(c, place));
  });
}

/// Of a stress in the order of traces.
template <int Dim>
double component(const std::vector<std::array<double, 3>>& stress, int c) {
  using Order = physics::Symmetric<Dim, double>;
  return stress[static_cast<std::size_t>(Order::first_axis(c))][Order::second_axis(c)];
}

/// What follows from the gradient: stresses, or the motion of a fluid. It jumps between elements; a point has the mean of those
/// around it, each with the mass of its part.
template <class Real>
void Region<Real>::stress_snapshot(Quantity quantity, std::span<float> values) const {
  const int dim = mesh_.dim(), nc = scenario::n_components(quantity, dim);
  const std::size_t size = mesh_.size();
  std::vector<float> sum((static_cast<std::size_t>(nc) + 1) * size, 0.0F);
  const Real* field = quantity == Quantity::velocity ? velocity_.data() : displacement_.data();
  for_each_element(mesh_, [&](const Index& e) {
    if (mesh_.in_absorbing_layer(e) || !has_element(e)) return;
    for_each_point_of_element(mesh_, [&](const Index& point) {
      const auto g = gradient_at(mesh_, field, n_components(), e, point);
      const auto kept = tables_.moduli().at(mesh_, e, point);
      const physics::Material earth =
          is_solid() ? physics::Material{0, {kept[0], kept[1]}} : physics::Material{1 / kept[0], {}};
      const auto stress = stress_at(dim, physics_, earth, g);
      double weight = jacobian(mesh_, e, point);
      Index in_rank{};
      for (int a = 0; a < dim; ++a) {
        weight *= mesh_.gll().weight[point[a]];
        in_rank[a] = mesh_.degree() * e[a] + point[a];
      }
      const auto place = static_cast<std::size_t>(mesh_.place(in_rank));
      for (int c = 0; c < nc; ++c) {
        double value = 0;
        if (!is_solid())
          value = stress[static_cast<std::size_t>(c)][0];
        else if (quantity == Quantity::pressure)
          value = -(stress[0][0] + stress[1][1] + stress[2][2]) / 3;
        else
          value = dim == 3 ? component<3>(stress, c) : component<2>(stress, c);
        sum[static_cast<std::size_t>(c) * size + place] += static_cast<float>(weight * value);
      }
      sum[static_cast<std::size_t>(nc) * size + place] += static_cast<float>(weight);
    });
  });
  add_up(mesh_, cuts_, communicator_, sum.data(), nc + 1);
  std::size_t n = 0;
  for_each_domain_point(mesh_, [&](const Index& point) {
    const auto place = static_cast<std::size_t>(mesh_.place(point));
    for (int c = 0; c < nc; ++c, ++n)
      if (has_point(point))
        values[n] = sum[static_cast<std::size_t>(c) * size + place] / sum[static_cast<std::size_t>(nc) * size + place];
  });
}

template <class Real>
void Region<Real>::start_from(const method::StartingField& field) {
  exec::for_each(n_numbers(), [this](std::size_t n) { forces_[n] = 0; });
  for_each_point(mesh_, [&](const Index& point) {
    const Vector x = mesh_.position(point);
    const auto place = static_cast<std::size_t>(mesh_.place(point));
    if (!(inverse_mass_[place] > 0)) return;
    if (!is_solid()) {
      displacement_[place] = static_cast<Real>(field.potential(x, 0));
      velocity_[place] = static_cast<Real>((field.potential(x, 0) - field.potential(x, -dt_)) / dt_);
      return;
    }
    const Vector now = field.displacement(x, 0), before = field.displacement(x, -dt_);
    for (int c = 0; c < n_components(); ++c) {
      const int axis = mesh_.physical(c);
      displacement_[static_cast<std::size_t>(c) * mesh_.size() + place] = static_cast<Real>(now[axis]);
      velocity_[static_cast<std::size_t>(c) * mesh_.size() + place] =
          static_cast<Real>((now[axis] - before[axis]) / dt_);
    }
  });
}

/// Over the points of the domain on all ranks, each once and on the faces of absorbing layers in part: f(component * size + place, place).
template <class Real>
template <class Function>
double Region<Real>::sum_over_points(Function f) const {
  const auto n_rows = static_cast<std::size_t>(mesh_.n_points(1)) * mesh_.n_points(2);
  std::vector<double> rows(n_rows, 0.0);
  exec::for_each_block(n_rows, static_cast<std::size_t>(mesh_.n_points(0)), [&](std::size_t r) {
    for (int i = 0; i < mesh_.n_points(0); ++i) {
      const Index point{i, static_cast<int>(r) % mesh_.n_points(1), static_cast<int>(r) / mesh_.n_points(1)};
      if (!mesh_.owns(point)) continue;
      const auto place = static_cast<std::size_t>(mesh_.place(point));
      const double share = mesh_.share_in_domain(point);
      for (int c = 0; c < n_components(); ++c)
        rows[r] += share * f(static_cast<std::size_t>(c) * mesh_.size() + place, place);
    }
  });
  const double sum = std::accumulate(rows.begin(), rows.end(), 0.0);
  return communicator_.sum(sum);
}

/// x K x from this rank's own elements: what neighbours add is theirs.
template <class Real>
double Region<Real>::energy() const {
  const bool elastic = is_solid();
  const exec::Buffer<Real>& field = elastic ? displacement_ : velocity_;
  exec::Buffer<Real> pull(n_numbers());
  add_all_forces(field.data(), pull.data());
  const double work = exec::sum(
      n_numbers(), [&](std::size_t n) { return -static_cast<double>(field[n]) * static_cast<double>(pull[n]); });
  // Solids: moving masses; fluids: p^2/kappa, with chi_tt the acceleration.
  const double rest = sum_over_points([&](std::size_t n, std::size_t place) {
    const double inverse = inverse_mass_[place];
    if (!(inverse > 0)) return 0.0;
    const double x = elastic ? static_cast<double>(velocity_[n]) / inverse : static_cast<double>(forces_[n]);
    return x * x * inverse;
  });
  return 0.5 * (communicator_.sum(work) + rest);
}

template <class Real>
bool Region<Real>::finite() const {
  // x - x is zero only for finite x.
  const double sum = sum_of_many(
      n_numbers(), [this](std::size_t n) { return static_cast<double>(displacement_[n] - displacement_[n]); });
  return communicator_.all(sum == 0);
}

template <class Real>
method::Extreme Region<Real>::extreme() const {
  const char* field = is_solid() ? "displacement" : "potential";
  method::WorstPoint worst;
  for_each_point(mesh_, [&](const Index& point) {
    for (int c = 0; c < n_components(); ++c)
      worst.include(
          displacement_[static_cast<std::size_t>(c) * mesh_.size() + static_cast<std::size_t>(mesh_.place(point))],
          field, [&] { return mesh_.position(point); });
  });
  return worst.of_all(communicator_);
}

template <class Real>
void Region<Real>::transfer(method::State& state) {
  for (exec::Buffer<Real>* field : {&displacement_, &velocity_, &forces_}) state.values(field->data(), field->size());
  absorbing_layer_.transfer(state);
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

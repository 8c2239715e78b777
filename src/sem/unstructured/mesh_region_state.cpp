// Looking at the wavefield of a part of any mesh, and setting it.
#include <algorithm>

#include "sem/kernels/stiffness_reference.hpp"
#include "sem/sums.hpp"
#include "sem/unstructured/mesh_region.hpp"

namespace unda::sem {

using scenario::Quantity;

template <class Real>
std::vector<std::array<double, 3>> MeshRegion<Real>::gradient(const Real* field, std::size_t slot, int p) const {
  const int dim = whole_->dim(), n = whole_->degree() + 1;
  const Index at = point_of(p, whole_->degree());
  std::vector<std::array<double, 3>> gradient(static_cast<std::size_t>(n_components()));
  for (int c = 0; c < n_components(); ++c) {
    const Real* of_component = field + static_cast<std::size_t>(c) * elements_.size();
    int stride = 1;
    for (int b = 0; b < dim; ++b, stride *= n) {
      double slope = 0;
      for (int m = 0; m < n; ++m)
        slope += whole_->gll().d(at[b], m) *
                 static_cast<double>(of_component[elements_.place(slot, p + (m - at[b]) * stride)]);
      for (int a = 0; a < dim; ++a)
        gradient[static_cast<std::size_t>(c)][static_cast<std::size_t>(a)] += tables_.inverse(slot, p, b, a) * slope;
    }
  }
  return gradient;
}

template <class Real>
void MeshRegion<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  const bool is_stress = quantity == Quantity::pressure || quantity == Quantity::stress;
  if (is_solid() == is_stress) return gradient_snapshot(quantity, values);
  const int dim = whole_->dim(), nc = scenario::n_components(quantity, dim);
  for (std::size_t place = 0; place < elements_.size(); ++place)
    for (int c = 0; c < nc; ++c) {
      const std::size_t at = static_cast<std::size_t>(is_solid() ? c : 0) * elements_.size() + place;
      const Real acceleration = forces_[at] * inverse_mass_[place];
      const Real value = quantity == Quantity::displacement ? displacement_[at]
                         : quantity == Quantity::velocity   ? velocity_[at]
                         : quantity == Quantity::stress     ? (c < dim ? acceleration : Real(0))
                         : quantity == Quantity::pressure   ? -acceleration
                                                            : acceleration;
      values[place * static_cast<std::size_t>(nc) + static_cast<std::size_t>(c)] = static_cast<float>(value);
    }
}

/// What follows from the gradient: stresses, or the motion of a fluid. It jumps between elements; a point has the mean of those
/// around it, each with its volume.
template <class Real>
void MeshRegion<Real>::gradient_snapshot(Quantity quantity, std::span<float> values) const {
  const int dim = whole_->dim(), nc = scenario::n_components(quantity, dim);
  const std::size_t size = elements_.size();
  std::vector<double> sum((static_cast<std::size_t>(nc) + 1) * size, 0.0);
  std::vector<Real> acceleration;
  const Real* field = quantity == Quantity::velocity ? velocity_.data() : displacement_.data();
  if (quantity == Quantity::acceleration) {  // of a fluid
    for (std::size_t n = 0; n < size; ++n) acceleration.push_back(forces_[n] * inverse_mass_[n]);
    field = acceleration.data();
  }
  for (std::size_t slot = 0; slot < elements_.n_slots(); ++slot) {
    if (elements_.element(slot) < 0) continue;
    for (int p = 0; p < whole_->points_of_an_element(); ++p) {
      const physics::Material earth =
          material_of(physics_, dim, tables_.moduli().at(slot, tables_.moduli().by_point ? p : 0));
      const auto g = gradient(field, slot, p);
      auto stress = stress_at(dim, physics_, earth, g);
      const double weight = tables_.volume(slot, p);
      if (attenuates()) relaxation_.relax(slot, p, {physics_, dim, earth, g}, weight, stress);
      const auto place = static_cast<std::size_t>(elements_.place(slot, p));
      for (int c = 0; c < nc; ++c)
        sum[static_cast<std::size_t>(c) * size + place] += weight * shown_component(quantity, physics_, dim, stress, c);
      sum[static_cast<std::size_t>(nc) * size + place] += weight;
    }
  }
  add_up(elements_.towards(nc + 1), communicator_, sum.data());
  for (std::size_t place = 0; place < size; ++place)
    for (std::size_t c = 0; c < static_cast<std::size_t>(nc); ++c)
      values[place * static_cast<std::size_t>(nc) + c] =
          static_cast<float>(sum[c * size + place] / sum[static_cast<std::size_t>(nc) * size + place]);
}

template <class Real>
void MeshRegion<Real>::start_from(const method::StartingField& field) {
  std::fill(forces_.begin(), forces_.end(), Real(0));
  for (std::size_t place = 0; place < elements_.size(); ++place) {
    const bool is_held = !(inverse_mass_[place] > 0);
    const Vector x = elements_.position(place);
    if (!is_solid()) {
      displacement_[place] = is_held ? Real(0) : static_cast<Real>(field.potential(x, 0));
      velocity_[place] =
          is_held ? Real(0) : static_cast<Real>((field.potential(x, 0) - field.potential(x, -dt_)) / dt_);
      continue;
    }
    const Vector now = field.displacement(x, 0), before = field.displacement(x, -dt_);
    for (int c = 0; c < n_components(); ++c) {
      const auto axis = static_cast<std::size_t>(whole_->physical(c));
      const std::size_t at = static_cast<std::size_t>(c) * elements_.size() + place;
      displacement_[at] = is_held ? Real(0) : static_cast<Real>(now[axis]);
      velocity_[at] = is_held ? Real(0) : static_cast<Real>((now[axis] - before[axis]) / dt_);
    }
  }
}

/// x K x from this rank's own elements: what neighbours add is theirs. Solids: moving masses; fluids: p^2/kappa, with chi_tt the
/// acceleration.
template <class Real>
double MeshRegion<Real>::energy() const {
  const exec::Buffer<Real>& field = is_solid() ? displacement_ : velocity_;
  exec::Buffer<Real> pull(n_numbers());
  add_forces(elements_.outer(), false, field.data(), pull.data());
  add_forces(elements_.inner(), false, field.data(), pull.data());
  const double work = sum_of_many(
      n_numbers(), [&](std::size_t n) { return -static_cast<double>(field[n]) * static_cast<double>(pull[n]); });
  const double rest = sum_of_many(n_numbers(), [&](std::size_t n) {
    const std::size_t place = n % elements_.size();
    const double inverse = inverse_mass_[place];
    if (!(inverse > 0) || !elements_.owns(place)) return 0.0;
    const double x = is_solid() ? static_cast<double>(velocity_[n]) / inverse : static_cast<double>(forces_[n]);
    return x * x * inverse;
  });
  return 0.5 * communicator_.sum(work + rest);
}

template <class Real>
bool MeshRegion<Real>::finite() const {
  const Real* u = displacement_.data();  // x - x is zero only for finite x
  const double sum = sum_of_many(n_numbers(), [u](std::size_t n) { return static_cast<double>(u[n] - u[n]); });
  return communicator_.all(sum == 0);
}

template <class Real>
method::Extreme MeshRegion<Real>::extreme() const {
  method::WorstPoint worst;
  for (std::size_t n = 0; n < n_numbers(); ++n)
    worst.include(displacement_[n], is_solid() ? "displacement" : "potential",
                  [&] { return elements_.position(n % elements_.size()); });
  return worst.of_all(communicator_);
}

template <class Real>
void MeshRegion<Real>::transfer(method::State& state) {
  for (exec::Buffer<Real>* field : {&displacement_, &velocity_, &forces_}) state.values(field->data(), field->size());
  if (fluid_relaxation_.exists()) fluid_relaxation_.transfer(state);
  if (!attenuates()) return;
  relaxation_.transfer(state);
  channels_.transfer(state);
}

template class MeshRegion<float>;
template class MeshRegion<double>;

}  // namespace unda::sem

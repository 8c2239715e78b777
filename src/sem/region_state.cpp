// Looking at the wavefield of a part, and setting it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "sem/kernels/stiffness_reference.hpp"
#include "sem/region.hpp"
#include "sem/sums.hpp"

namespace unda::sem {

using exec::Access;
using scenario::Quantity;

template <class Real>
bool Region<Real>::keep_wavefield(bool with_memories) {
  if (elements_relax() && with_memories)
    return kept_.keep({&displacement_, &velocity_, &forces_, &relaxation_.memories()}, queue_);
  return kept_.keep({&displacement_, &velocity_, &forces_}, queue_);
}

template <class Real>
Fields<Real> Region<Real>::fields_here() const {
  if (kept_.are_kept()) return {kept_.array(0), kept_.array(1), kept_.array(2), inverse_mass_.host()};
  return {displacement_.host(), velocity_.host(), forces_.host(), inverse_mass_.host()};
}

namespace {

/// f(place, number) for the points of a part in the domain, with their numbers among all domain points of the rank.
template <class Function>
void for_each_snapshot_point(const Mesh& part, const Mesh& whole, Function f) {
  const int up = part.up(), above = part.degree() * (part.first(up) - whole.first(up));
  const parallel::Range x = whole.domain_points(0), y = whole.domain_points(1), z = whole.domain_points(2);
  for_each_point(part, [&](const Index& point) {
    Index at = point;
    at[up] += above;
    if (!x.contains(at[0]) || !y.contains(at[1]) || !z.contains(at[2])) return;
    const std::int64_t row = static_cast<std::int64_t>(at[2] - z.first) * y.count() + at[1] - y.first;
    f(part.place(point), static_cast<std::size_t>(row * x.count() + at[0] - x.first));
  });
}

}  // namespace

template <class Real>
void Region<Real>::snapshot(Quantity quantity, const Mesh& whole, std::span<float> values) const {
  const bool is_stress = quantity == Quantity::pressure || quantity == Quantity::stress;
  const Fields<Real> fields = fields_here();
  if (is_solid() == is_stress) return gradient_snapshot(quantity, fields, whole, values);
  const auto size = static_cast<std::ptrdiff_t>(mesh_.size());
  const int dim = mesh_.dim(), nc = scenario::n_components(quantity, dim);
  auto value_at = [&](int c, std::ptrdiff_t place) -> Real {
    const auto at = static_cast<std::size_t>((is_solid() ? c : 0) * size + place);
    if (quantity == Quantity::displacement) return fields.displacement[at];
    if (quantity == Quantity::velocity) return fields.velocity[at];
    const Real acceleration = fields.forces[at] * fields.inverse_mass[place];
    if (quantity == Quantity::stress) return c < dim ? acceleration : 0;  // of a fluid
    return quantity == Quantity::pressure ? -acceleration : acceleration;
  };
  for_each_snapshot_point(mesh_, whole, [&](std::ptrdiff_t place, std::size_t number) {
    for (int c = 0; c < nc; ++c)
      values[number * static_cast<std::size_t>(nc) + static_cast<std::size_t>(c)] =
          static_cast<float>(value_at(c, place));
  });
}

/// What follows from the gradient: stresses, or the motion of a fluid. It jumps between elements; a point has the mean of those
/// around it, each with the mass of its part.
template <class Real>
void Region<Real>::gradient_snapshot(Quantity quantity, const Fields<Real>& fields, const Mesh& whole,
                                     std::span<float> values) const {
  const int dim = mesh_.dim(), nc = scenario::n_components(quantity, dim);
  const std::size_t size = mesh_.size();
  std::vector<float> sum((static_cast<std::size_t>(nc) + 1) * size, 0.0F);
  const Real* field = quantity == Quantity::velocity ? fields.velocity : fields.displacement;
  exec::Buffer<Real> acceleration;
  if (quantity == Quantity::acceleration) {  // of a fluid
    acceleration = exec::Buffer<Real>(size);
    for (std::size_t n = 0; n < size; ++n) acceleration[n] = fields.forces[n] * fields.inverse_mass[n];
    field = acceleration.data();
  }
  const Real* memories = !elements_relax()  ? nullptr
                         : kept_.are_kept() ? kept_.array(3)
                                            : relaxation_.memories().host();
  for_each_element(mesh_, [&](const Index& e) {
    if (mesh_.in_absorbing_layer(e)) return;
    for_each_point_of_element(mesh_, [&](const Index& point) {
      const auto g = gradient_at(mesh_, field, n_components(), e, point);
      const physics::Material earth = material_of(physics_, dim, tables_.moduli().at(mesh_, e, point));
      auto stress = stress_at(dim, physics_, earth, g);
      const double volume = jacobian(mesh_, e, point);
      double weight = volume;
      Index in_rank{};
      for (int a = 0; a < dim; ++a) {
        weight *= mesh_.gll().weight[point[a]];
        in_rank[a] = mesh_.degree() * e[a] + point[a];
      }
      if (memories != nullptr)  // those of devices carry no weights
        relaxation_.relax(mesh_, e, point, {physics_, dim, earth, g}, memories, is_on_host() ? weight : volume, stress);
      const auto place = static_cast<std::size_t>(mesh_.place(in_rank));
      for (int c = 0; c < nc; ++c) {
        const double value = shown_component(quantity, physics_, dim, stress, c);
        sum[static_cast<std::size_t>(c) * size + place] += static_cast<float>(weight * value);
      }
      sum[static_cast<std::size_t>(nc) * size + place] += static_cast<float>(weight);
    });
  });
  add_up(mesh_, cuts_, communicator_, sum.data(), nc + 1);
  for_each_snapshot_point(mesh_, whole, [&](std::ptrdiff_t place, std::size_t number) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(nc); ++c)
      values[number * static_cast<std::size_t>(nc) + c] =
          sum[c * size + static_cast<std::size_t>(place)] /
          sum[static_cast<std::size_t>(nc) * size + static_cast<std::size_t>(place)];
  });
}

template <class Real>
void Region<Real>::start_from(const method::StartingField& field) {
  Real *u = displacement_.host(Access::write), *v = velocity_.host(Access::write), *f = forces_.host(Access::write);
  std::fill_n(u, n_numbers(), Real(0));
  std::fill_n(v, n_numbers(), Real(0));
  std::fill_n(f, n_numbers(), Real(0));
  const Real* inverse_mass = inverse_mass_.host();
  for_each_point(mesh_, [&](const Index& point) {
    const Vector x = mesh_.position(point);
    const auto place = static_cast<std::size_t>(mesh_.place(point));
    if (!(inverse_mass[place] > 0)) return;
    if (!is_solid()) {
      u[place] = static_cast<Real>(field.potential(x, 0));
      v[place] = static_cast<Real>((field.potential(x, 0) - field.potential(x, -dt_)) / dt_);
      return;
    }
    const Vector now = field.displacement(x, 0), before = field.displacement(x, -dt_);
    for (int c = 0; c < n_components(); ++c) {
      const int axis = mesh_.physical(c);
      u[static_cast<std::size_t>(c) * mesh_.size() + place] = static_cast<Real>(now[axis]);
      v[static_cast<std::size_t>(c) * mesh_.size() + place] = static_cast<Real>((now[axis] - before[axis]) / dt_);
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
double Region<Real>::energy(bool forces_are_known) const {
  if (!is_on_host()) return const_cast<Region*>(this)->energy_on_device(forces_are_known);
  const bool elastic = is_solid();
  const Fields<Real> fields = fields_here();
  const Real* field = elastic ? fields.displacement : fields.velocity;
  exec::Buffer<Real> pull(n_numbers());
  add_all_forces(field, pull.data());
  const double work = exec::sum(
      n_numbers(), [&](std::size_t n) { return -static_cast<double>(field[n]) * static_cast<double>(pull[n]); });
  // Solids: moving masses; fluids: p^2/kappa, with chi_tt the acceleration.
  const double rest = sum_over_points([&](std::size_t n, std::size_t place) {
    const double inverse = fields.inverse_mass[place];
    if (!(inverse > 0)) return 0.0;
    const double x =
        elastic ? static_cast<double>(fields.velocity[n]) / inverse : static_cast<double>(fields.forces[n]);
    return x * x * inverse;
  });
  return 0.5 * (communicator_.sum(work) + rest);
}

template <class Real>
double Region<Real>::energy_on_device(bool forces_are_known) {
  if (forces_are_known && pull_.empty()) pull_ = exec::Twin<Real>(n_numbers(), queue_);
  Real* pull = (forces_are_known ? pull_ : forces_).device(Access::read_write);
  if (!forces_are_known) exec::run(queue_, n_numbers(), ClearNumbers<Real>{pull});
  const Fields<Real> fields = fields_there();
  const int degree = mesh_.degree(), dim = mesh_.dim();
  SumEnergies<Real> sum{is_solid() ? fields.displacement : fields.velocity,
                        pull,
                        is_solid() ? fields.velocity : fields.forces,
                        fields.inverse_mass,
                        {},
                        mesh_.row(),
                        mesh_.plane(),
                        static_cast<std::ptrdiff_t>(mesh_.size()),
                        degree,
                        dim,
                        n_components(),
                        dim == 3 ? mesh_.n_points(2) : 1,
                        {mesh_.n_points(0), mesh_.n_points(1), mesh_.n_points(2)},
                        is_solid(),
                        nullptr};
  device_forces_.find_unrelaxed(sum.field, pull);
  for (int a = 0; a < dim; ++a) {
    if (shares_[a].empty()) {
      std::vector<double> share;
      for (int i = 0; i < mesh_.n_points(a); ++i)
        share.push_back(mesh_.owns_along(a, i) ? mesh_.share_along(a, i) : 0.0);
      shares_[a] = exec::upload(share, queue_);
    }
    sum.share[a] = shares_[a].device(Access::read);
  }
  const auto n_columns = static_cast<std::size_t>(mesh_.plane()) * degree * degree;
  if (sums_.size() < 2 * n_columns) sums_ = exec::Twin<double>(2 * n_columns, queue_);
  sum.sums = sums_.device(Access::read_write);
  exec::run(queue_, n_columns, sum);
  const double* sums = sums_.host(Access::read);
  const double work = sum_of_many(n_columns, [&](std::size_t n) { return sums[n]; });
  const double rest = sum_of_many(n_columns, [&](std::size_t n) { return sums[n_columns + n]; });
  return 0.5 * communicator_.sum(work + rest);
}

template <class Real>
bool Region<Real>::finite() const {
  // x - x is zero only for finite x.
  double sum = 0;
  if (is_on_host()) {
    const Real* u = displacement_.host();
    sum = sum_of_many(n_numbers(), [u](std::size_t n) { return static_cast<double>(u[n] - u[n]); });
  } else {
    const std::size_t n_pieces = std::min(n_numbers(), std::max<std::size_t>(4096, n_numbers() / 1024));
    if (sums_.size() < n_pieces) sums_ = exec::Twin<double>(n_pieces, queue_);
    exec::run(queue_, n_pieces,
              SumOfDifferences<Real>{displacement_.device(Access::read), n_numbers(), n_pieces,
                                     sums_.device(Access::read_write)});
    const double* sums = sums_.host(Access::read);
    for (std::size_t n = 0; n < n_pieces; ++n) sum += sums[n];
  }
  return communicator_.all(sum == 0);
}

template <class Real>
method::Extreme Region<Real>::extreme() const {
  const char* field = is_solid() ? "displacement" : "potential";
  const Real* u = displacement_.host();
  method::WorstPoint worst;
  for_each_point(mesh_, [&](const Index& point) {
    for (int c = 0; c < n_components(); ++c)
      worst.include(u[static_cast<std::size_t>(c) * mesh_.size() + static_cast<std::size_t>(mesh_.place(point))], field,
                    [&] { return mesh_.position(point); });
  });
  return worst.of_all(communicator_);
}

template <class Real>
void Region<Real>::transfer(method::State& state) {
  for (exec::Twin<Real>* field : {&displacement_, &velocity_, &forces_})
    state.values(field->host(Access::read_write), field->size());
  absorbing_layer_.transfer(state);
  if (fluid_relaxation_.exists()) fluid_relaxation_.transfer(state);
  if (!elements_relax()) return;
  relaxation_.transfer(mesh_, state);
  channels_.transfer(state);
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

// Looking at the wavefield of a finite-difference propagator, and setting it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "fd/device/contact_items.hpp"
#include "fd/finite_differences.hpp"
#include "fd/snapshot.hpp"

namespace unda::fd {

using scenario::Quantity;

template <class Real>
View<Real> FiniteDifferences<Real>::on_host(exec::Access access) const {
  View<Real> view = view_;
  medium_.show_to(view);
  for (std::size_t n = 0; n < fields_.size(); ++n) view.field[n] = fields_[n].origin(access);
  return view;
}

template <class Real>
void FiniteDifferences<Real>::wait() {
  queue_.wait();
}

template <class Real>
method::SnapshotPoints FiniteDifferences<Real>::snapshot_points() const {
  return domain_points(grid_);
}

template <class Real>
std::size_t FiniteDifferences<Real>::n_snapshot_points() const {
  return domain_points(grid_).n_points_here();
}

template <class Real>
double FiniteDifferences<Real>::snapshot_time_offset(Quantity quantity) const {
  return quantity == Quantity::velocity ? -0.5 : 0;
}

template <class Real>
bool FiniteDifferences<Real>::has_snapshot(Quantity quantity) const {
  if (quantity == Quantity::pressure) return true;
  return scheme_.motion == Motion::velocity && (quantity == Quantity::velocity || quantity == Quantity::stress);
}

template <class Real>
bool FiniteDifferences<Real>::keep_wavefield() {
  std::vector<exec::Twin<Real>*> fields;
  for (Array<Real>& field : fields_) fields.push_back(&field.values);
  const bool all_have_room = communicator_.all(kept_.keep(fields, queue_));
  if (!all_have_room) kept_.let_go();
  return all_have_room;
}

template <class Real>
void FiniteDifferences<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  View<Real> view = view_;
  if (kept_.are_kept())
    for (std::size_t n = 0; n < fields_.size(); ++n)
      view.field[n] = kept_.array(n) + fields_[n].shift + fields_[n].layout.origin;
  else
    view = on_host(exec::Access::read);  // the corners are filled here alone
  for (const FieldImages& images : images_)
    if (images.half[0] + images.half[1] + images.half[2] > 1)
      fill_lower_corners(view, grid_.dim, images, cuts_, communicator_);
  take_snapshot(view, grid_, scheme_, images_, slip_interfaces_, quantity, values);
}

template <class Real>
std::vector<double> FiniteDifferences<Real>::read_probes() {
  std::vector<double> values(probes_.owned().size());
  probes_.read(on_host(exec::Access::read), values);
  return values;
}

template <class Real>
void FiniteDifferences<Real>::start_from(const StartingField& start) {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  const View<Real> view = on_host(exec::Access::read_write);
  const std::size_t n_rows = static_cast<std::size_t>(view.n[1]) * view.n[2];
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const Half& half = scheme_.fields[f].half;
    // The fields of the first stage stand half a step before the others.
    const double t = stage_of(static_cast<int>(f)) == 0 ? -0.5 * dt_ : 0;
    const int plane_axis = slip_interfaces_.axis();
    const SlipRole role =
        slip_interfaces_.empty() ? SlipRole::continuous : scheme_.slip_role(static_cast<int>(f), plane_axis);
    exec::for_each_heavy(n_rows, [&](std::size_t r) {
      const int j = static_cast<int>(r % view.n[1]), k = static_cast<int>(r / view.n[1]);
      for (int i = 0; i < view.n[0]; ++i) {
        const Vector x = grid_.position({i + 0.5 * half[0], j + 0.5 * half[1], k + 0.5 * half[2]});
        const double scale = slip_interfaces_.scale(
            role, std::array{i, j, k}[static_cast<std::size_t>(plane_axis)] + grid_.axis[plane_axis].offset);
        auto value_at = [&](double time) {
          return scale *
                 scheme_.field_value(static_cast<int>(f), start.velocity(x, time), start.stress(x, time), physical);
        };
        const bool is_rate = scheme_.rate_of != nullptr && scheme_.rate_of(static_cast<int>(f)) >= 0;
        view.row(static_cast<int>(f), j, k)[i] =
            static_cast<Real>(is_rate ? (value_at(t + 0.5 * dt_) - value_at(t - 0.5 * dt_)) / dt_ : value_at(t));
      }
    });
    for (int k = 0; k < view.n[2]; ++k)
      for (int j = 0; j < view.n[1]; ++j) fill_images(view, grid_.dim, images_[f], j, k);
  }
  stepper_->exchange_all();
}

template <class Real>
double FiniteDifferences<Real>::cell_length(int field, int axis, int index) const {
  const auto& mirror = images_[field].mirror[axis];
  const bool half = images_[field].half[axis] == 1;
  const int last = view_.n[axis] - 1;
  const bool low_face = has_images(mirror[0]) || is_one_sided(mirror[0]);
  const bool high_face = has_images(mirror[1]) || is_one_sided(mirror[1]);
  if (half && high_face && index == last) return 0;
  if (!half && ((has_images(mirror[0]) && index == 0) || (has_images(mirror[1]) && index == last))) return 0.5;
  if (!low_face && !high_face) return 1;
  return point_length(grid_, axis, is_one_sided(mirror[0]), is_one_sided(mirror[1]), radius_, index, half);
}

/// Each field stands for its own length along every axis: less than a cell beside a face.
template <class Real>
double FiniteDifferences<Real>::energy() const {
  const double total =
      stepper_->energy([this](int field, int axis, int index) { return cell_length(field, axis, index); });
  return communicator_.sum(total + energy_of_fluid_points()) * grid_.cell_volume();
}

template <class Real>
double FiniteDifferences<Real>::energy_of_fluid_points() const {
  EnergyOfFluid<Real> item{fluid_points_.device(exec::Access::read), {}, fluid_energies_.device(exec::Access::write)};
  for (std::size_t n = 0; n < fluid_fields_.size(); ++n)
    item.fields[n] = fluid_fields_[n].origin_on_device(exec::Access::read);
  exec::run(queue_, fluid_points_.size(), item);
  const double* energies = fluid_energies_.host(exec::Access::read);
  return std::accumulate(energies, energies + fluid_energies_.size(), 0.0);
}

template <class Real>
bool FiniteDifferences<Real>::finite() const {
  // The field of the last stage takes in whatever went wrong in the others.
  return communicator_.all(stepper_->is_finite(scheme_.stages.back().updates.front().targets.front()));
}

template <class Real>
method::Extreme FiniteDifferences<Real>::extreme() const {
  const View<Real> view = on_host(exec::Access::read);
  const int field = scheme_.stages.back().updates.front().targets.front();
  const Half& half = scheme_.fields[field].half;
  method::WorstPoint worst;
  for (int k = 0; k < view.n[2]; ++k)
    for (int j = 0; j < view.n[1]; ++j) {
      const Real* row = view.row(field, j, k);
      for (int i = 0; i < view.n[0]; ++i)
        worst.include(row[i], scheme_.fields[field].name, [&] {
          return grid_.position({i + 0.5 * half[0], j + 0.5 * half[1], k + 0.5 * half[2]});
        });
    }
  return worst.of_all(communicator_);
}

template <class Real>
void FiniteDifferences<Real>::transfer(method::State& state) {
  const exec::Access access = state.restoring() ? exec::Access::write : exec::Access::read;
  if (!state.restoring()) settle_samples();
  state.value(step_);
  for (Array<Real>& field : fields_) state.values(field.values.host(access), field.values.size());
  for (Array<Real>& field : fluid_fields_) state.values(field.values.host(access), field.values.size());
  for (SparseUpdate<Real>& rows : contact_rows_) state.values(rows.psi.host(access), rows.psi.size());
  for (Layer<Real>& layer : layers_)
    for (auto* memories : {&layer.memory, &layer.slope_memory})
      for (exec::Twin<Real>& memory : *memories) state.values(memory.host(access), memory.size());
  relaxation_.transfer(state);
  state.values(records_.data(), records_.size());
}

template class FiniteDifferences<float>;
template class FiniteDifferences<double>;

}  // namespace unda::fd

// The step of a part.
#include "sem/region.hpp"

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/timeline.hpp"

namespace unda::sem {

using exec::Access;

template <class Real>
void Region<Real>::add_forces(const Colours& colours, const StiffnessKernels<Real>& kernels, const Real* u,
                              Real* f) const {
  ElementArrays<Real> all = tables_.arrays();
  if (elements_relax() && is_on_host()) all.relaxation = &relaxation_.arrays();
  for (const std::vector<Block>& blocks : colours)
    exec::for_each_heavy(blocks.size(), [&](std::size_t n) {
      const Block& block = blocks[n];
      // Without the empty element at the end of the last row, whose neighbours may be another thread's.
      const std::ptrdiff_t first = block.rows.first * mesh_.row(), last = block.rows.last * mesh_.row() - 1;
      for (int layer = block.layers.first; layer < block.layers.last; ++layer)
        (block.deformed ? kernels.deformed : kernels.flat)(all, u, f, layer, first, last);
    });
}

template <class Real>
void Region<Real>::add_all_forces(const Real* u, Real* f) const {
  add_forces(blocks_.outer, kernels_, u, f);
  add_forces(blocks_.inner, kernels_, u, f);
}

template <class Real>
template <int n_components, bool clears>
void Region<Real>::move_points() {
  const MovePoint<Real, n_components, clears> point{displacement_.device(Access::read_write),
                                                    velocity_.device(Access::read_write),
                                                    forces_.device(Access::read_write),
                                                    inverse_mass_.device(Access::read),
                                                    mesh_.size(),
                                                    static_cast<Real>(dt_)};
  exec::run(queue_, mesh_.size(), point);
}

template <class Real>
void Region<Real>::move() {
  const int nc = n_components();
  if (is_on_host())
    nc == 1 ? move_points<1, true>() : nc == 2 ? move_points<2, true>() : move_points<3, true>();
  else
    nc == 1 ? move_points<1, false>() : nc == 2 ? move_points<2, false>() : move_points<3, false>();
}

/// On a device the elements write all forces; on the host they add to them, those beside cuts first.
template <class Real>
void Region<Real>::add_outer_forces(std::int64_t step) {
  if (!is_on_host()) return begin_forces(step);
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  add_new_forces(blocks_.outer, fields.displacement, f);
  sources_.add({space(), physics_, fluid_relaxation_}, step, f);
  absorbing_layer_.add_forces(fields.displacement, fields.velocity, f);
}

template <class Real>
void Region<Real>::begin_forces(std::int64_t step, const Motion<Real>& motion) {
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  step_of_forces_ = step;
  if (elements_relax()) device_forces_.set_relaxation(relaxation_.arrays());
  prepare_sources(step);
  DeviceLayers<Real>& layers = absorbing_layer_.on_device();
  const bool has_cuts = !shared_.places().empty();
  if (has_cuts) ahead_.wait_for(queue_);
  {
    const exec::Mark mark("ahead", "outer elements", ahead_);
    device_forces_.find_outer(ahead_, fields.displacement, f, motion);
  }
  {
    const exec::Mark mark("computing", "absorbing layers", queue_);
    layers.find_forces(fields.displacement, fields.velocity);
  }
  if (has_cuts) {
    ahead_.wait_for(queue_);
    sources_.add(ahead_, step, f, 0, sources_.n_ahead());
    layers.add_forces_at_cuts(ahead_, f);
  }
}

template <class Real>
void Region<Real>::complete_forces(const Motion<Real>& motion) {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  DeviceLayers<Real>& layers = absorbing_layer_.on_device();
  if (overlap && !shared_.places().empty()) shared_.begin();
  {
    const exec::Mark mark("computing", "inner elements", queue_);
    device_forces_.find_inner(ahead_, fields.displacement, f, motion);
  }
  sources_.add(queue_, step_of_forces_, f, sources_.n_ahead(), prepare_sources(step_of_forces_));
  layers.add_forces_at_pairs(f);
  if (!shared_.places().empty()) {
    if (!overlap) {
      ahead_.wait_for(queue_);
      shared_.begin();
    }
    shared_.finish();
    queue_.wait_for(ahead_);
  }
  shared_.add_up_pairs(queue_);
  if (motion.v == nullptr) layers.add_other_forces(f);
}

template <class Real>
void Region<Real>::move_by_new_forces(std::int64_t step) {
  const Motion<Real> motion = motion_there();
  begin_forces(step, motion);
  complete_forces(motion);
  const exec::Mark mark("computing", "points moved apart", queue_);
  damp(fields_there());
  absorbing_layer_.on_device().move(motion, forces_.device(Access::read_write));
  device_forces_.move_rest(motion);
}

template <class Real>
void Region<Real>::add_up_forces() {
  if (!is_on_host()) return complete_forces();
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  const Fields<Real> fields = fields_there();
  if (overlap) shared_.begin();
  add_new_forces(blocks_.inner, fields.displacement, forces_.device(Access::read_write));
  if (!overlap) shared_.begin();
  shared_.finish();
  shared_.add_up_pairs(queue_);
}

template <class Real>
void Region<Real>::finish_forces() {
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  fluid_relaxation_.relax(f);
  if (is_on_host())
    absorbing_layer_.add_inertia(fields.displacement, f);
  else
    absorbing_layer_.on_device().finish_forces(motion_there(), f);
  damp(fields);
}

template <class Real>
void Region<Real>::damp(const Fields<Real>& fields) {
  // Absorbing faces push back with their impedance times the velocity, layers with a part of their mass times it, taken as the mean
  // of those before and after the step.
  exec::run(queue_, damped_.size(),
            DampPoint<Real>{damped_.device(Access::read), fields.velocity, forces_.device(Access::read_write)});
}

template <class Real>
Motion<Real> Region<Real>::motion_there() {
  return {displacement_.device(Access::read_write), velocity_.device(Access::read_write),
          inverse_mass_.device(Access::read), static_cast<Real>(dt_)};
}

template <class Real>
Fields<Real> Region<Real>::fields_there() {
  return {displacement_.device(Access::read_write), velocity_.device(Access::read_write),
          forces_.device(Access::read_write), inverse_mass_.device(Access::read)};
}

template <class Real>
void Region<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  shared_.halo().set_mode(mode);
}

template <class Real>
void Region<Real>::sample() {
  channels_.note(fields_there());
}

template <class Real>
std::vector<double> Region<Real>::read_probes() {
  probes_.note(fields_there());
  return probes_.take();
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

// The step of a part.
#include "sem/region.hpp"

#include "exec/for_each.hpp"
#include "exec/run.hpp"

namespace unda::sem {

using exec::Access;

template <class Real>
void Region<Real>::add_forces(const Colours& colours, const StiffnessKernels<Real>& kernels, const Real* u,
                              Real* f) const {
  ElementArrays<Real> all = tables_.arrays();
  if (attenuates() && is_on_host()) all.relaxation = &relaxation_.arrays();
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

template <class Real>
void Region<Real>::find_device_forces(const Real* u, Real* f, const Motion<Real>& motion) {
  if (attenuates()) device_forces_.set_relaxation(relaxation_.arrays());
  device_forces_.find(u, f, motion);
}

/// On a device the elements write all forces; on the host they add to them, those beside cuts first.
template <class Real>
void Region<Real>::add_outer_forces(std::int64_t step) {
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  if (is_on_host())
    add_new_forces(blocks_.outer, fields.displacement, f);
  else
    find_device_forces(fields.displacement, f);
  add_sources(step, f);
  absorbing_layer_.add_forces(fields.displacement, fields.velocity, f);
}

template <class Real>
void Region<Real>::move_by_new_forces(std::int64_t step) {
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  const Motion<Real> motion{displacement_.device(Access::read_write), velocity_.device(Access::read_write),
                            fields.inverse_mass, static_cast<Real>(dt_)};
  find_device_forces(fields.displacement, f, motion);
  add_sources(step, f);
  absorbing_layer_.add_forces(fields.displacement, fields.velocity, f);
  shared_.begin();
  shared_.finish();
  finish_forces();
  device_forces_.move_rest(motion);
}

template <class Real>
void Region<Real>::add_up_forces() {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  if (overlap) shared_.begin();
  if (is_on_host()) add_new_forces(blocks_.inner, fields.displacement, f);
  if (!overlap) shared_.begin();
  shared_.finish();
}

template <class Real>
void Region<Real>::finish_forces() {
  const Fields<Real> fields = fields_there();
  Real* f = forces_.device(Access::read_write);
  fluid_relaxation_.relax(f);
  absorbing_layer_.add_inertia(fields.displacement, f);
  // Absorbing faces push back with their impedance times the velocity, layers with a part of their mass times it, taken as the mean
  // of those before and after the step.
  exec::run(queue_, damped_.size(), DampPoint<Real>{damped_.device(Access::read), fields.velocity, f});
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

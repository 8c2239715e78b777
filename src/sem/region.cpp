// The step of a part.
#include "sem/region.hpp"

#include "exec/for_each.hpp"

namespace unda::sem {

template <class Real>
void Region<Real>::add_forces(const Colours& colours, const Real* u, Real* f) const {
  const ElementArrays<Real> all = tables_.arrays();
  for (const std::vector<Block>& blocks : colours)
    exec::for_each_heavy(blocks.size(), [&](std::size_t n) {
      const Block& block = blocks[n];
      // Without the empty element at the end of the last row, whose neighbours may be another thread's.
      const std::ptrdiff_t first = block.rows.first * mesh_.row(), last = block.rows.last * mesh_.row() - 1;
      for (int layer = block.layers.first; layer < block.layers.last; ++layer)
        (block.deformed ? kernels_.deformed : kernels_.flat)(all, u, f, layer, first, last);
    });
}

template <class Real>
void Region<Real>::add_all_forces(const Real* u, Real* f) const {
  add_forces(blocks_.outer, u, f);
  add_forces(blocks_.inner, u, f);
}

template <class Real>
void Region<Real>::move() {
  constexpr std::size_t piece = 2048;
  const std::size_t size = mesh_.size(), n_pieces = (size + piece - 1) / piece;
  const Real dt = static_cast<Real>(dt_);
  exec::for_each_block(n_pieces, piece, [&](std::size_t n) {
    const std::size_t first = n * piece, last = std::min(size, first + piece);
    for (int c = 0; c < n_components(); ++c) {
      Real* __restrict u = displacement_.data() + c * size;
      Real* __restrict v = velocity_.data() + c * size;
      Real* __restrict f = forces_.data() + c * size;
      const Real* __restrict inverse = inverse_mass_.data();
      for (std::size_t p = first; p < last; ++p) {
        v[p] += dt * (inverse[p] * f[p]);
        u[p] += dt * v[p];
        f[p] = 0;
      }
    }
  });
}

template <class Real>
void Region<Real>::add_outer_forces(std::int64_t step) {
  for (const PlacedSource& source : placed_sources_) {
    const double s = source.s[static_cast<std::size_t>(step)];
    for (std::size_t n = 0; n < source.place.size(); ++n)
      forces_[static_cast<std::size_t>(source.place[n])] += source.weight[n] * static_cast<Real>(s);
  }
  absorbing_layer_.add_forces(displacement_.data(), velocity_.data(), forces_.data());
  add_forces(blocks_.outer, displacement_.data(), forces_.data());
}

template <class Real>
void Region<Real>::finish_forces() {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  if (overlap) shared_.begin();
  add_forces(blocks_.inner, displacement_.data(), forces_.data());
  if (!overlap) shared_.begin();
  shared_.finish();
  absorbing_layer_.add_inertia(displacement_.data(), forces_.data());
  damp();
}

/// Absorbing faces push back with their impedance times the velocity, layers with a part of their mass times it, taken as the mean of
/// those before and after the step.
template <class Real>
void Region<Real>::damp() {
  exec::for_each(damped_.size(), [this](std::size_t n) {
    const Damped& d = damped_[n];
    Real& force = forces_[static_cast<std::size_t>(d.place)];
    force = (force - d.damping * velocity_[static_cast<std::size_t>(d.place)]) * d.factor;
  });
}

template <class Real>
void Region<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  shared_.halo().set_mode(mode);
}

template <class Real>
void Region<Real>::sample(std::span<double> values) const {
  channels_.read(Fields<Real>{displacement_.data(), velocity_.data(), forces_.data(), inverse_mass_.data()}, values);
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

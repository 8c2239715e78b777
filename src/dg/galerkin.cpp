// The step of the discontinuous Galerkin method.
#include "dg/galerkin.hpp"

#include "exec/for_each.hpp"

namespace unda::dg {

namespace {
constexpr std::size_t work_of_a_block = 1 << 14;
}

template <class Real>
void Galerkin<Real>::predict(std::size_t first_block, std::size_t last_block) {
  const std::size_t block = block_numbers<Real>(order_) / pack_size<Real>,
                    traces = 4 * pack_size<Real> * trace_numbers<Real>(order_);
  exec::for_each_block(last_block - first_block, work_of_a_block, [&](std::size_t n) {
    const std::size_t b = first_block + n;
    kernels_.predict(operators_, medium_[b], static_cast<Real>(dt_), q_.data() + b * block,
                     traces_.data() + b * traces);
  });
}

template <class Real>
void Galerkin<Real>::correct(std::size_t first_block, std::size_t last_block) {
  const std::size_t block = block_numbers<Real>(order_) / pack_size<Real>,
                    traces = 4 * pack_size<Real> * trace_numbers<Real>(order_);
  exec::for_each_block(last_block - first_block, work_of_a_block, [&](std::size_t n) {
    const std::size_t b = first_block + n;
    kernels_.correct(operators_, medium_[b], traces_.data() + b * traces, traces_.data(),
                     beyond_.data() + 4 * b * pack_size<Real>, q_.data() + b * block);
  });
}

/// The outer elements first; their traces travel while the inner ones are done.
template <class Real>
void Galerkin<Real>::advance() {
  const std::size_t outer = placement_.n_outer_blocks, all = placement_.n_blocks;
  predict(0, outer);
  halo_.begin();
  if (mode_ == parallel::CommunicationMode::blocking) halo_.finish();
  predict(outer, all);
  correct(outer, all);
  halo_.finish();
  correct(0, outer);
  absorbing_layer_.apply(medium_.data(), q_.data());
  ++step_;
  sources_.inject(static_cast<double>(step_) * dt_, dt_, q_.data());
}

template <class Real>
void Galerkin<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  halo_.set_mode(mode);
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg

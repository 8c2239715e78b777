// The step of the discontinuous Galerkin method.
#include "dg/galerkin.hpp"

#include <algorithm>

#include "exec/for_each.hpp"
#include "exec/timeline.hpp"

namespace unda::dg {

using exec::Access;

namespace {
constexpr std::size_t work_of_a_block = 1 << 14;
}

template <class Real>
StepArrays<Real> Galerkin<Real>::arrays() {
  return {medium_.device(Access::read), q_.device(Access::read_write), traces_.device(Access::read_write),
          beyond_.device(Access::read)};
}

template <class Real>
RelaxingRange Galerkin<Real>::relaxing_among(const BlockRange& blocks) const {
  const bool outer = blocks.first < placement_.n_outer_blocks;
  const std::size_t n_outer = placement_.n_outer_memory_blocks,
                    n = outer ? n_outer : placement_.n_memory_blocks - n_outer;
  return {{blocks.first, blocks.first + std::min(n, blocks.size())}, outer ? 0 : n_outer};
}

template <class Real>
void Galerkin<Real>::predict(const BlockRange& blocks) {
  if (!is_on_host()) {
    const RelaxingRange relaxing = relaxing_among(blocks);
    const auto dt = static_cast<Real>(dt_);
    if (law_) device_step_.predict(arrays(), {memories_.arrays(), memories_.step()}, relaxing, dt);
    return device_step_.predict(arrays(), {relaxing.blocks.last, blocks.last}, dt);
  }
  const std::size_t block = layout_.block_numbers() / pack_size<Real>,
                    traces = 4 * pack_size<Real> * trace_numbers<Real>(order_);
  const auto* medium = reinterpret_cast<const Pack<Real>*>(medium_.data());
  auto* q = reinterpret_cast<Pack<Real>*>(q_.data());
  exec::for_each_block(blocks.size(), work_of_a_block, [&](std::size_t n) {
    const std::size_t b = blocks.first + n;
    const Pack<Real>* of_block = medium + b * kernels_.n_medium;
    const auto dt = static_cast<Real>(dt_);
    if (const int own = placement_.memory_of(b); own >= 0)
      relaxing_kernels_.predict(operators_, memories_.step(), of_block, memories_.moduli(own), dt, q + b * block,
                                memories_.memory(own), traces_.data() + b * traces);
    else
      kernels_.predict(operators_, of_block, dt, q + b * block, traces_.data() + b * traces);
  });
}

template <class Real>
void Galerkin<Real>::correct(const BlockRange& blocks) {
  if (!is_on_host()) {
    const RelaxingRange relaxing = relaxing_among(blocks);
    if (law_) device_step_.correct(arrays(), {memories_.arrays(), memories_.step()}, relaxing);
    return device_step_.correct(arrays(), {relaxing.blocks.last, blocks.last});
  }
  const std::size_t block = layout_.block_numbers() / pack_size<Real>,
                    traces = 4 * pack_size<Real> * trace_numbers<Real>(order_);
  const auto* medium = reinterpret_cast<const Pack<Real>*>(medium_.data());
  auto* q = reinterpret_cast<Pack<Real>*>(q_.data());
  exec::for_each_block(blocks.size(), work_of_a_block, [&](std::size_t n) {
    const std::size_t b = blocks.first + n;
    const Pack<Real>* of_block = medium + b * kernels_.n_medium;
    const Real* own_traces = traces_.data() + b * traces;
    const int* beyond = beyond_.data() + 4 * b * pack_size<Real>;
    if (const int own = placement_.memory_of(b); own >= 0)
      relaxing_kernels_.correct(operators_, of_block, own_traces, traces_.data(), beyond, q + b * block,
                                memories_.strain(own));
    else
      kernels_.correct(operators_, of_block, own_traces, traces_.data(), beyond, q + b * block);
  });
}

/// The outer elements first; their traces travel while the inner ones are done.
template <class Real>
void Galerkin<Real>::advance() {
  const BlockRange outer{0, placement_.n_outer_blocks}, inner{placement_.n_outer_blocks, placement_.n_blocks};
  {
    const exec::Mark mark("computing", "outer elements", queue_);
    predict(outer);
  }
  halo_.begin();
  if (mode_ == parallel::CommunicationMode::blocking) halo_.finish();
  {
    const exec::Mark mark("computing", "inner elements", queue_);
    predict(inner);
    correct(inner);
  }
  halo_.finish();
  const exec::Mark mark("computing", "outer elements, neighbours", queue_);
  correct(outer);
  Real* q = q_.device(Access::read_write);
  absorbing_layer_.apply(medium_.device(Access::read), q);
  ++step_;
  sources_.inject(step_, dt_, q);
}

template <class Real>
void Galerkin<Real>::sample() {
  receivers_.sample(derivation(), q_.device(Access::read), dt_);
}

template <class Real>
void Galerkin<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  halo_.set_mode(mode);
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg

// A step on the host.
#include "dg/host_step.hpp"

#include "exec/buffer.hpp"
#include "exec/for_each.hpp"

namespace unda::dg {
namespace {

constexpr std::size_t work_of_a_block = 1 << 14;

/// Room of a thread, kept from block to block.
template <class Real>
Real* room_for_halves(std::size_t n) {
  thread_local exec::Buffer<Real> room;
  if (room.size() < n) room = exec::Buffer<Real>(n);
  return room.data();
}

}  // namespace

template <class Real>
void HostStep<Real>::predict(const Placement& placement, const TracePlan& plan, const BlockRange& blocks,
                             const StepPart& part, double dt, const Arrays& arrays) const {
  exec::for_each_block(blocks.size(), work_of_a_block, [&](std::size_t n) {
    const std::size_t b = blocks.first + n;
    const int cluster = placement.cluster[b];
    const auto of_cluster = static_cast<Real>(dt / (1 << (part.n_clusters - 1 - cluster)));
    const std::size_t n_traces = traces_of_block();
    Pack<Real>* q = arrays.q + b * packs_of_block();
    const Pack<Real>* medium = arrays.medium + b * kernels_.n_medium;
    Real *traces = arrays.traces + b * n_traces, *half = plan.has_halves(b) ? room_for_halves<Real>(n_traces) : nullptr;
    if (const int own = placement.memory_of(b); own >= 0) {
      Memories<Real>& memories = *arrays.memories;
      const auto at = static_cast<std::size_t>(own);
      if (half != nullptr)
        relaxing_.predict_in_halves(*operators_, memories.step(cluster), medium, memories.moduli(at), of_cluster, q,
                                    memories.memory(at), traces, half);
      else
        relaxing_.predict(*operators_, memories.step(cluster), medium, memories.moduli(at), of_cluster, q,
                          memories.memory(at), traces);
    } else if (half != nullptr) {
      kernels_.predict_in_halves(*operators_, medium, of_cluster, q, traces, half);
    } else {
      kernels_.predict(*operators_, medium, of_cluster, q, traces);
    }
    hand_over(plan, b, part.is_second(cluster), half, arrays.traces);
  });
}

/// `first_half`: of the faces of the block.
template <class Real>
void HostStep<Real>::hand_over(const TracePlan& plan, std::size_t block, bool second, const Real* first_half,
                               Real* traces) const {
  const std::size_t length = trace_numbers<Real>(operators_->order), first = 4 * pack_size<Real> * block;
  const auto trace = [&](int number) { return traces + static_cast<std::size_t>(number) * length; };
  for (std::size_t r = plan.first_half[block]; r < plan.first_half[block + 1]; ++r) {
    const auto [own, to] = plan.halves[r];
    const Real *whole = trace(own), *half = first_half + (static_cast<std::size_t>(own) - first) * length;
    Real *one = trace(to), *other = trace(to + 1);
    for (std::size_t k = 0; k < length; ++k) {
      one[k] = half[k];
      other[k] = whole[k] - half[k];
    }
  }
  for (std::size_t r = plan.first_sum[block]; r < plan.first_sum[block + 1]; ++r) {
    const auto [own, to] = plan.sums[r];
    const Real* one = trace(own);
    Real* sum = trace(to);
    for (std::size_t k = 0; k < length; ++k) sum[k] = second ? sum[k] + one[k] : one[k];
  }
}

template <class Real>
void HostStep<Real>::correct(const Placement& placement, const TracePlan& plan, const BlockRange& blocks,
                             const StepPart& part, const Arrays& arrays) const {
  exec::for_each_block(blocks.size(), work_of_a_block, [&](std::size_t n) {
    const std::size_t b = blocks.first + n;
    const Pack<Real>* medium = arrays.medium + b * kernels_.n_medium;
    const Real* own_traces = arrays.traces + b * traces_of_block();
    const int* beyond = plan.beyond_in(part.is_second(placement.cluster[b])).data() + 4 * b * pack_size<Real>;
    Pack<Real>* q = arrays.q + b * packs_of_block();
    if (const int own = placement.memory_of(b); own >= 0)
      relaxing_.correct(*operators_, medium, own_traces, arrays.traces, beyond, q,
                        arrays.memories->strain(static_cast<std::size_t>(own)));
    else
      kernels_.correct(*operators_, medium, own_traces, arrays.traces, beyond, q);
  });
}

template class HostStep<float>;
template class HostStep<double>;

}  // namespace unda::dg

// The Taylor series of elements that attenuate, where receivers are.
#include "dg/relaxing_seats.hpp"

#include "exec/run.hpp"
#include "exec/upload.hpp"

namespace unda::dg {

using exec::Access;

template <class Real>
RelaxingSeats<Real>::RelaxingSeats(const std::vector<std::size_t>& places, const Placement& placement,
                                   const FieldLayout& layout, const exec::Queue& queue)
    : queue_(queue), layout_(layout), n_elements_(places.size()) {
  std::vector<std::size_t> numbers, memory_places;
  for (std::size_t n = 0; n < places.size(); ++n)
    if (const int block = placement.memory_of(places[n] / layout.width); block >= 0) {
      numbers.push_back(n);
      memory_places.push_back(static_cast<std::size_t>(block) * layout.width + places[n] % layout.width);
    }
  if (numbers.empty()) return;
  numbers_ = exec::upload(numbers, queue_);
  places_ = exec::upload(memory_places, queue_);
  rates_ = exec::Twin<Real>((n_elements_ + layout.width - 1) / layout.width * layout.block_numbers(), queue_);
}

template <class Real>
MemoryArrays<Real> RelaxingSeats<Real>::own(const MemoryArrays<Real>& all) {
  const std::size_t n_blocks = (numbers_.size() + layout_.width - 1) / layout_.width;
  if (memory_.empty())
    memory_ = exec::Twin<Real>(
        n_blocks * layout_.width * n_memory_numbers(all.n_mechanisms, static_cast<int>(layout_.n_basis)), queue_);
  return {nullptr, memory_.device(Access::read_write), all.width, all.n_basis, all.n_mechanisms, all.is_general};
}

template <class Real>
void RelaxingSeats<Real>::gather(Memories<Real>& memories) {
  if (!exist()) return;
  const MemoryArrays<Real> all = memories.arrays();
  exec::run_rows(queue_, numbers_.size(), layout_.n_basis,
                 GatherMemory<Real>{places_.device(Access::read), all, own(all)});
}

template <class Real>
template <class View>
void RelaxingSeats<Real>::find_strain_rates(const SparseOperators<Real>& operators, const Real* medium,
                                            const Real* from, Real* rates) {
  const DeviceElements<Real, View> elements{layout_, medium, 0};
  exec::run_rows(queue_, n_elements_, n_stresses * layout_.n_basis,
                 DeriveCoefficient<Real, View>{elements, operators, from, rates});
}

template <class Real>
void RelaxingSeats<Real>::derive(Memories<Real>& memories, const SparseOperators<Real>& operators, const Real* medium,
                                 const Real* from, Real* to) {
  if (!exist()) return;
  const std::size_t n = layout_.n_basis;
  Real* rates = rates_.device(Access::read_write);
  const MemoryArrays<Real> all = memories.arrays();
  if (all.is_general)
    find_strain_rates<GeneralStrainView<Real>>(operators, medium, from, rates);
  else
    find_strain_rates<StrainView<Real>>(operators, medium, from, rates);
  exec::run_rows(queue_, numbers_.size(), n,
                 DeriveMemory<Real>{places_.device(Access::read), numbers_.device(Access::read), all, own(all),
                                    memories.step(), layout_, rates, to});
}

template class RelaxingSeats<float>;
template class RelaxingSeats<double>;

}  // namespace unda::dg

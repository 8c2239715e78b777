// The plain step in the order of its operations.
#include "dg/device/device_step.hpp"

#include <utility>

#include "exec/run.hpp"

namespace unda::dg {

using exec::Access;

template <class Real>
std::size_t DeviceStep<Real>::scratch_numbers(int order, const exec::Device& device, bool anisotropic) {
  const FastStep<Real> fast = anisotropic ? FastStep<Real>{} : fast_step<Real>(order, device);
  const std::size_t n_arrays = device.is_host() ? 0 : fast.exists() ? (fast.keeps_integral ? 1 : 0) : 3;
  return n_arrays * static_cast<std::size_t>(n_fields * numerics::n_tetrahedral(order));
}

template <class Real>
std::size_t DeviceStep<Real>::relaxing_scratch_numbers(int order, const exec::Device& device) {
  if (device.is_host()) return 0;
  const FastStep<Real> fast = fast_step<Real>(order, device);
  return fast.exists() ? fast.relaxing.rate_numbers : RateLayout{order, 1}.block_numbers();
}

template <class Real>
DeviceStep<Real>::DeviceStep(const Operators<Real>& operators, std::size_t n_blocks, const exec::Queue& queue,
                             const FastStep<Real>& fast, bool anisotropic, std::size_t n_memory_blocks)
    : queue_(queue),
      anisotropic_(anisotropic),
      order_(operators.order),
      n_face_(static_cast<std::size_t>(operators.n_face)),
      n_trace_(trace_numbers<Real>(operators.order)),
      layout_{device_block, static_cast<std::size_t>(operators.n_basis)},
      operators_(operators, queue),
      fast_(fast) {
  const std::size_t n = n_blocks * layout_.block_numbers();
  if (!fast_.exists() || fast_.keeps_integral) integral_ = exec::Twin<Real>(n, queue);
  const std::size_t n_rates = fast_.exists() ? fast_.relaxing.rate_numbers : RateLayout{order_, 1}.block_numbers();
  rates_ = exec::Twin<Real>(n_memory_blocks * layout_.width * n_rates, queue);
  if (fast_.exists()) return;
  now_ = exec::Twin<Real>(n, queue);
  next_ = exec::Twin<Real>(n, queue);
}

template <class Real>
void DeviceStep<Real>::predict(StepArrays<Real> arrays, const BlockRange& blocks, Real dt) {
  if (blocks.size() == 0) return;
  arrays.integral = integral_.device(Access::read_write);
  if (fast_.exists()) return fast_.predict(queue_, arrays, blocks, dt);
  if (anisotropic_)
    predict_plainly<GeneralView<Real>>(arrays, blocks, dt);
  else
    predict_plainly<MediumView<Real>>(arrays, blocks, dt);
}

template <class Real>
template <class View>
void DeviceStep<Real>::predict_plainly(const StepArrays<Real>& arrays, const BlockRange& blocks, Real dt) {
  const std::size_t n = blocks.size() * layout_.width, first = blocks.first * layout_.block_numbers();
  const DeviceElements<Real, View> elements{layout_, arrays.medium, blocks.first * layout_.width};
  Real *integral = arrays.integral, *now = now_.device(Access::read_write), *next = next_.device(Access::read_write);
  exec::run(queue_, blocks.size() * layout_.block_numbers(),
            StartIntegral<Real>{arrays.q + first, integral + first, dt});
  Real factor = dt;
  const Real* from = arrays.q;
  for (int level = 0; level + 1 < order_; ++level) {
    factor *= dt / static_cast<Real>(level + 2);
    const auto n_from = static_cast<std::size_t>(numerics::n_tetrahedral(order_ - level)),
               n_to = static_cast<std::size_t>(numerics::n_tetrahedral(order_ - level - 1));
    exec::run_rows(queue_, n, n_fields,
                   DeriveField<Real, View>{elements, operators_.view(), n_from, n_to, from, now, integral, factor});
    from = now;
    std::swap(now, next);
  }
  exec::run_rows(queue_, n, n_fields, AddVolumeTerm<Real, View>{elements, operators_.view(), integral, arrays.q});
  exec::run_rows(queue_, n, 4 * n_face_fields,
                 ProjectToFace<Real, View>{elements, operators_.view(), integral, arrays.traces, n_face_, n_trace_});
}

template <class Real>
void DeviceStep<Real>::correct(const StepArrays<Real>& arrays, const BlockRange& blocks) {
  if (blocks.size() == 0) return;
  if (fast_.exists()) return fast_.correct(queue_, arrays, blocks);
  const auto add = [&]<class View>(View) {
    const DeviceElements<Real, View> elements{layout_, arrays.medium, blocks.first * layout_.width};
    exec::run_rows(queue_, blocks.size() * layout_.width, n_fields,
                   AddFaceTerms<Real, View>{elements, operators_.view(), arrays.traces, arrays.beyond, arrays.q,
                                            n_face_, n_trace_});
  };
  if (anisotropic_)
    add(GeneralView<Real>());
  else
    add(MediumView<Real>());
}

template <class Real>
RelaxingElements<Real> DeviceStep<Real>::relaxing_elements(const StepArrays<Real>& arrays,
                                                           const RelaxingArrays<Real>& relaxing,
                                                           const RelaxingRange& range) const {
  return {layout_,           arrays.medium, range.blocks.first * layout_.width, range.memory * layout_.width,
          relaxing.memories, relaxing.step};
}

template <class Real>
Real* DeviceStep<Real>::cleared(const BlockRange& blocks) {
  Real* next = next_.device(Access::read_write);
  exec::run(queue_, blocks.size() * layout_.block_numbers(),
            ClearNumbers<Real>{next + blocks.first * layout_.block_numbers()});
  return next;
}

/// As predict_plainly, with strain rates in place of those of stresses.
template <class Real>
void DeviceStep<Real>::integrate_relaxing(const StepArrays<Real>& arrays, const RelaxingElements<Real>& elements,
                                          std::size_t n, Real dt) {
  const DeviceElements<Real, StrainView<Real>> strains{layout_, arrays.medium, elements.first};
  Real *now = now_.device(Access::read_write), *next = next_.device(Access::read_write),
       *rates = rates_.device(Access::read_write);
  const std::size_t first = layout_.first(elements.first);
  exec::run(queue_, n * n_fields * layout_.n_basis, StartIntegral<Real>{arrays.q + first, arrays.integral + first, dt});
  Real factor = dt;
  const Real* from = arrays.q;
  const RateLayout layout{order_, layout_.width};
  for (int level = 0; level + 1 < order_; ++level) {
    factor *= dt / static_cast<Real>(level + 2);
    const auto n_from = static_cast<std::size_t>(numerics::n_tetrahedral(order_ - level));
    exec::run_rows(queue_, n, n_fields,
                   DeriveField<Real, StrainView<Real>>{strains, operators_.view(), n_from, layout.n_of(level), from,
                                                       now, nullptr, 0});
    exec::run_rows(queue_, n, layout.n_of(level),
                   RelaxRates<Real>{elements, layout, level, rates, now, arrays.integral, factor});
    from = now;
    std::swap(now, next);
  }
}

template <class Real>
void DeviceStep<Real>::predict(StepArrays<Real> arrays, RelaxingArrays<Real> relaxing, const RelaxingRange& range,
                               Real dt) {
  if (range.blocks.size() == 0) return;
  arrays.integral = integral_.device(Access::read_write);
  relaxing.rates = rates_.device(Access::read_write);
  if (fast_.exists()) return fast_.relaxing.predict(queue_, arrays, relaxing, range, dt);
  const std::size_t n = range.blocks.size() * layout_.width;
  const RelaxingElements<Real> elements = relaxing_elements(arrays, relaxing, range);
  exec::run_rows(queue_, n, layout_.n_basis, TakeFaceStrain<Real>{elements});
  integrate_relaxing(arrays, elements, n, dt);
  Real* change = cleared(range.blocks);
  const DeviceElements<Real, StrainView<Real>> strains{layout_, arrays.medium, elements.first};
  exec::run_rows(queue_, n, n_fields,
                 AddVolumeTerm<Real, StrainView<Real>>{strains, operators_.view(), arrays.integral, change});
  exec::run_rows(queue_, n, layout_.n_basis,
                 RelaxStress<Real>{elements, {order_, layout_.width}, rates_.device(Access::read), change, arrays.q});
  const DeviceElements<Real> stresses{layout_, arrays.medium, elements.first};
  exec::run_rows(queue_, n, 4 * n_face_fields,
                 ProjectToFace<Real>{stresses, operators_.view(), arrays.integral, arrays.traces, n_face_, n_trace_});
}

template <class Real>
void DeviceStep<Real>::correct(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                               const RelaxingRange& range) {
  if (range.blocks.size() == 0) return;
  if (fast_.exists()) return fast_.relaxing.correct(queue_, arrays, relaxing, range);
  const std::size_t n = range.blocks.size() * layout_.width;
  const RelaxingElements<Real> elements = relaxing_elements(arrays, relaxing, range);
  Real* change = cleared(range.blocks);
  const DeviceElements<Real, StrainView<Real>> strains{layout_, arrays.medium, elements.first};
  exec::run_rows(queue_, n, n_fields,
                 AddFaceTerms<Real, StrainView<Real>>{strains, operators_.view(), arrays.traces, arrays.beyond, change,
                                                      n_face_, n_trace_});
  exec::run_rows(queue_, n, layout_.n_basis, AddFaceStrain<Real>{elements, change, arrays.q});
}

template <class Real>
void DeviceStep<Real>::predict_run(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                                   const BlockRun& run, Real dt) {
  run.memory ? predict(arrays, relaxing, RelaxingRange{run.blocks, *run.memory}, dt) : predict(arrays, run.blocks, dt);
}

template <class Real>
void DeviceStep<Real>::correct_run(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                                   const BlockRun& run) {
  run.memory ? correct(arrays, relaxing, RelaxingRange{run.blocks, *run.memory}) : correct(arrays, run.blocks);
}

template class DeviceStep<float>;
template class DeviceStep<double>;

}  // namespace unda::dg

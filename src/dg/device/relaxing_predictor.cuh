// The first half of the fast step of elements that attenuate, on a GPU: that of elastic ones with strains in place of stresses. A warp
// of a stress makes strain rates, notes them in columns that all threads of the element can read, and turns them into rates of its
// stress (relaxing_step.hpp); the column after the six strains has the sums of the normal ones.
#pragma once

#include "dg/device/gpu_predictor.cuh"
#include "dg/device/relaxing_items.hpp"
#include "dg/device/relaxing_law.cuh"

namespace unda::dg {

template <int Order, class Real>
struct RelaxingShape : GpuShape<Order, Real> {
  using Shape = GpuShape<Order, Real>;
  static constexpr int n_levels = Order - 1, n_columns = n_stresses + 1;
  static constexpr int n_of(int level) { return numerics::n_tetrahedral(Order - 1 - level); }
  static constexpr int first_of(int level) {
    int first = 0;
    for (int j = 0; j < level; ++j) first += n_of(j);
    return first;
  }
  static constexpr int n_rates = first_of(n_levels);
  /// Of an element. Where a step has several kernels they go through memory.
  static constexpr int rate_numbers = n_columns * n_rates;
  static constexpr bool in_one_kernel = Shape::predict_kernels == 1;
  static constexpr std::size_t rates_bytes = in_one_kernel ? sizeof(Real) * rate_numbers * Shape::lanes : 0;
  /// Of threads, that a multiprocessor is to hold.
  static constexpr int blocks = in_one_kernel       ? (sizeof(Real) == 4 && Order <= 4 ? 3 : 2)
                                : sizeof(Real) == 4 ? Shape::predict_blocks
                                                    : 1;
};

template <int Order, class Real, class Matrices, int parts>
class GpuRelaxingPredictor : GpuPredictor<Order, Real, Matrices, parts, StrainView<Real>> {
  using Base = GpuPredictor<Order, Real, Matrices, parts, StrainView<Real>>;
  using Columns = RelaxingShape<Order, Real>;
  using Base::arrays_, Base::block_, Base::lane_, Base::field_, Base::own_, Base::medium_;
  using Base::lanes, Base::n_basis, Base::n_inner, Base::n_face, Base::row;
  using Law = ComponentLaw<Real>;
  static constexpr int n_levels = Columns::n_levels, n_together = 20;

 public:
  /// `memory`: number of the block among those with memory variables.
  __device__ GpuRelaxingPredictor(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                                  std::size_t block, std::size_t memory, Real* shared)
      : Base(arrays, block, shared),
        step_(relaxing.step),
        memory_(relaxing.memories, memory, lane_, field_),
        rates_((Columns::in_one_kernel ? shared + (n_fields * n_basis * lanes + n_fields * n_face * row)
                                       : relaxing.rates + memory * Columns::rate_numbers * lanes) +
               lane_) {}

  __device__ __forceinline__ void run(Real dt) {
    if constexpr (Base::has(Part::integrate))
      integrate_in_time(dt);
    else
      Base::load_integral();
    if constexpr (Base::has(Part::integrate) && parts != all_parts) Base::store_integral();
    if constexpr (Base::has(Part::project)) Base::project_to_faces([this](int k) { return own_[k * lanes]; });
    if constexpr (Base::has(Part::add_volume)) add_volume_term();
  }

 private:
  __device__ bool is_stress() const { return field_ < n_stresses; }
  __device__ __forceinline__ Real* column(int component) const { return rates_ + component * Columns::n_rates * lanes; }

  __device__ __forceinline__ void integrate_in_time(Real dt) {
    Real integral[n_inner];
    const Real* from = Base::q();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) {
      const Real value = from[k * lanes];
      own_[k * lanes] = value;
      if (k < n_inner) integral[k] = dt * value;
    }
    if (is_stress()) find_laws();
    __syncthreads();
    add_derivatives<0>(dt, dt, integral);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) own_[k * lanes] = k < n_inner ? integral[k] : dt * own_[k * lanes];
    __syncthreads();
  }

  /// coupled_[n]: of sum_l power_ln dC_l.
  __device__ __forceinline__ void find_laws() {
#pragma unroll
    for (int n = 0; n < n_levels; ++n) coupled_[n] = Law{};
    for (int l = 0; l < memory_.n_mechanisms; ++l) {
      const Law law = memory_.law(l);
#pragma unroll
      for (int n = 0; n < n_levels; ++n) coupled_[n].add(step_.power[l][n], law);
    }
  }

  template <int Level>
  __device__ __forceinline__ void add_derivatives(Real dt, Real factor, Real* integral) {
    constexpr int n = Columns::n_of(Level);
    Real next[n];
    Matrices::template derive<Level>([this](int k) { return Base::along(k); }, next);
    Real* noted = column(field_) + Columns::first_of(Level) * lanes;
    if (is_stress()) {
#pragma unroll
      for (int k = 0; k < n; ++k) noted[k * lanes] = next[k];
    }
    __syncthreads();
    if (is_stress()) relax<Level>(next);
    factor *= dt / Real(Level + 2);
#pragma unroll
    for (int k = 0; k < n; ++k) integral[k] = exec::multiply_add(factor, next[k], integral[k]);
    if constexpr (Level + 2 < Order) {
#pragma unroll
      for (int k = 0; k < n; ++k) own_[k * lanes] = next[k];
      __syncthreads();
      add_derivatives<Level + 1>(dt, factor, integral);
    }
  }

  /// `next`: strain rates, which become rates of stress.
  template <int Level>
  __device__ __forceinline__ void relax(Real* next) const {
    constexpr int n = Columns::n_of(Level), first = Columns::first_of(Level);
    const Law unrelaxed = Law::of(medium_.moduli(), field_);
    const Real *x = column(0) + first * lanes, *y = column(1) + first * lanes, *z = column(2) + first * lanes;
    Real* trace = column(n_stresses) + first * lanes;
#pragma unroll
    for (int k = 0; k < n; ++k) {
      const Real sum = field_ < 3 ? x[k * lanes] + y[k * lanes] + z[k * lanes] : Real(0);
      if (field_ == 0) trace[k * lanes] = sum;
      next[k] = unrelaxed(next[k], sum);
    }
#pragma unroll
    for (int k = 0; k < n; ++k) next[k] -= coupled_[Level](memory_.face_strain(k), memory_.face_trace(k));
    for (int l = 0; l < memory_.n_mechanisms; ++l) {
      const Real power = step_.power[l][Level];
      const Real* s = memory_.s(l);
#pragma unroll
      for (int k = 0; k < n; ++k) next[k] = exec::multiply_add(-power, s[k * lanes], next[k]);
    }
    subtract_earlier<Level, 0>(next);
  }

  template <int Level, int j>
  __device__ __forceinline__ void subtract_earlier(Real* next) const {
    if constexpr (j < Level) {
      const Real *own = column(field_) + Columns::first_of(j) * lanes,
                 *trace = column(n_stresses) + Columns::first_of(j) * lanes;
#pragma unroll
      for (int k = 0; k < Columns::n_of(Level); ++k)
        next[k] -= coupled_[Level - 1 - j](own[k * lanes], trace[k * lanes]);
      subtract_earlier<Level, j + 1>(next);
    }
  }

  /// The strain of the volume, then what the mechanisms make of it.
  __device__ __forceinline__ void add_volume_term() {
    Real sum[n_basis];
    Real* own = Base::q();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) sum[k] = is_stress() ? Real(0) : own[k * lanes];
    Matrices::subtract_stiffness([this](int k) { return Base::along(k); }, sum);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) (is_stress() ? own_ : own)[k * lanes] = sum[k];
    __syncthreads();
    if (is_stress()) go_the_step(own);
  }

  /// Of the strain of the volume, the sum of the normal ones where that counts.
  __device__ __forceinline__ Real trace_of_strain(int k) const {
    if (field_ >= 3) return 0;
    const Real* x = own_ - field_ * n_basis * lanes + k * lanes;
    return x[0] + x[n_basis * lanes] + x[2 * n_basis * lanes];
  }

  /// Some coefficients from `First` on: what is read of a mechanism is under way together, before the first is written.
  template <int First = 0>
  __device__ __forceinline__ void go_the_step(Real* q) const {
    constexpr int n = n_basis - First < n_together ? n_basis - First : n_together;
    Real change[n];
    Law relaxed = Law::of(medium_.moduli(), field_);
    for (int l = 0; l < memory_.n_mechanisms; ++l) relaxed.add(Real(-1), memory_.law(l));
#pragma unroll
    for (int k = 0; k < n; ++k) change[k] = relaxed(own_[(First + k) * lanes], trace_of_strain(First + k));
    for (int l = 0; l < memory_.n_mechanisms; ++l) {
      const Law law = memory_.law(l);
      const Real decay = step_.decay[l];
      Real* s = memory_.s(l) + First * lanes;
      Real value[n];
#pragma unroll
      for (int k = 0; k < n; ++k)
        value[k] = s[k * lanes] + law(memory_.face_strain(First + k), memory_.face_trace(First + k));
#pragma unroll
      for (int k = 0; k < n; ++k) {
        const Real after = exec::multiply_add(decay, value[k], gain(law, l, First + k));
        change[k] += after - value[k];
        value[k] = after;
      }
#pragma unroll
      for (int k = 0; k < n; ++k) s[k * lanes] = value[k];
    }
#pragma unroll
    for (int k = 0; k < n; ++k) q[(First + k) * lanes] += change[k];
    if constexpr (First + n < n_basis) go_the_step<First + n>(q);
  }

  /// Of a mechanism, by the strain that is not lost until the end of the step.
  __device__ __forceinline__ Real gain(const Law& law, int l, int k) const {
    Real strain = own_[k * lanes], trace = trace_of_strain(k);
    const Real *own = column(field_) + k * lanes, *sum = column(n_stresses) + k * lanes;
#pragma unroll
    for (int j = 0; j < n_levels; ++j) {
      if (k >= Columns::n_of(j)) break;
      const Real lost = -step_.lost[l][j];
      strain = exec::multiply_add(lost, own[Columns::first_of(j) * lanes], strain);
      trace = exec::multiply_add(lost, sum[Columns::first_of(j) * lanes], trace);
    }
    return law(strain, trace);
  }

  const RelaxingStep<Real>& step_;
  ThreadMemory<n_basis, lanes, Real> memory_;
  Real* rates_;
  Law coupled_[n_levels];
};

}  // namespace unda::dg

// The second half of the fast step of elements that attenuate, on a GPU: faces bring strains, from which stresses follow now and memory
// variables in the next step.
#pragma once

#include "dg/device/gpu_corrector.cuh"
#include "dg/device/relaxing_items.hpp"
#include "dg/device/relaxing_law.cuh"

namespace unda::dg {

template <int Order, class Real, class Matrices>
class GpuRelaxingCorrector : GpuCorrector<Order, Real, Matrices, StrainView<Real>> {
  using Base = GpuCorrector<Order, Real, Matrices, StrainView<Real>>;
  using Base::arrays_, Base::block_, Base::lane_, Base::field_, Base::medium_, Base::shared_;
  using Base::lanes, Base::n_basis;

 public:
  /// `memory`: number of the block among those with memory variables.
  __device__ GpuRelaxingCorrector(const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                                  std::size_t block, std::size_t memory, Real* shared)
      : Base(arrays, block, shared), memory_(relaxing.memories, memory, lane_, field_) {}

  __device__ void run() {
    Base::fetch(0);
    Real* q = arrays_.q + (block_ * n_fields + field_) * n_basis * lanes + lane_;
    const bool is_stress = field_ < n_stresses;
    Real sum[n_basis];
#pragma unroll
    for (int k = 0; k < n_basis; ++k) sum[k] = is_stress ? Real(0) : q[k * lanes];
    Base::add_face_terms(sum);  // leaves when nobody reads shared memory any more
    if (field_ < 3) {
#pragma unroll
      for (int k = 0; k < n_basis; ++k) normal(field_)[k * lanes] = sum[k];
    }
    __syncthreads();
    if (is_stress)
      add_strain(sum, q);
    else {
#pragma unroll
      for (int k = 0; k < n_basis; ++k) q[k * lanes] = sum[k];
    }
  }

 private:
  __device__ __forceinline__ Real* normal(int component) const { return shared_ + component * n_basis * lanes + lane_; }
  __device__ __forceinline__ void add_strain(const Real* strain, Real* q) const {
    const auto law = ComponentLaw<Real>::of(medium_.moduli(), field_);
    Real* kept = memory_.strain(field_);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) kept[k * lanes] = strain[k];
#pragma unroll
    for (int k = 0; k < n_basis; ++k) {
      const Real trace = field_ < 3 ? normal(0)[k * lanes] + normal(1)[k * lanes] + normal(2)[k * lanes] : Real(0);
      q[k * lanes] += law(strain[k], trace);
    }
  }

  ThreadMemory<n_basis, lanes, Real> memory_;
};

}  // namespace unda::dg

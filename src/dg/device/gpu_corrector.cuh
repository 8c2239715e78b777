// The second half of the fast step on a GPU.
#pragma once

#include <cuda_pipeline.h>

#include "dg/device/fast_step.hpp"
#include "dg/device/flux.hpp"
#include "dg/device/gpu_shape.cuh"
#include "exec/arithmetic.hpp"

namespace unda::dg {

/// View: of the medium, from which the shares of fields follow.
template <int Order, class Real, class Matrices, class View = MediumView<Real>>
class GpuCorrector : protected GpuShape<Order, Real> {
 protected:
  using Shape = GpuShape<Order, Real>;
  using Shape::lanes, Shape::n_basis, Shape::n_face, Shape::n_used, Shape::n_trace, Shape::row, Shape::n_sides;

 public:
  __device__ GpuCorrector(const StepArrays<Real>& arrays, std::size_t block, Real* shared)
      : arrays_(arrays),
        block_(block),
        lane_(static_cast<int>(threadIdx.x)),
        field_(static_cast<int>(threadIdx.y)),
        medium_{
            View{MediumView<Real>{arrays.medium + block * lanes * MediumView<Real>::n_numbers + threadIdx.x, lanes}}},
        shared_(shared) {}

  __device__ void run() {
    fetch(0);
    Real* q = arrays_.q + (block_ * n_fields + field_) * n_basis * lanes + lane_;
    Real sum[n_basis];
#pragma unroll
    for (int k = 0; k < n_basis; ++k) sum[k] = q[k * lanes];
    add_face_terms(sum);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) q[k * lanes] = sum[k];
  }

 protected:
  /// The traces of this side of a face and of the other, [trace number][element].
  __device__ Real* own(int face) const { return shared_ + face % n_sides * (2 * n_used * row); }
  __device__ Real* other(int face) const { return own(face) + n_used * row; }

  /// Begins to bring the traces of a face; a warp takes one element after another.
  __device__ __forceinline__ void fetch(int face) const {
    for (int e = field_; e < lanes; e += n_fields) {
      const std::size_t number = (block_ * lanes + e) * 4 + face;
      const Real *here = arrays_.traces + number * n_trace,
                 *there = arrays_.traces + static_cast<std::size_t>(arrays_.beyond[number]) * n_trace;
#pragma unroll
      for (int i = lane_; i < n_used; i += lanes) {
        __pipeline_memcpy_async(own(face) + i * row + e, here + i, sizeof(Real));
        __pipeline_memcpy_async(other(face) + i * row + e, there + i, sizeof(Real));
      }
    }
    __pipeline_commit();
  }

  __device__ __forceinline__ void add_face_terms(Real* sum) const {
    add_face_term<0>(sum);
    add_face_term<1>(sum);
    add_face_term<2>(sum);
    add_face_term<3>(sum);
  }

  template <int face>
  __device__ __forceinline__ void add_face_term(Real* sum) const {
    if (n_sides == 2 && face < 3) {
      fetch(face + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    const FaceMedium<Real> side = medium_.face(face);
    const physics::Impedance<Real> impedance = medium_.impedance();
    for (int m = field_; m < n_face; m += n_fields)
      find_star(side, impedance, own(face) + m * row + lane_, other(face) + m * row + lane_);
    __syncthreads();
    {
      const FaceShare<Real> share = face_share_of(medium_, face, side.scale, field_);
      const Real* source[3];
#pragma unroll
      for (int j = 0; j < 3; ++j) source[j] = own(face) + share.source[j] * n_face * row + lane_;
      const auto flux = [&](int m) {
        return exec::multiply_add(
            share.weight[2], source[2][m * row],
            exec::multiply_add(share.weight[1], source[1][m * row], share.weight[0] * source[0][m * row]));
      };
      Matrices::template add_lift<face>(flux, sum);
    }
    __syncthreads();
    if (n_sides == 1 && face < 3) fetch(face + 1);
  }

  /// In place of the own trace.
  __device__ __forceinline__ void find_star(const FaceMedium<Real>& side, const physics::Impedance<Real>& impedance,
                                            Real* here, const Real* there) const {
    physics::FaceState<Real> minus, plus;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      minus.traction[i] = here[i * n_face * row];
      minus.velocity[i] = here[(3 + i) * n_face * row];
      plus.traction[i] = there[i * n_face * row];
      plus.velocity[i] = there[(3 + i) * n_face * row];
    }
    const physics::FaceState<Real> star = physics::star_state(minus, plus, side.normal, impedance, side.beyond);
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      here[i * n_face * row] = star.traction[i];
      here[(3 + i) * n_face * row] = star.velocity[i];
    }
  }

  const StepArrays<Real>& arrays_;
  std::size_t block_;
  int lane_, field_;
  View medium_;
  Real* shared_;
};

}  // namespace unda::dg

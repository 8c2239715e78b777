// The fast step of a GPU. A block of threads has device_block elements: a warp is one field of all of them, a thread one field of one
// element with its coefficients in registers, the entries of the matrices are literals in the instructions. Fields that others need
// go through shared memory; traces are turned over there to lie one after another in memory, as neighbours stand in other blocks.
#pragma once

#include <cuda_pipeline.h>

#include "dg/device/fast_step.hpp"
#include "dg/device/flux.hpp"
#include "exec/arithmetic.hpp"

namespace unda::dg {

template <int Order, class Real>
struct GpuShape {
  static constexpr int lanes = device_block, n_threads = lanes * n_fields;
  static constexpr int n_basis = numerics::n_tetrahedral(Order);
  static constexpr int n_inner = numerics::n_tetrahedral(Order - 1);  ///< of a derivative
  static constexpr int n_face = numerics::n_triangular(Order);
  static constexpr int n_used = n_face_fields * n_face;
  static constexpr int n_trace = static_cast<int>(trace_numbers<Real>(Order));
  static constexpr int row = lanes + 1;  ///< of traces in shared memory: no two lanes of a column share a bank

  static constexpr std::size_t field_bytes = sizeof(Real) * n_fields * n_basis * lanes;
  static constexpr std::size_t predict_bytes = field_bytes + sizeof(Real) * n_fields * n_face * row;
  static constexpr std::size_t sides_bytes = sizeof(Real) * 2 * n_used * row;  ///< traces of both sides of a face
  /// The traces of the next face come while those of one are worked on, where there is room.
  static constexpr int n_sides = sides_bytes <= 36 * 1024 ? 2 : 1;
  static constexpr std::size_t correct_bytes = n_sides * sides_bytes;
  /// Blocks of threads that a multiprocessor is to hold: as many as registers allow without spilling.
  static constexpr int predict_blocks = sizeof(Real) == 4 ? (Order <= 4   ? 4
                                                             : Order == 5 ? 3
                                                             : Order == 6 ? 2
                                                                          : 1)
                                                          : (Order <= 3   ? 4
                                                             : Order == 4 ? 2
                                                                          : 1);
  static constexpr int correct_blocks = sizeof(Real) == 4 ? (Order <= 5   ? 3
                                                             : Order == 6 ? 2
                                                                          : 1)
                                                          : (Order <= 3   ? 3
                                                             : Order == 4 ? 2
                                                                          : 1);
};

template <int Order, class Real, class Matrices>
class GpuPredictor : GpuShape<Order, Real> {
  using Shape = GpuShape<Order, Real>;
  using Shape::lanes, Shape::n_basis, Shape::n_inner, Shape::n_face, Shape::n_used, Shape::n_trace, Shape::row;

 public:
  __device__ GpuPredictor(const StepArrays<Real>& arrays, std::size_t block, Real* shared)
      : arrays_(arrays),
        block_(block),
        lane_(static_cast<int>(threadIdx.x)),
        field_(static_cast<int>(threadIdx.y)),
        medium_{arrays.medium + block * lanes * MediumView<Real>::n_numbers + threadIdx.x, lanes},
        flux_(flux_of(medium_, field_)),
        own_(shared + field_ * n_basis * lanes + lane_),
        staging_(shared + n_fields * n_basis * lanes) {
    for (int j = 0; j < 3; ++j) source_[j] = shared + flux_.source[j] * n_basis * lanes + lane_;
  }

  __device__ void run(Real dt) {
    integrate_in_time(dt);
    project_to_face<0>();
    project_to_face<1>();
    project_to_face<2>();
    project_to_face<3>();
    add_volume_term();
  }

 private:
  struct Along {
    Real of[3];  ///< the axes of the unit tetrahedron
  };
  __device__ Real* q() const { return arrays_.q + (block_ * n_fields + field_) * n_basis * lanes + lane_; }
  /// What coefficient k of the three sources gives to this field.
  __device__ __forceinline__ Along along(int k) const {
    const Real x = source_[0][k * lanes], y = source_[1][k * lanes], z = source_[2][k * lanes];
    Along sum;
#pragma unroll
    for (int a = 0; a < 3; ++a)
      sum.of[a] =
          exec::multiply_add(flux_.weight[a][2], z, exec::multiply_add(flux_.weight[a][1], y, flux_.weight[a][0] * x));
    return sum;
  }

  __device__ __forceinline__ void integrate_in_time(Real dt) {
    Real integral[n_inner];  // of the highest degree there is nothing but the field
    const Real* from = q();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) {
      const Real value = from[k * lanes];
      own_[k * lanes] = value;
      if (k < n_inner) integral[k] = dt * value;
    }
    __syncthreads();
    add_derivatives<0>(dt, dt, integral);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) own_[k * lanes] = k < n_inner ? integral[k] : dt * own_[k * lanes];
    __syncthreads();
  }

  /// Leaves when nobody reads shared memory any more.
  template <int Level>
  __device__ __forceinline__ void add_derivatives(Real dt, Real factor, Real* integral) {
    constexpr int n = numerics::n_tetrahedral(Order - 1 - Level);
    Real next[n];
    Matrices::template derive<Level>([this](int k) { return along(k); }, next);
    __syncthreads();
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

  template <int face>
  __device__ __forceinline__ void project_to_face() {
    {
      Real trace[n_face];
      Matrices::template project<face>([this](int k) { return own_[k * lanes]; }, trace);
#pragma unroll
      for (int m = 0; m < n_face; ++m) staging_[(field_ * n_face + m) * row + lane_] = trace[m];
    }
    __syncthreads();
    const FaceMedium<Real> side = medium_.face(face);
    for (int m = field_; m < n_face; m += n_fields) make_tractions(side.normal, staging_ + m * row + lane_);
    __syncthreads();
    store_traces(face);
    __syncthreads();
  }

  /// In place of the normal stresses.
  __device__ __forceinline__ void make_tractions(const Real* n, Real* mode) const {
    physics::Symmetric<3, Real> stress;
#pragma unroll
    for (int f = 0; f < 6; ++f) stress.of[f] = mode[f * n_face * row];
#pragma unroll
    for (int i = 0; i < 3; ++i)
      mode[i * n_face * row] =
          exec::multiply_add(n[2], stress(i, 2), exec::multiply_add(n[1], stress(i, 1), n[0] * stress(i, 0)));
  }

  /// A warp takes one element after another.
  __device__ __forceinline__ void store_traces(int face) const {
    for (int e = field_; e < lanes; e += n_fields) {
      Real* to = arrays_.traces + ((block_ * lanes + e) * 4 + face) * n_trace;
#pragma unroll
      for (int i = lane_; i < n_trace; i += lanes) {
        const int from = i < 3 * n_face ? i : i + 3 * n_face;  // tractions, and after the shear stresses velocities
        to[i] = i < n_used ? staging_[from * row + e] : Real(0);
      }
    }
  }

  __device__ __forceinline__ void add_volume_term() {
    Real sum[n_basis];
    Real* own = q();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) sum[k] = own[k * lanes];
    Matrices::subtract_stiffness([this](int k) { return along(k); }, sum);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) own[k * lanes] = sum[k];
  }

  const StepArrays<Real>& arrays_;
  std::size_t block_;
  int lane_, field_;
  MediumView<Real> medium_;
  Flux<Real> flux_;
  Real *own_, *staging_;
  const Real* source_[3];
};

template <int Order, class Real, class Matrices>
class GpuCorrector : GpuShape<Order, Real> {
  using Shape = GpuShape<Order, Real>;
  using Shape::lanes, Shape::n_basis, Shape::n_face, Shape::n_used, Shape::n_trace, Shape::row, Shape::n_sides;

 public:
  __device__ GpuCorrector(const StepArrays<Real>& arrays, std::size_t block, Real* shared)
      : arrays_(arrays),
        block_(block),
        lane_(static_cast<int>(threadIdx.x)),
        field_(static_cast<int>(threadIdx.y)),
        medium_{arrays.medium + block * lanes * MediumView<Real>::n_numbers + threadIdx.x, lanes},
        shared_(shared) {}

  __device__ void run() {
    fetch(0);
    Real* q = arrays_.q + (block_ * n_fields + field_) * n_basis * lanes + lane_;
    Real sum[n_basis];
#pragma unroll
    for (int k = 0; k < n_basis; ++k) sum[k] = q[k * lanes];
    add_face_term<0>(sum);
    add_face_term<1>(sum);
    add_face_term<2>(sum);
    add_face_term<3>(sum);
#pragma unroll
    for (int k = 0; k < n_basis; ++k) q[k * lanes] = sum[k];
  }

 private:
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
  MediumView<Real> medium_;
  Real* shared_;
};

template <int Order, class Real, class Matrices>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, GpuShape<Order, Real>::predict_blocks)
    predict_on_gpu(const StepArrays<Real> arrays, std::size_t first, Real dt) {
  extern __shared__ double shared[];
  GpuPredictor<Order, Real, Matrices>(arrays, first + blockIdx.x, reinterpret_cast<Real*>(shared)).run(dt);
}

template <int Order, class Real, class Matrices>
__global__ void __launch_bounds__(GpuShape<Order, Real>::n_threads, GpuShape<Order, Real>::correct_blocks)
    correct_on_gpu(const StepArrays<Real> arrays, std::size_t first) {
  extern __shared__ double shared[];
  GpuCorrector<Order, Real, Matrices>(arrays, first + blockIdx.x, reinterpret_cast<Real*>(shared)).run();
}

/// Makes room in shared memory, once a kernel.
template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  exec::detail::check_gpu_call(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "asking for shared memory");
}

template <int Order, class Real, class Matrices>
struct GpuStep {
  using Shape = GpuShape<Order, Real>;

  static void predict(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks, Real dt) {
    const auto kernel = predict_on_gpu<Order, Real, Matrices>;
    static const bool allowed = (allow_shared(kernel, Shape::predict_bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(blocks.size()), dim3(Shape::lanes, n_fields), Shape::predict_bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, blocks.first, dt);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the first half of a step");
  }

  static void correct(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks) {
    const auto kernel = correct_on_gpu<Order, Real, Matrices>;
    static const bool allowed = (allow_shared(kernel, Shape::correct_bytes), true);
    (void)allowed;
    kernel<<<static_cast<unsigned>(blocks.size()), dim3(Shape::lanes, n_fields), Shape::correct_bytes,
             static_cast<cudaStream_t>(queue.stream())>>>(arrays, blocks.first);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting the second half of a step");
  }
};

}  // namespace unda::dg

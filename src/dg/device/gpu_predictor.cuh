// The first half of the fast step on a GPU: a block of threads has the elements of a block, a thread one field of one of them.
#pragma once

#include "dg/device/fast_step.hpp"
#include "dg/device/flux.hpp"
#include "dg/device/gpu_shape.cuh"
#include "exec/arithmetic.hpp"

namespace unda::dg {

/// What a kernel of the first half does.
enum Part : int { integrate = 1, project = 2, add_volume = 4, all_parts = 7 };

/// View: of the medium, from which the rates of fields follow.
template <int Order, class Real, class Matrices, int parts, class View = MediumView<Real>>
class GpuPredictor : protected GpuShape<Order, Real> {
 protected:
  using Shape = GpuShape<Order, Real>;
  using Shape::lanes, Shape::n_basis, Shape::n_inner, Shape::n_face, Shape::n_used, Shape::n_trace, Shape::row;

 public:
  __device__ GpuPredictor(const StepArrays<Real>& arrays, std::size_t block, Real* shared)
      : arrays_(arrays),
        block_(block),
        lane_(static_cast<int>(threadIdx.x)),
        field_(static_cast<int>(threadIdx.y)),
        medium_{
            View{MediumView<Real>{arrays.medium + block * lanes * MediumView<Real>::n_numbers + threadIdx.x, lanes}}},
        own_(shared + field_ * n_basis * lanes + lane_),
        staging_(parts == Part::project ? shared : shared + n_fields * n_basis * lanes) {
    if constexpr (parts == Part::project) return;
    flux_ = flux_of(medium_, field_);
    for (int j = 0; j < 3; ++j) source_[j] = shared + flux_.source[j] * n_basis * lanes + lane_;
  }

  __device__ void run(Real dt) {
    if constexpr (parts == Part::project) {
      Real own[n_basis];
      const Real* from = arrays_.integral + place();
#pragma unroll
      for (int k = 0; k < n_basis; ++k) own[k] = from[k * lanes];
      project_to_faces([&own](int k) { return own[k]; });
      return;
    }
    if constexpr (has(Part::integrate))
      integrate_in_time(dt);
    else
      load_integral();
    if constexpr (has(Part::integrate) && parts != all_parts) store_integral();
    if constexpr (has(Part::project)) project_to_faces([this](int k) { return own_[k * lanes]; });
    if constexpr (has(Part::add_volume)) add_volume_term();
  }

 protected:
  struct Along {
    Real of[3];  ///< the axes of the unit tetrahedron
  };
  static constexpr bool has(Part part) { return (parts & part) != 0; }
  __device__ std::size_t place() const { return (block_ * n_fields + field_) * n_basis * lanes + lane_; }
  __device__ Real* q() const { return arrays_.q + place(); }
  __device__ __forceinline__ void load_integral() {
    const Real* from = arrays_.integral + place();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) own_[k * lanes] = from[k * lanes];
    __syncthreads();
  }
  __device__ __forceinline__ void store_integral() const {
    Real* to = arrays_.integral + place();
#pragma unroll
    for (int k = 0; k < n_basis; ++k) to[k * lanes] = own_[k * lanes];
  }
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

  /// own(k): coefficient k of the integral of this thread's field.
  template <class Own>
  __device__ __forceinline__ void project_to_faces(const Own& own) {
    project_to_face<0>(own);
    project_to_face<1>(own);
    project_to_face<2>(own);
    project_to_face<3>(own);
  }

  template <int face, class Own>
  __device__ __forceinline__ void project_to_face(const Own& own) {
    {
      Real trace[n_face];
      Matrices::template project<face>(own, trace);
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
  View medium_;
  Flux<Real> flux_;
  Real *own_, *staging_;
  const Real* source_[3];
};

}  // namespace unda::dg

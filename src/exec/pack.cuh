// Neighbouring numbers that a thread of a GPU loads and stores as one.
#pragma once

#include <cuda_runtime.h>

namespace unda::exec {

namespace detail {
template <class Real, int N>
struct Native;
template <>
struct Native<float, 1> {
  using type = float;
};
template <>
struct Native<float, 2> {
  using type = float2;
};
template <>
struct Native<float, 4> {
  using type = float4;
};
template <>
struct Native<double, 1> {
  using type = double;
};
template <>
struct Native<double, 2> {
  using type = double2;
};
}  // namespace detail

/// A number on its way into shared memory while the thread goes on; there after await_copies().
template <class Real>
__device__ __forceinline__ void copy_ahead(Real* to_shared, const Real* from) {
#ifdef __CUDA_ARCH__
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to_shared))),
      "l"(from), "n"(sizeof(Real)));
#else
  *to_shared = *from;  // kernels that a test runs on the host
#endif
}
__device__ __forceinline__ void await_copies() {
#ifdef __CUDA_ARCH__
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// Addresses must be multiples of the size of a pack.
template <class Real, int N>
struct alignas(N * sizeof(Real)) Pack {
  using Native = typename detail::Native<Real, N>::type;
  Real of[N];

  /// Of an array that no thread of the running loop writes.
  __device__ __forceinline__ void load(const Real* from) { set(__ldg(reinterpret_cast<const Native*>(from))); }
  /// What nobody will ask for again soon.
  __device__ __forceinline__ void load_once(const Real* from) { set(__ldcs(reinterpret_cast<const Native*>(from))); }
  /// Of an array that the loop writes.
  __device__ __forceinline__ void load_changing(const Real* from) { set(*reinterpret_cast<const Native*>(from)); }
  __device__ __forceinline__ void store(Real* to) const { *reinterpret_cast<Native*>(to) = get(); }
  __device__ __forceinline__ void store_once(Real* to) const { __stcs(reinterpret_cast<Native*>(to), get()); }

 private:
  __device__ __forceinline__ void set(const Native& value) { *reinterpret_cast<Native*>(of) = value; }
  __device__ __forceinline__ Native get() const { return *reinterpret_cast<const Native*>(of); }
};

}  // namespace unda::exec

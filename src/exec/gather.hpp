// Pieces of a device's array put one after the other into a buffer, and back: what messages are made of.
#pragma once

#include <cstddef>

#include "exec/device.hpp"

namespace unda::exec {

/// Runs of the same length; `firsts` lies on the device too.
struct Runs {
  const std::ptrdiff_t* firsts = nullptr;
  int n = 0, length = 0;
};

template <class Real>
struct GatherRun {
  const Real* array;
  Runs runs;
  Real* buffer;
  constexpr void operator()(int i, int r, int) const {
    buffer[static_cast<std::ptrdiff_t>(r) * runs.length + i] = array[runs.firsts[r] + i];
  }
};

template <class Real>
struct ScatterRun {
  const Real* buffer;
  Runs runs;
  Real* array;
  constexpr void operator()(int i, int r, int) const {
    array[runs.firsts[r] + i] = buffer[static_cast<std::ptrdiff_t>(r) * runs.length + i];
  }
};

template <class Real>
void gather(const Queue& queue, const GatherRun<Real>& what);
template <class Real>
void scatter(const Queue& queue, const ScatterRun<Real>& what);

namespace detail {
template <class Real>
void gather_on_gpu(const Queue& queue, const GatherRun<Real>& what);
template <class Real>
void scatter_on_gpu(const Queue& queue, const ScatterRun<Real>& what);
}  // namespace detail

}  // namespace unda::exec

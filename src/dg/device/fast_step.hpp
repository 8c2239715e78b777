// The fast step of a GPU: kernels made for one order and precision, in blocks of device_block elements.
#pragma once

#include <cstddef>

#include "exec/device.hpp"

namespace unda::dg {

/// Of a rank, all on the device.
template <class Real>
struct StepArrays {
  const Real* medium = nullptr;  ///< [block][number][place in the block]
  Real* q = nullptr;             ///< [block][field][coefficient][place in the block]
  Real* traces = nullptr;        ///< [place][face][trace], then those of zeros and of other ranks
  const int* beyond = nullptr;   ///< [place][face]: number of the trace there
  Real* integral = nullptr;      ///< room for fields, as q, where a step keeps their integrals there
};

struct BlockRange {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};

template <class Real>
struct FastStep {
  void (*predict)(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks,
                  Real dt) = nullptr;
  void (*correct)(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks) = nullptr;
  bool keeps_integral = false;
  bool exists() const { return predict != nullptr; }
};

/// Empty where the device is no GPU or this build has no kernels of the order: then there is the plain step.
template <class Real>
FastStep<Real> fast_step(int order, const exec::Device& device);

}  // namespace unda::dg

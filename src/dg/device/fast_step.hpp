// The fast step of a GPU: kernels made for one order and precision, in blocks of device_block elements.
#pragma once

#include <cstddef>

#include "dg/fields.hpp"
#include "dg/memory_arrays.hpp"
#include "dg/relaxing_step.hpp"
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

/// Memory variables of a rank's elements that attenuate, on the device.
template <class Real>
struct RelaxingArrays {
  MemoryArrays<Real> memories;
  RelaxingStep<Real> step;
  Real* rates = nullptr;  ///< room for strain rates, where a step keeps them there
};

/// Blocks whose elements attenuate, and the number of the first among those with memory variables.
struct RelaxingRange {
  BlockRange blocks;
  std::size_t memory = 0;
};

/// The step of elements that attenuate.
template <class Real>
struct FastRelaxing {
  void (*predict)(const exec::Queue& queue, const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                  const RelaxingRange& range, Real dt) = nullptr;
  void (*correct)(const exec::Queue& queue, const StepArrays<Real>& arrays, const RelaxingArrays<Real>& relaxing,
                  const RelaxingRange& range) = nullptr;
  std::size_t rate_numbers = 0;  ///< of an element, of those in memory
};

template <class Real>
struct FastStep {
  void (*predict)(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks,
                  Real dt) = nullptr;
  void (*correct)(const exec::Queue& queue, const StepArrays<Real>& arrays, const BlockRange& blocks) = nullptr;
  bool keeps_integral = false;
  FastRelaxing<Real> relaxing;
  bool exists() const { return predict != nullptr; }
};

/// Empty where the device is no GPU or this build has no kernels of the order: then there is the plain step.
template <class Real>
FastStep<Real> fast_step(int order, const exec::Device& device);

}  // namespace unda::dg

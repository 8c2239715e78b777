// How traces pass between clusters on a device, as small values: by number in a trace and record (trace_plan.hpp).
#pragma once

#include <cstddef>

namespace unda::dg {

/// From the trace of a face to that, or those, beside it.
struct TraceRecord {
  int own = 0, to = 0;
};

/// Of records in turn: a trace of half a step, and what the whole brought beyond it.
template <class Real>
struct HandOverHalves {
  const TraceRecord* records;
  std::size_t length;
  const Real* half;  ///< traces of first halves, numbered from the first of the run on
  std::size_t first;
  Real* traces;
  constexpr void operator()(std::size_t k, std::size_t record) const {
    const auto own = static_cast<std::size_t>(records[record].own), to = static_cast<std::size_t>(records[record].to);
    const Real of_first = half[(own - first) * length + k];
    traces[to * length + k] = of_first;
    traces[(to + 1) * length + k] = traces[own * length + k] - of_first;
  }
};

template <class Real>
struct HandOverSums {
  const TraceRecord* records;
  std::size_t length;
  bool second;
  Real* traces;
  constexpr void operator()(std::size_t k, std::size_t record) const {
    const Real own = traces[static_cast<std::size_t>(records[record].own) * length + k];
    Real& sum = traces[static_cast<std::size_t>(records[record].to) * length + k];
    sum = second ? sum + own : own;
  }
};

}  // namespace unda::dg

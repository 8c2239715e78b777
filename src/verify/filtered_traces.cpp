// Filtering traces one by one.
#include "verify/filtered_traces.hpp"

#include <algorithm>

#include "exec/for_each.hpp"

namespace unda::verify {
namespace {

void filter(output::TraceArray& array, std::size_t n_samples, double interval, const numerics::Corners& corners) {
  exec::for_each_heavy(array.values.size() / n_samples, [&](std::size_t n) {
    double* const first = array.values.data() + n * n_samples;
    const std::vector<double> filtered = numerics::zero_phase_filter({first, n_samples}, interval, corners);
    std::copy(filtered.begin(), filtered.end(), first);
  });
}

}  // namespace

output::Traces filtered_traces(output::Traces traces, const numerics::Corners& corners) {
  const std::size_t n = traces.time.size();
  if (n < 2) return traces;
  const double interval = (traces.time.back() - traces.time.front()) / static_cast<double>(n - 1);
  for (output::TraceGroup& group : traces.groups) {
    for (auto& [quantity, array] : group.quantities) filter(array, n, interval, corners);
    for (auto& [quantity, array] : group.closed_form) filter(array, n, interval, corners);
  }
  return traces;
}

}  // namespace unda::verify

// Bringing all traces of one side of a comparison to the common times.
#include "verify/filtered_traces.hpp"

#include <algorithm>

#include "exec/for_each.hpp"

namespace unda::verify {
namespace {

void bring(output::TraceArray& array, const CommonTimes& common, const Side& side) {
  const std::size_t n = common.times.n, n_traces = array.values.size() / side.n_native;
  std::vector<double> all(n_traces * n);
  exec::for_each_heavy(n_traces, [&](std::size_t k) {
    const std::vector<double> one = common.brought(side, {array.values.data() + k * side.n_native, side.n_native});
    std::copy(one.begin(), one.end(), all.begin() + static_cast<std::ptrdiff_t>(k * n));
  });
  array.values = std::move(all);
}

}  // namespace

output::Traces filtered_traces(output::Traces traces, const CommonTimes& common, const Side& side) {
  traces.time.clear();
  for (std::size_t i = 0; i < common.times.n; ++i) traces.time.push_back(common.times.at(static_cast<double>(i)));
  for (output::TraceGroup& group : traces.groups) {
    for (auto& [quantity, array] : group.quantities) bring(array, common, side);
    for (auto& [quantity, array] : group.closed_form) bring(array, common, side);
  }
  return traces;
}

}  // namespace unda::verify

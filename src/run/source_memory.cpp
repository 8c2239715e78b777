// Counting sources that act together.
#include "run/source_memory.hpp"

#include <algorithm>

#include "base/memory_text.hpp"
#include "exec/machine.hpp"
#include "method/source_history.hpp"
#include "parallel/communicator.hpp"

namespace unda::run {

std::size_t sources_at_a_time(const std::vector<method::PointSource>& sources, double seconds_of_table) {
  std::vector<double> starts, ends;
  for (const method::PointSource& source : sources) {
    starts.push_back(source.time_function->start() - seconds_of_table);
    ends.push_back(source.time_function->end());
  }
  std::sort(starts.begin(), starts.end());
  std::sort(ends.begin(), ends.end());
  std::size_t most = 0, n_ended = 0;
  for (std::size_t n = 0; n < starts.size(); ++n) {
    while (ends[n_ended] < starts[n]) ++n_ended;
    most = std::max(most, n + 1 - n_ended);
  }
  return most;
}

void tell_source_memory(Experiment& e) {
  const std::size_t n = e.sources.size();
  if (n <= method::many_sources || e.sizes.bytes_of_source == 0) return;
  const std::size_t kept = e.sizes.sources_in_turn
                               ? sources_at_a_time(e.sources, static_cast<double>(method::steps_of_many_sources) * e.dt)
                               : n;
  const double bytes = static_cast<double>(kept) * e.sizes.bytes_of_source;
  e.sizes.remarks.push_back(
      {"sources", fmt::format("{}{} kept at a time, about {} in all beside the memory below", kept,
                              kept < n ? fmt::format(" of {}", n) : "", memory_text(bytes))});
  const double share = static_cast<double>(parallel::ranks_on_this_machine()) / e.communicator.size();
  const double here = share * bytes + e.sizes.memory_bytes + e.sizes.absorbing_bytes;
  const auto available = static_cast<double>(exec::available_memory());
  if (here > 0.95 * available)
    e.scenario->fail(
        fmt::format("source[{}]", e.sources.front().table),
        fmt::format("{} point sources take {} beside the {} of the run; this machine has {} free. Take fewer "
                    "points, more machines, or finite differences, which keep almost nothing of each",
                    kept, memory_text(bytes), memory_text(e.sizes.memory_bytes + e.sizes.absorbing_bytes),
                    memory_text(available)));
}

}  // namespace unda::run

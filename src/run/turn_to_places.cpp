// Turning traces.
#include "run/turn_to_places.hpp"

#include <algorithm>

#include "scenario/chunk.hpp"

namespace unda::run {
namespace {

/// n components of a receiver, one trace after another, sample by sample.
template <std::size_t n, class Turn>
void turn(double* traces, std::size_t n_samples, const Turn& turned) {
  for (std::size_t j = 0; j < n_samples; ++j) {
    std::array<double, n> value{};
    for (std::size_t c = 0; c < n; ++c) value[c] = traces[c * n_samples + j];
    value = turned(value);
    for (std::size_t c = 0; c < n; ++c) traces[c * n_samples + j] = value[c];
  }
}

}  // namespace

void turn_to_places(const scenario::Scenario& s, const std::vector<Vector>& positions, scenario::Quantity quantity,
                    output::TraceArray& array) {
  if (!s.domain.chunk || quantity == scenario::Quantity::pressure || positions.empty()) return;
  const scenario::ChunkFrame frame(*s.domain.chunk);
  const std::size_t length = array.values.size() / positions.size();
  const std::size_t n_samples = length / static_cast<std::size_t>(array.n_components);
  for (std::size_t r = 0; r < positions.size(); ++r) {
    const scenario::Compass compass = frame.compass(positions[r]);
    double* traces = array.values.data() + r * length;
    if (quantity == scenario::Quantity::stress)
      turn<6>(traces, n_samples, [&](const std::array<double, 6>& v) { return scenario::to_place(compass, v); });
    else
      turn<3>(traces, n_samples, [&](const Vector& v) { return scenario::to_place(compass, v); });
  }
}

}  // namespace unda::run

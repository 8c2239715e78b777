// The shots that go into one file: gathers of one after another, so that only those of one are in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "output/export/gathers.hpp"

namespace unda::output {

struct ShotSeries {
  std::size_t size = 0;
  /// Gathers with their shot and shot_name; may be asked for more than once.
  std::function<std::unique_ptr<Gathers>(std::size_t)> open;
};

/// What is known of a series once all its shots have been looked at.
struct SeriesFacts {
  std::size_t n_traces = 0;
  std::vector<double> coordinates;  ///< all that trace headers hold, m
  std::vector<std::string> shots;   ///< "2: east, source at x = 800, y = 0, z = -30"
};

/// Looks at every shot. Throws InputError, naming the shot, where one does not fit the format (by its own limits, or
/// since its samples lie at other times than those of the first).
SeriesFacts look_at(const ShotSeries& shots, const std::string& format);

/// "field records and source points by shot: 1: west, 2: east".
std::string records_in_words(const SeriesFacts& facts);

}  // namespace unda::output

// QuakeML of the event behind the traces: its origin and, where a catalogue would have one, its moment tensor.
#pragma once

#include <string>

#include "output/export/gathers.hpp"

namespace unda::output {

struct QuakeMl {
  std::string text, event_id, origin_id;
};

/// Nothing where the source or its latitude and longitude are not known.
std::optional<QuakeMl> quake_ml(const Gathers& gathers);

}  // namespace unda::output

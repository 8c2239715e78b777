// What follows from a scheme's declaration.
#include "fd/scheme.hpp"

namespace unda::fd {

GhostWidths ghost_widths(const SchemeDescription& scheme, int field, int radius) {
  GhostWidths widths{};
  for (const StageDescription& stage : scheme.stages) {
    for (const UpdateDescription& update : stage.updates) {
      for (const Derivative& d : update.derivatives) {
        if (d.field != field || d.kind == Operator::value) continue;
        const bool half = scheme.fields[field].half[d.axis] == 1;
        const bool second = d.kind == Operator::second;
        auto& [low, high] = widths[d.axis];
        low = std::max(low, second || half ? radius : radius - 1);
        high = std::max(high, second || !half ? radius : radius - 1);
      }
    }
  }
  return widths;
}

}  // namespace unda::fd

// Which targets of an update its derivatives along an axis change: those that a layer across that axis has to visit.
#pragma once

#include <array>
#include <cstddef>

#include "fd/scheme.hpp"

namespace unda::fd {

template <class Update>
constexpr auto targets_along(int axis) {
  std::array<bool, Update::targets.size()> feels{};
  double m[Update::parameters.size() + 1]{};
  for (double& value : m) value = 1;
  for (std::size_t n = 0; n < Update::derivatives.size(); ++n) {
    if (Update::derivatives[n].axis != axis || Update::derivatives[n].kind == Operator::value) continue;
    double d[Update::derivatives.size()]{}, rate[Update::targets.size()]{};
    d[n] = 1;
    Update::rates(d, m, rate);
    for (std::size_t t = 0; t < feels.size(); ++t) feels[t] = feels[t] || rate[t] != 0;
  }
  return feels;
}

/// Whether the targets lie half a cell off the nodes along an axis.
template <class Scheme, class Update>
constexpr auto targets_on_half_nodes(int axis) {
  std::array<int, Update::targets.size()> half{};
  for (std::size_t t = 0; t < half.size(); ++t) half[t] = Scheme::fields[Update::targets[t]].half[axis];
  return half;
}

}  // namespace unda::fd

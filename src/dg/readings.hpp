// What a quantity is in terms of the nine fields, and its value at a point of an element.
#pragma once

#include <utility>
#include <vector>

#include "dg/fields.hpp"
#include "scenario/scenario.hpp"

namespace unda::dg {

/// Fields and their factors. Displacement and acceleration are made of velocities.
inline std::vector<std::pair<int, double>> fields_of(scenario::Quantity quantity, int component) {
  using scenario::Quantity;
  if (quantity == Quantity::pressure) return {{xx, -1.0 / 3}, {yy, -1.0 / 3}, {zz, -1.0 / 3}};
  if (quantity == Quantity::stress) return {{component, 1.0}};
  return {{vx + component, 1.0}};
}

/// `coefficients`: of the element's place in its block, `width` places wide; `basis`: the polynomials at the point.
template <class Real>
double value_of(scenario::Quantity quantity, int component, const Real* coefficients, std::size_t width,
                const std::vector<double>& basis) {
  double sum = 0;
  for (const auto& [field, factor] : fields_of(quantity, component)) {
    const Real* q = coefficients + field * basis.size() * width;
    double value = 0;
    for (std::size_t k = 0; k < basis.size(); ++k) value += basis[k] * static_cast<double>(q[k * width]);
    sum += factor * value;
  }
  return sum;
}

}  // namespace unda::dg

// Finite-difference coefficients of order 2 * radius, exact at compile time, for unit spacing.
#pragma once

#include <array>
#include <cstddef>

namespace unda::numerics {

/// f'(x) = sum_m c[m-1] (f(x + m - 1/2) - f(x - m + 1/2)), m = 1 ... radius.
template <int Radius>
constexpr std::array<double, Radius> staggered_difference() {
  std::array<double, Radius> c{};
  for (int m = 1; m <= Radius; ++m) {
    const double odd = 2 * m - 1;
    double value = (m % 2 == 1 ? 1.0 : -1.0) / odd;
    for (int i = 1; i <= Radius; ++i) {
      if (i == m) continue;
      const double other = 2 * i - 1;
      const double gap = odd * odd - other * other;
      value *= other * other / (gap < 0 ? -gap : gap);
    }
    c[static_cast<std::size_t>(m - 1)] = value;
  }
  return c;
}

/// f''(x) = c[0] f(x) + sum_m c[m] (f(x + m) + f(x - m)), m = 1 ... radius.
template <int Radius>
constexpr std::array<double, Radius + 1> second_difference() {
  std::array<double, Radius + 1> c{};
  for (int m = 1; m <= Radius; ++m) {
    double value = (m % 2 == 1 ? 1.0 : -1.0) / (m * m);
    for (int i = 1; i <= Radius; ++i) {
      if (i == m) continue;
      const double gap = m * m - i * i;
      value *= i * i / (gap < 0 ? -gap : gap);
    }
    c[static_cast<std::size_t>(m)] = value;
    c[0] -= 2 * value;
  }
  return c;
}

}  // namespace unda::numerics

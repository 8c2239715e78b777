// Run-time access to the compile-time coefficients.
#include "numerics/difference_table.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "numerics/difference.hpp"

namespace unda::numerics {
namespace {

template <std::size_t N>
std::vector<double> as_vector(const std::array<double, N>& c) {
  return {c.begin(), c.end()};
}

}  // namespace

std::vector<double> staggered_coefficients(int radius) {
  switch (radius) {
    case 1:
      return as_vector(staggered_difference<1>());
    case 2:
      return as_vector(staggered_difference<2>());
    case 3:
      return as_vector(staggered_difference<3>());
    case 4:
      return as_vector(staggered_difference<4>());
    case 5:
      return as_vector(staggered_difference<5>());
    case 6:
      return as_vector(staggered_difference<6>());
    case 7:
      return as_vector(staggered_difference<7>());
    case 8:
      return as_vector(staggered_difference<8>());
    default:
      assert(false && "order out of range");
      return {};
  }
}

std::vector<double> second_coefficients(int radius) {
  switch (radius) {
    case 1:
      return as_vector(second_difference<1>());
    case 2:
      return as_vector(second_difference<2>());
    case 3:
      return as_vector(second_difference<3>());
    case 4:
      return as_vector(second_difference<4>());
    case 5:
      return as_vector(second_difference<5>());
    case 6:
      return as_vector(second_difference<6>());
    case 7:
      return as_vector(second_difference<7>());
    case 8:
      return as_vector(second_difference<8>());
    default:
      assert(false && "order out of range");
      return {};
  }
}

double staggered_norm(int radius) {
  double sum = 0;
  for (const double c : staggered_coefficients(radius)) sum += std::abs(c);
  return sum;
}

double phase_speed_ratio(int radius, double points) {
  const double k = 2 * std::numbers::pi / points;
  double numerical = 0;
  const auto c = staggered_coefficients(radius);
  for (int m = 1; m <= radius; ++m) numerical += 2 * c[m - 1] * std::sin((m - 0.5) * k);
  return numerical / k;
}

}  // namespace unda::numerics

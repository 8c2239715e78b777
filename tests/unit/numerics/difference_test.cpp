// Finite-difference coefficients and the windowed sinc, against what they must reproduce.
#include "numerics/difference.hpp"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

#include "numerics/windowed_sinc.hpp"

namespace unda::numerics::difference_test {
namespace {

template <int Radius>
void staggered_is_exact_for_polynomials() {
  constexpr auto c = staggered_difference<Radius>();
  for (int power = 1; power <= 2 * Radius; ++power) {
    double derivative = 0;
    for (int m = 1; m <= Radius; ++m) derivative += c[m - 1] * (std::pow(m - 0.5, power) - std::pow(-(m - 0.5), power));
    EXPECT_NEAR(derivative, power == 1 ? 1 : 0, 1e-9 * std::pow(Radius, power)) << Radius << " " << power;
  }
}

template <int Radius>
void second_is_exact_for_polynomials() {
  constexpr auto c = second_difference<Radius>();
  for (int power = 0; power <= 2 * Radius; ++power) {
    double derivative = c[0] * std::pow(0.0, power);
    for (int m = 1; m <= Radius; ++m) derivative += c[m] * (std::pow(m, power) + std::pow(-m, power));
    EXPECT_NEAR(derivative, power == 2 ? 2 : 0, 1e-9 * std::pow(Radius, power)) << Radius << " " << power;
  }
}

TEST(Difference, KnownValues) {
  EXPECT_DOUBLE_EQ(staggered_difference<2>()[0], 9.0 / 8);
  EXPECT_DOUBLE_EQ(staggered_difference<2>()[1], -1.0 / 24);
  EXPECT_DOUBLE_EQ(second_difference<2>()[0], -2.5);
  EXPECT_DOUBLE_EQ(second_difference<2>()[1], 4.0 / 3);
}

TEST(Difference, ExactForPolynomialsUpToTheOrder) {
  staggered_is_exact_for_polynomials<1>();
  staggered_is_exact_for_polynomials<4>();
  staggered_is_exact_for_polynomials<8>();
  second_is_exact_for_polynomials<1>();
  second_is_exact_for_polynomials<4>();
  second_is_exact_for_polynomials<8>();
}

TEST(WindowedSinc, InterpolatesWavesOfFourPoints) {
  for (const double position : {3.0, 3.1, 3.5, -2.73}) {
    for (double k = 0; k <= 1.571; k += 0.1) {
      std::complex<double> sum = 0;
      for (const auto& [index, weight] : sinc_weights(position)) sum += weight * std::polar(1.0, k * index);
      EXPECT_LT(std::abs(sum - std::polar(1.0, k * position)), 1e-4) << position << " " << k;
    }
  }
}

TEST(WindowedSinc, OnAGridPointIsThatPoint) {
  const auto weights = sinc_weights(7.0);
  ASSERT_EQ(weights.size(), 1U);
  EXPECT_EQ(weights[0].index, 7);
  EXPECT_EQ(weights[0].weight, 1.0);
}

}  // namespace
}  // namespace unda::numerics::difference_test

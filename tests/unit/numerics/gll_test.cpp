// Gauss-Lobatto-Legendre points: integrals, slopes and values of polynomials.
#include "numerics/gll.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace unda::numerics::gll_test {
namespace {

TEST(Gll, IntegratesPolynomials) {
  for (int degree = 1; degree <= 10; ++degree) {
    const Gll g = gll(degree);
    for (int power = 0; power <= 2 * degree - 1; ++power) {
      double sum = 0;
      for (int i = 0; i < g.n(); ++i) sum += g.weight[i] * std::pow(g.point[i], power);
      EXPECT_NEAR(sum, power % 2 == 0 ? 2.0 / (power + 1) : 0.0, 1e-14) << degree << " " << power;
    }
  }
}

TEST(Gll, KnownPointsOfDegreeFour) {
  const Gll g = gll(4);
  EXPECT_NEAR(g.point[1], -std::sqrt(3.0 / 7), 1e-15);
  EXPECT_NEAR(g.weight[1], 49.0 / 90, 1e-15);
  EXPECT_NEAR(g.weight[2], 32.0 / 45, 1e-15);
}

TEST(Gll, SlopesAndValuesOfPolynomials) {
  for (int degree = 1; degree <= 10; ++degree) {
    const Gll g = gll(degree);
    for (const double x : {-1.0, -0.3, 0.0, 0.77, 1.0}) {
      double value = 0, slope = 0;
      const auto v = g.values(x), s = g.slopes(x);
      for (int i = 0; i < g.n(); ++i) {
        value += v[i] * std::pow(g.point[i], degree);
        slope += s[i] * std::pow(g.point[i], degree);
      }
      EXPECT_NEAR(value, std::pow(x, degree), 1e-13);
      EXPECT_NEAR(slope, degree * std::pow(x, degree - 1), 1e-11) << degree << " at " << x;
    }
  }
}

}  // namespace
}  // namespace unda::numerics::gll_test

// Weights beside an interface: exact for polynomials, and for what a difference of high order makes of a kink.
#include "numerics/kinked_interpolation.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "numerics/severed_difference.hpp"

namespace unda::numerics::kinked_interpolation_test {
namespace {

TEST(KinkedInterpolation, IsExactForPolynomials) {
  for (const int radius : {1, 2, 4, 7})
    for (const int n_points : {4, 7, 10})
      for (int power = 0; power < n_points; ++power) {
        const double position = 3.3;
        double sum = 0;
        for (const auto& [index, weight] : kinked_weights(position, 4, n_points, radius))
          sum += weight * std::pow(index / 8.0, power);
        EXPECT_NEAR(sum, std::pow(position / 8, power), 1e-7) << radius << " " << n_points << " " << power;
      }
}

/// g with P g the ramp from `kink` on, among points that reach far enough for what begins at their ends.
Eigen::VectorXd ramp_with_ripples(int radius, int n, double kink) {
  const std::vector<double> p = smoothing_factor(radius);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd ramp(n);
  for (int i = 0; i < n; ++i) {
    ramp[i] = std::max(0.0, i - kink);
    if (i < radius || i >= n - radius) continue;
    for (int o = 1 - radius; o < radius; ++o) matrix(i, i + o) = p[static_cast<std::size_t>(o + radius - 1)];
  }
  return matrix.partialPivLu().solve(ramp);
}

TEST(KinkedInterpolation, ReadsKinksWithoutTheirRipples) {
  constexpr int n = 61;
  for (const int radius : {2, 4, 7})
    for (const double kink : {30.0, 30.2, 30.5, 30.8}) {
      const Eigen::VectorXd g = ramp_with_ripples(radius, n, kink);
      EXPECT_GT(std::abs(g[30] - std::max(0.0, 30 - kink)), 1e-4);  // there are some
      for (const double below : {0.0, 0.1, 0.9, 1.7}) {
        const double position = kink - below;
        const int last = static_cast<int>(std::floor(kink));
        double sum = 0;
        for (const auto& [index, weight] : kinked_weights(position, last - 3, 4, radius)) sum += weight * g[index];
        EXPECT_NEAR(sum, 0, 1e-9) << radius << " " << kink << " " << below;
      }
    }
}

}  // namespace
}  // namespace unda::numerics::kinked_interpolation_test

// Polynomials through P g.
#include "numerics/kinked_interpolation.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/dense.hpp"
#include "numerics/severed_difference.hpp"

namespace unda::numerics {

std::vector<PointWeight> kinked_weights(double position, int first, int n_points, int radius) {
  const std::vector<double> p = smoothing_factor(radius);
  const int reach = radius - 1;
  Eigen::MatrixXd powers(n_points, n_points);  // of P applied to (x - position)^m, at the points
  for (int n = 0; n < n_points; ++n)
    for (int m = 0; m < n_points; ++m) {
      double sum = 0;
      for (int o = -reach; o <= reach; ++o)
        sum += p[static_cast<std::size_t>(o + reach)] * std::pow((first + n + o - position) / n_points, m);
      powers(m, n) = sum;
    }
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(n_points);
  unit[0] = 1;
  const Eigen::VectorXd w = least_squares(powers, unit);

  std::vector<PointWeight> weights;
  for (int n = -reach; n < n_points + reach; ++n) {
    double sum = 0;
    for (int m = std::max(0, n - reach); m <= std::min(n_points - 1, n + reach); ++m)
      sum += p[static_cast<std::size_t>(n - m + reach)] * w[m];
    weights.push_back({first + n, sum});
  }
  return weights;
}

}  // namespace unda::numerics

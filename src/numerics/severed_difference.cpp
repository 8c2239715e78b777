// Differences that cuts sever.
#include "numerics/severed_difference.hpp"

#include <algorithm>
#include <functional>

namespace unda::numerics {
namespace {

/// b_l: 1/24, 3/640, 5/7168, ...
double coefficient(int l) {
  double b = 1;
  for (int m = 1; m <= l; ++m) b *= (2.0 * m - 1) * (2.0 * m - 1) / (4.0 * (2 * m) * (2 * m + 1));
  return b;
}

/// The weights of delta^l, by point.
std::vector<double> power_of_difference(int l) {
  std::vector<double> u{1};
  for (int m = 0; m < l; ++m) {
    u.push_back(0);
    for (std::size_t n = u.size() - 1; n > 0; --n) u[n] = u[n - 1] - u[n];
    u[0] = -u[0];
  }
  return u;
}

/// visit(b, u, first) for every group of points that is severed: its coefficient, weights and first point.
void for_each_severed_group(int radius, int n_points, std::span<const char> severed,
                            const std::function<void(double, const std::vector<double>&, int)>& visit) {
  for (int l = 1; l < radius; ++l) {
    const std::vector<double> u = power_of_difference(l);
    for (int first = 0; first + l < n_points; ++first)
      if (std::any_of(severed.begin() + first, severed.begin() + first + l, [](char cut) { return cut != 0; }))
        visit(coefficient(l), u, first);
  }
}

double at(const std::vector<double>& u, int n) { return n >= 0 && n < static_cast<int>(u.size()) ? u[n] : 0; }

std::vector<double> unless_none(std::vector<double> weights) {
  if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; })) weights.clear();
  return weights;
}

}  // namespace

std::vector<double> severed_velocity_change(int radius, std::span<const char> severed) {
  std::vector<double> change(static_cast<std::size_t>(2 * radius), 0.0);
  for_each_severed_group(radius, 2 * radius, severed, [&](double b, const std::vector<double>& u, int first) {
    const double difference = at(u, radius - first) - at(u, radius - 1 - first);
    for (std::size_t n = 0; n < u.size(); ++n) change[first + n] -= b * difference * u[n];
  });
  return unless_none(std::move(change));
}

std::vector<double> severed_stress_change(int radius, std::span<const char> severed) {
  std::vector<double> change(static_cast<std::size_t>(2 * radius), 0.0);
  for_each_severed_group(radius, 2 * radius - 1, severed, [&](double b, const std::vector<double>& u, int first) {
    const double here = at(u, radius - 1 - first);
    for (std::size_t n = 0; n < u.size(); ++n) {
      change[first + n + 1] -= b * here * u[n];
      change[first + n] += b * here * u[n];
    }
  });
  return unless_none(std::move(change));
}

std::vector<double> smoothing_factor(int radius) {
  std::vector<double> p(static_cast<std::size_t>(2 * radius - 1), 0.0);
  p[radius - 1] = 1;
  for (int l = 1; l < radius; ++l) {
    const std::vector<double> u = power_of_difference(l);
    for (int n = 0; n <= l; ++n)
      for (int m = 0; m <= l; ++m) p[radius - 1 + n - m] += coefficient(l) * u[n] * u[m];
  }
  return p;
}

}  // namespace unda::numerics

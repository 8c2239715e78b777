// Kaiser-windowed sinc weights along one axis.
#include "numerics/windowed_sinc.hpp"

#include <cmath>
#include <numbers>

namespace unda::numerics {
namespace {

// Shape of the Kaiser window: the smallest error up to half the Nyquist wavenumber for this half-width.
constexpr double kaiser_shape = 9.4;

double kaiser(double x) {
  return x <= -1 || x >= 1
             ? 0
             : std::cyl_bessel_i(0.0, kaiser_shape * std::sqrt(1 - x * x)) / std::cyl_bessel_i(0.0, kaiser_shape);
}

double sinc(double x) {
  const double angle = std::numbers::pi * x;
  return std::abs(angle) < 1e-12 ? 1 : std::sin(angle) / angle;
}

}  // namespace

std::vector<PointWeight> sinc_weights(double position) {
  const double nearest = std::round(position);
  if (std::abs(position - nearest) < 1e-9) return {{static_cast<int>(nearest), 1.0}};
  const int first = static_cast<int>(std::floor(position)) - sinc_half_width + 1;
  std::vector<PointWeight> weights;
  double sum = 0;
  for (int i = first; i < first + 2 * sinc_half_width; ++i) {
    const double d = i - position;
    const double w = sinc(d) * kaiser(d / sinc_half_width);
    weights.push_back({i, w});
    sum += w;
  }
  for (auto& [index, weight] : weights) weight /= sum;
  return weights;
}

}  // namespace unda::numerics

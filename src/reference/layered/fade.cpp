// The step, tabulated once and interpolated by cubic polynomials whose slopes are the window itself.
#include "reference/layered/fade.hpp"

#include <cmath>

namespace unda::reference {
namespace {

constexpr double beta = 24;
constexpr int n_cells = 4096;

/// I0(beta sqrt(1 - y^2)) of a Kaiser window on [-1, 1], divided by exp(beta).
double window(double x) {
  const double y = 2 * x - 1, z = beta * std::sqrt(std::fmax(0.0, 1 - y * y));
  double term = 1, sum = 1;
  for (int n = 1; n < 80; ++n) {
    term *= z * z / (4.0 * n * n);
    sum += term;
  }
  return sum * std::exp(-beta);
}

}  // namespace

Fade::Fade() : table_(2 * (n_cells + 1)) {
  // Simpson's rule in every cell; value and slope side by side.
  const double h = 1.0 / n_cells;
  double sum = 0;
  for (int n = 0; n <= n_cells; ++n) {
    table_[2 * n] = sum;
    table_[2 * n + 1] = window(n * h);
    if (n < n_cells) sum += h / 6 * (window(n * h) + 4 * window((n + 0.5) * h) + window((n + 1) * h));
  }
  for (int n = 0; n <= n_cells; ++n) {
    table_[2 * n] = 1 - table_[2 * n] / sum;
    table_[2 * n + 1] /= -sum;
  }
}

double Fade::operator()(double x) const {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  const double h = 1.0 / n_cells;
  const int n = std::min(static_cast<int>(x / h), n_cells - 1);
  const double t = x / h - n, *a = table_.data() + 2 * n, *b = a + 2;
  const double u = 1 - t;
  return a[0] * u * u * (1 + 2 * t) + b[0] * t * t * (1 + 2 * u) + h * t * u * (a[1] * u - b[1] * t);
}

const Fade& fade() {
  static const Fade instance;
  return instance;
}

}  // namespace unda::reference

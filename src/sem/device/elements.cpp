// Lines of points for kernels of devices.
#include "sem/device/elements.hpp"

namespace unda::sem {

template <class Real>
Line<max_degree + 1, Real> line_of(const numerics::Gll& gll) {
  Line<max_degree + 1, Real> line{};
  line.n = gll.degree + 1;
  for (int i = 0; i < line.n; ++i) {
    line.weight[i] = static_cast<Real>(gll.weight[i]);
    line.height[i] = static_cast<Real>(0.5 * (1 + gll.point[i]));
    for (int m = 0; m < line.n; ++m) {
      line.d[i * line.n + m] = static_cast<Real>(gll.d(i, m));
      line.weighted[i * line.n + m] = static_cast<Real>(gll.weight[i] * gll.d(i, m));
    }
  }
  return line;
}

template Line<max_degree + 1, float> line_of<float>(const numerics::Gll&);
template Line<max_degree + 1, double> line_of<double>(const numerics::Gll&);

}  // namespace unda::sem

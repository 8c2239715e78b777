// The forces of elements in absorbing layers one after the other by the formula: what the simulated device runs, and what the kernel of
// a GPU is compared with.
#pragma once

#include <vector>

#include "sem/device/elements.hpp"
#include "sem/device/layer_arrays.hpp"

namespace unda::sem {

template <class Law, int Dim, class Real>
class PlainLayers {
 public:
  PlainLayers(const LayerArrays<Real>& all, const Line<max_degree + 1, Real>& line)
      : all_(all), line_(line), n_(line.n), n_columns_(Dim == 3 ? n_ * n_ : n_) {}

  /// Of one lane of a pack.
  void operator()(std::size_t item) const {
    const LayerPack<Real>& pack = all_.packs[item / static_cast<std::size_t>(all_.lanes)];
    const int lane = static_cast<int>(item % static_cast<std::size_t>(all_.lanes)), n_points = n_columns_ * n_;
    std::vector<Real> u(static_cast<std::size_t>(nc * n_points)), flux(static_cast<std::size_t>(Dim * nc * n_points));
    for (int c = 0; c < nc; ++c)
      for (int p = 0; p < n_points; ++p) {
        const std::ptrdiff_t at = pack.first[static_cast<std::size_t>(lane)] + all_.offset[p] + c * all_.component;
        u[static_cast<std::size_t>(c * n_points + p)] =
            exec::multiply_add(pack.viscosity[static_cast<std::size_t>(lane)], all_.v[at], all_.u[at]);
      }
    for (int p = 0; p < n_points; ++p) find_flux(pack, lane, p, u, flux);
    Real* forces = all_.forces + pack.forces + lane;
    for (int c = 0; c < nc; ++c)
      for (int p = 0; p < n_points; ++p) forces[(c * n_points + p) * all_.lanes] = force_at(c, p, flux);
  }

 private:
  static constexpr int nc = Law::n_components;

  int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? n_ : n_ * n_; }
  int along(int axis, int p) const { return p / stride(axis) % n_; }
  std::size_t number(int axis, int c, int p) const {
    return static_cast<std::size_t>((axis * nc + c) * n_columns_ * n_ + p);
  }

  void find_flux(const LayerPack<Real>& pack, int lane, int p, const std::vector<Real>& u,
                 std::vector<Real>& flux) const {
    const LayerElementPoints<Law, Dim, Real> points(all_, pack, pack.stretched, lane);
    const std::array<int, 3> at{along(0, p), along(1, p), Dim == 3 ? along(2, p) : 0};
    Real g[Dim][nc]{}, s[Dim][nc]{}, weight = 1;
    for (int axis = 0; axis < Dim; ++axis) {
      weight *= line_.weight[at[axis]];
      for (int c = 0; c < nc; ++c) {
        for (int m = 0; m < n_; ++m)
          g[axis][c] += line_.d[at[axis] * n_ + m] * u[number(0, c, p + (m - at[axis]) * stride(axis))];
        if (axis < Dim - 1) g[axis][c] *= all_.per_metre[axis];
      }
    }
    const int level = at[Dim - 1], column = p % n_columns_, between = n_columns_ * all_.lanes;
    Real* memory = all_.memory + pack.memory + level * points.n_kept() * between + column * all_.lanes + lane;
    points.flux(at, column, line_.height[level], points.medium(p, column), {memory, memory, between}, g, s);
    for (int axis = 0; axis < Dim; ++axis)
      for (int c = 0; c < nc; ++c)
        flux[number(axis, c, p)] = weight * s[axis][c] * (axis < Dim - 1 ? all_.per_metre[axis] : Real(1));
  }

  Real force_at(int c, int p, const std::vector<Real>& flux) const {
    Real sum = 0;
    for (int axis = 0; axis < Dim; ++axis)
      for (int m = 0; m < n_; ++m)
        sum -= line_.d[m * n_ + along(axis, p)] * flux[number(axis, c, p + (m - along(axis, p)) * stride(axis))];
    return sum;
  }

  LayerArrays<Real> all_;
  const Line<max_degree + 1, Real>& line_;
  int n_, n_columns_;
};

}  // namespace unda::sem

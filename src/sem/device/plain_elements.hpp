// The forces of elements one after the other by the formula: what the simulated device runs, and what fast kernels of a GPU are
// compared with.
#pragma once

#include <vector>

#include "sem/device/assembly.hpp"
#include "sem/device/elements.hpp"
#include "sem/kernels/laws.hpp"

namespace unda::sem {

template <class Law, int Dim, class Real>
class PlainElements {
 public:
  PlainElements(const DeviceElements<Real>& elements, const Line<max_degree + 1, Real>& line,
                const Assembly<Real>& assembly, const DevicePart& part, const Real* u, const Motion<Real>& motion)
      : e_(elements),
        line_(line),
        a_(assembly),
        part_(part),
        u_(u),
        motion_(motion),
        n_(line.n),
        n_columns_(Dim == 3 ? n_ * n_ : n_) {}

  std::size_t count() const {
    return static_cast<std::size_t>(part_.last - part_.first) * (part_.last_layer - part_.first_layer);
  }
  /// The column of layers is one layer high.
  void operator()(std::size_t item) const {
    const auto width = static_cast<std::size_t>(part_.last - part_.first);
    const std::ptrdiff_t place = part_.first + static_cast<std::ptrdiff_t>(item % width);
    const int layer = part_.first_layer + static_cast<int>(item / width);
    std::vector<Real> force(static_cast<std::size_t>(nc * n_columns_ * n_), Real(0));
    if (place < e_.n_places && has_element(layer, place)) find(layer, place, force);
    put(layer, place, force);
  }

 private:
  static constexpr int nc = Law::n_components;
  using Flux = std::vector<Real>;  ///< [axis][component][point]

  bool has_element(int layer, std::ptrdiff_t place) const {
    return e_.modulus[Law::n_moduli - 1][layer * e_.modulus_layer + place] != 0;
  }
  int at(int column, int k) const { return k * n_columns_ + column; }
  Real displacement(int c, int layer, int column, int k, std::ptrdiff_t place) const {
    int i = column % n_, j = Dim == 3 ? column / n_ : k;
    const int level = Dim == 3 ? layer * a_.degree + k : 0;
    if (i == a_.degree) place += 1, i = 0;
    if (j == a_.degree) place += a_.row, j = 0;
    return u_[a_.place(c, level, i, j, place)];
  }
  /// A point further along an axis by the line's number m.
  int along(int axis, int column, int k, int m) const {
    if (axis == Dim - 1) return at(column, m);
    return axis == 0 ? at(column - column % n_ + m, k) : at(column % n_ + m * n_, k);
  }
  int number_along(int axis, int column, int k) const {
    return axis == Dim - 1 ? k : axis == 0 ? column % n_ : column / n_;
  }

  Slant<Dim, nc, Real> slant(int layer, std::ptrdiff_t place, int column, int k, Real& half) const {
    half = e_.half_height[Dim == 3 ? layer : place];
    Slant<Dim, nc, Real> slant{Real(1) / half, {}};
    if (!part_.deformed) return slant;
    const std::ptrdiff_t low = layer * e_.plane_layer + column * a_.plane + place, high = low + e_.plane_up;
    half += Real(0.5) * (e_.rise[high] - e_.rise[low]);
    slant.inverse = 1 / half;
    for (int axis = 0; axis + 1 < Dim; ++axis)
      slant.slope[axis] =
          slant.inverse * ((1 - line_.height[k]) * e_.slope[axis][low] + line_.height[k] * e_.slope[axis][high]);
    return slant;
  }

  void find(int layer, std::ptrdiff_t place, std::vector<Real>& force) const {
    const int n_points = n_columns_ * n_;
    std::vector<Real> u(static_cast<std::size_t>(nc * n_points));
    Flux flux(static_cast<std::size_t>(Dim * nc * n_points));
    for (int c = 0; c < nc; ++c)
      for (int k = 0; k < n_; ++k)
        for (int q = 0; q < n_columns_; ++q) u[c * n_points + at(q, k)] = displacement(c, layer, q, k, place);
    for (int k = 0; k < n_; ++k)
      for (int q = 0; q < n_columns_; ++q) {
        Real g[Dim][nc]{}, s[Dim][nc]{}, modulus[Law::n_moduli], half = 0;
        const Slant<Dim, nc, Real> slanted = slant(layer, place, q, k, half);
        for (int axis = 0; axis < Dim; ++axis) {
          const Real scale = axis == Dim - 1 ? Real(1) : e_.per_metre[axis];
          for (int c = 0; c < nc; ++c)
            for (int m = 0; m < n_; ++m)
              g[axis][c] += scale * line_.d[number_along(axis, q, k) * n_ + m] * u[c * n_points + along(axis, q, k, m)];
        }
        for (int m = 0; m < Law::n_moduli; ++m)
          modulus[m] = e_.modulus[m][layer * e_.modulus_layer + at(q, k) * e_.modulus_point + place] *
                       (part_.deformed ? half : Real(1));
        slanted.to_gradient(g);
        Law::stress(g, modulus, s);
        if constexpr (Law::relaxes)
          relax_point<Law, Dim>(e_.relaxation, layer * e_.modulus_layer + at(q, k) * e_.modulus_point + place,
                                e_.relaxation.memory_at(layer, k, q, place), part_.deformed ? half : Real(1), g, s);
        slanted.from_stress(s);
        Real weight = 1;
        for (int axis = 0; axis < Dim; ++axis) weight *= line_.weight[number_along(axis, q, k)];
        for (int axis = 0; axis < Dim; ++axis)
          for (int c = 0; c < nc; ++c)
            flux[(axis * nc + c) * n_points + at(q, k)] =
                weight * s[axis][c] * (axis == Dim - 1 ? Real(1) : e_.per_metre[axis]);
      }
    for (int c = 0; c < nc; ++c)
      for (int k = 0; k < n_; ++k)
        for (int q = 0; q < n_columns_; ++q)
          for (int axis = 0; axis < Dim; ++axis)
            for (int m = 0; m < n_; ++m)
              force[c * n_points + at(q, k)] -=
                  line_.d[m * n_ + number_along(axis, q, k)] * flux[(axis * nc + c) * n_points + along(axis, q, k, m)];
  }

  void put(int layer, std::ptrdiff_t place, const std::vector<Real>& force) const {
    const bool is_last = layer + 1 == e_.end_layer;
    for (int c = 0; c < nc; ++c)
      for (int k = 0; k < n_; ++k)
        for (int q = 0; q < n_columns_; ++q) {
          const Real value = force[c * n_columns_ * n_ + at(q, k)];
          const int i = q % n_, j = Dim == 3 ? q / n_ : k;
          const bool is_inside = i > 0 && i < a_.degree && j > 0 && j < a_.degree;
          if (motion_.v && is_inside && (Dim == 2 || (k > 0 && k < a_.degree)) &&
              e_.moves[layer * a_.plane + place] != 0) {
            const std::ptrdiff_t at = a_.place(0, Dim == 3 ? layer * a_.degree + k : 0, i, j, place);
            motion_.move(at + c * a_.component, motion_.inverse_mass[at], motion_.v[at + c * a_.component],
                         motion_.u[at + c * a_.component], value);
          } else if (Dim == 2)
            a_.put(c, 0, q, k, place, value);
          else if (k < a_.degree || is_last)
            a_.put(c, layer * a_.degree + k, q % n_, q / n_, place, value);
          else
            a_.top[a_.top_place(c, part_.first_slot + layer - part_.first_layer, q % n_, q / n_, place)] = value;
        }
  }

  const DeviceElements<Real>& e_;
  const Line<max_degree + 1, Real>& line_;
  const Assembly<Real>& a_;
  const DevicePart& part_;
  const Real* u_;
  Motion<Real> motion_;
  int n_, n_columns_;
};

}  // namespace unda::sem

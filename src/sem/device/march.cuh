// The forces of the domain's elements on a GPU: blocks of elements side by side that go up through the layers, so that the points
// between layers are read once and their sums stay with the threads.
#pragma once

#include "exec/device.hpp"
#include "exec/pack.cuh"
#include "sem/device/assembly.hpp"
#include "sem/device/columns.cuh"

namespace unda::sem {

template <class Law, int Dim, int Degree, class Real, bool deformed>
struct DomainElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components;
  DeviceElements<Real> e;
  Line<max_n, Real> line;
  Assembly<Real> a;
  DevicePart part;
  const Real* u_all;
  Motion<Real> motion;

  using Of = Column<Law, Dim, Degree, Real, elements_of_block<Law, Dim, Real>(max_n)>;

  struct Shape {
    Real half, inverse, slope_low[Dim - 1], slope_high[Dim - 1];
  };

  __device__ int degree() const { return Degree > 0 ? Degree : a.degree; }

  __device__ void read_shape(const Of& column, int layer, std::ptrdiff_t place, bool is_place, Shape& shape) const {
    const Real flat = is_place ? __ldg(e.half_height + (Dim == 3 ? layer : place)) : Real(1);
    shape.half = flat;
    if constexpr (deformed) {
      const std::ptrdiff_t low = layer * e.plane_layer + column.q * a.plane + place, high = low + e.plane_up;
      if (is_place) shape.half += Real(0.5) * (__ldg(e.rise + high) - __ldg(e.rise + low));
      if (!(shape.half > 0)) shape.half = 1;  // what is no element may have any height
      for (int axis = 0; axis < Dim - 1; ++axis) {
        shape.slope_low[axis] = is_place ? __ldg(e.slope[axis] + low) : Real(0);
        shape.slope_high[axis] = is_place ? __ldg(e.slope[axis] + high) : Real(0);
      }
    }
    shape.inverse = Real(1) / shape.half;
  }

  /// The points of a column: its first, and how far it is to the next component and to the next point upward.
  struct Points {
    Real* first;
    std::ptrdiff_t component, up;
  };
  /// Where its displacements are.
  __device__ Points read_from(const Of& column, std::ptrdiff_t place) const {
    int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : 0;
    if (i == degree()) place += 1, i = 0;
    if (Dim == 3 && j == degree()) place += a.row, j = 0;
    return {const_cast<Real*>(u_all) + a.place(0, 0, i, j, place), a.component,
            (Dim == 3 ? degree() * degree() : degree()) * a.plane};
  }
  /// Where its forces go: its own, or those for a neighbour along x or y.
  __device__ Points write_to(const Of& column, std::ptrdiff_t place) const {
    const int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : 0;
    if (i < degree() && j < degree())
      return {a.f + a.place(0, 0, i, j, place), a.component, (Dim == 3 ? degree() * degree() : degree()) * a.plane};
    return {a.side + a.side_place(0, 0, i, j, place), a.n_levels * a.n_side_columns() * a.plane,
            (Dim == 3 ? a.n_side_columns() : 1) * a.plane};
  }

  /// For what will be needed: the next layer's displacements, and what the motion of this layer reads.
  __device__ void ask_ahead(const Points& from, const Points& to, bool moves, bool has_next) const {
#pragma unroll
    for (int k = 1; k < max_n; ++k) {
#pragma unroll
      for (int c = 0; c < nc; ++c)
        if (Dim == 3 && has_next && k <= degree())
          exec::ask_for(from.first + c * from.component + (degree() + k) * from.up);
      if (!moves || k > degree()) continue;
      const std::ptrdiff_t place = to.first - a.f + (k - 1) * to.up;
      exec::ask_for(motion.inverse_mass + place);
#pragma unroll
      for (int c = 0; c < nc; ++c) exec::ask_for(motion.v + place + c * a.component);
    }
  }

  __device__ void operator()(Real* shared) const {
    const Of column(line, e.per_metre.data(), shared);
    const int n = column.n();
    const std::ptrdiff_t place = part.first + static_cast<std::ptrdiff_t>(blockIdx.x) * column.lanes() + column.lane;
    const bool is_written = place < part.last, is_place = place < e.n_places && is_written;
    const int first_layer = part.first_layer + static_cast<int>(blockIdx.y) * part.layers_of_column;
    const int last_layer =
        first_layer + part.layers_of_column < part.last_layer ? first_layer + part.layers_of_column : part.last_layer;
    Points from = read_from(column, place), to = write_to(column, place);
    from.first += first_layer * degree() * from.up;
    to.first += first_layer * degree() * to.up;
    Real u[nc][max_n]{}, f[nc][max_n]{};
    bool has_plane = false;  // u[c][0] is that of this layer
    bool below = false;      // likewise of the layer below, in this column
    const int column_x = column.number_along(0), column_y = Dim == 3 ? column.number_along(1) : 1;
    const bool is_inside =
        motion.v != nullptr && column_x > 0 && column_x < degree() && column_y > 0 && column_y < degree();
    for (int layer = first_layer; layer < last_layer; ++layer) {
      Real modulus[Law::n_moduli]{};
      if (is_place)
        for (int m = 0; m < Law::n_moduli; ++m) modulus[m] = __ldg(e.modulus[m] + layer * e.modulus_layer + place);
      if (__syncthreads_or(modulus[Law::n_moduli - 1] != 0)) {
        if (is_place)
#pragma unroll
          for (int c = 0; c < nc; ++c)
#pragma unroll
            for (int k = 0; k < n; ++k)
              if (k > 0 || !has_plane)
                u[c][k] = from.first[c * from.component + (Dim == 2 && k == n - 1 ? a.row : k * from.up)];
        Shape shape;
        read_shape(column, layer, place, is_place, shape);
        const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
          Real here[Law::n_moduli];
#pragma unroll
          for (int m = 0; m < Law::n_moduli; ++m) {
            here[m] = modulus[m];
            if (e.modulus_point != 0 && is_place)
              here[m] = __ldg(e.modulus[m] + layer * e.modulus_layer +
                              (k * (Dim == 3 ? n * n : n) + column.q) * e.modulus_point + place);
            if (deformed) here[m] *= shape.half;
          }
          Slant<Dim, nc, Real> slant{shape.inverse, {}};
          if constexpr (deformed)
            for (int axis = 0; axis < Dim - 1; ++axis)
              slant.slope[axis] =
                  shape.inverse * exec::multiply_add(line.height[k], shape.slope_high[axis] - shape.slope_low[axis],
                                                     shape.slope_low[axis]);
          if constexpr (deformed)
            slant.to_gradient(g);
          else
            for (int c = 0; c < nc; ++c) g[Dim - 1][c] *= shape.inverse;
          Law::stress(g, here, s);
          if constexpr (deformed)
            slant.from_stress(s);
          else
            for (int c = 0; c < nc; ++c) s[Dim - 1][c] *= shape.inverse;
        };
        if (is_place) ask_ahead(from, to, is_inside, layer + 1 < last_layer);
        column.add_forces(u, flux, f);
        has_plane = true;
      } else {
        has_plane = false;
      }
      const bool may_move = is_inside && is_written && __ldg(e.moves + layer * a.plane + place) != 0;
      if (is_written)
#pragma unroll
        for (int k = 0; k < n - 1; ++k) {
          const bool moves = may_move && (k > 0 || (Dim == 3 && below));
#pragma unroll
          for (int c = 0; c < nc; ++c) {
            Real* at = to.first + c * to.component + k * to.up;
            if (moves)
              motion.move(to.first - a.f + k * to.up, at - a.f, u[c][k], f[c][k]);
            else
              *at = f[c][k];
          }
        }
      below = may_move;
      from.first += degree() * from.up;
      to.first += degree() * to.up;
      if constexpr (Dim == 3)
#pragma unroll
        for (int c = 0; c < nc; ++c) {
          f[c][0] = f[c][n - 1];
          u[c][0] = u[c][n - 1];
#pragma unroll
          for (int k = 1; k < n; ++k) f[c][k] = 0;
        }
    }
    if (!is_written) return;
    // The uppermost points: of 2-D for the neighbour above, else of the level above or for the layers there.
    const int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : degree();
#pragma unroll
    for (int c = 0; c < nc; ++c)
      if constexpr (Dim == 2)
        a.side[a.side_place(c, 0, i, j, place)] = f[c][n - 1];
      else if (last_layer == e.n_layers)
        to.first[c * to.component] = f[c][0];
      else
        a.top[a.top_place(c, part.first_slot + static_cast<int>(blockIdx.y), i, j, place)] = f[c][0];
  }
};

}  // namespace unda::sem

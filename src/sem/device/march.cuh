// The forces of the domain's elements on a GPU: blocks of elements side by side that go up through the layers, so that the points
// between layers are read once and their sums stay with the threads.
#pragma once

#include "exec/device.hpp"
#include "exec/pack.cuh"
#include "sem/device/assembly.hpp"
#include "sem/device/columns.cuh"

namespace unda::sem {

template <class Law, int Dim, int Degree, class Real, bool deformed, bool varying, int Lanes>
struct DomainElements {
  using Number = Real;
  static constexpr int max_n = points_in_line<Degree>, nc = Law::n_components;
  DeviceElements<Real> e;
  Line<max_n, Real> line;
  Assembly<Real> a;
  DevicePart part;
  const Real* u_all;
  Motion<Real> motion;

  using Of = Column<Law, Dim, Degree, Real, Lanes>;
  /// Whether the plane between two layers goes through shared memory once. Twelve numbers more a thread: where all planes of an
  /// element are there together threads wait for registers, not for shared memory.
  static constexpr bool seamed = Dim == 3 && (Degree == 0 || planes_at_once<Real>(max_n) < max_n);

  /// Moduli of the next layer are read while this one is computed, unless they would need too many registers.
  static constexpr bool moduli_ahead = Law::n_moduli <= 2;

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

  // From a point of a column to the next one.
  __device__ std::ptrdiff_t up() const { return part.up; }
  __device__ std::ptrdiff_t side_up() const { return part.side_up; }
  __device__ bool is_own(const Of& column) const {
    return column.number_along(0) < degree() && (Dim == 2 || column.number_along(1) < degree());
  }
  /// Where the displacements of a column begin.
  __device__ const Real* read_from(const Of& column, std::ptrdiff_t place, int layer) const {
    int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : 0;
    if (i == degree()) place += 1, i = 0;
    if (Dim == 3 && j == degree()) place += a.row, j = 0;
    return u_all + a.place(0, 0, i, j, place) + layer * degree() * up();
  }
  /// Where its forces go: its own, or those for a neighbour along x or y.
  __device__ std::ptrdiff_t write_to(const Of& column, std::ptrdiff_t place, int layer) const {
    const int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : 0;
    return is_own(column) ? a.place(0, 0, i, j, place) + layer * degree() * up()
                          : a.side_place(0, 0, i, j, place) + layer * degree() * side_up();
  }

  /// Displacements of a layer set out for shared memory, from point `first` of the column on.
  __device__ void fetch_layer(const Of& column, const Real* from, int first, Real* planes) const {
    const int n = column.n();
#pragma unroll
    for (int k = 0; k < n; ++k)
#pragma unroll
      for (int c = 0; c < nc; ++c)
        if (k >= first)
          exec::copy_ahead(column.own(planes, c, k),
                           from + c * a.component + (Dim == 2 && k == n - 1 ? a.row : k * up()));
  }

  /// What the motion of a column reads besides: velocities and masses.
  struct Moving {
    Real* first;
    int stride;
    __device__ Real& inverse_mass(int k) const { return first[k * (nc + 1) * stride]; }
    __device__ Real& velocity(int k, int c) const { return first[(k * (nc + 1) + 1 + c) * stride]; }
  };
  __device__ Moving moving_of(const Of& column, Real* shared) const {
    const int inside = degree() - 1, i = column.number_along(0) - 1, j = Dim == 3 ? column.number_along(1) - 1 : 0;
    return {shared + (j * inside + i) * column.lanes() + column.lane,
            (Dim == 3 ? inside * inside : inside) * column.lanes()};
  }
  __device__ void fetch_motion(std::ptrdiff_t to, const Moving& moving) const {
#pragma unroll
    for (int k = 0; k < max_n - 1; ++k) {
      if (k >= degree()) break;
      const std::ptrdiff_t place = to + k * up();
      exec::copy_ahead(&moving.inverse_mass(k), motion.inverse_mass + place);
#pragma unroll
      for (int c = 0; c < nc; ++c) exec::copy_ahead(&moving.velocity(k, c), motion.v + place + c * a.component);
    }
  }

  __device__ void read_moduli(int layer, std::ptrdiff_t place, bool is_there, Real (&modulus)[Law::n_moduli]) const {
    for (int m = 0; m < Law::n_moduli; ++m)
      modulus[m] = is_there ? __ldg(e.modulus[m] + layer * e.modulus_layer + place) : Real(0);
  }

  /// Of a plane, which may be the lowest of the layer above: the memories of a block of elements lie together.
  __device__ void prefetch_memories(const Of& column, int layer, int k) const {
    constexpr int line = 128 / static_cast<int>(sizeof(Real));
    if (k == column.n()) k = 0, layer += 1;
    if (layer >= part.last_layer) return;
    const std::ptrdiff_t first = part.first + static_cast<std::ptrdiff_t>(blockIdx.x) * column.lanes();
    if (first >= e.n_places) return;
    const Real* from = e.relaxation.memory_at(layer, k, 0, first);
    for (std::ptrdiff_t at = column.thread() * line; at < e.relaxation.memory_plane; at += column.n_threads() * line)
      exec::prefetch(from + at);
  }

  /// Moves the points of a column, but the lowest where the layer below has not moved its own.
  __device__ void move_layer(std::ptrdiff_t to, const Moving& moving, bool below, const Real (&u)[nc][max_n],
                             const Real (&f)[nc][max_n]) const {
#pragma unroll
    for (int k = 0; k < max_n - 1; ++k) {
      if (k >= degree()) break;
      const std::ptrdiff_t at = to + k * up();
      const Real inverse = moving.inverse_mass(k);
#pragma unroll
      for (int c = 0; c < nc; ++c)
        if (k > 0 || (Dim == 3 && below))
          motion.move(at + c * a.component, inverse, moving.velocity(k, c), u[c][k], f[c][k]);
        else
          a.f[at + c * a.component] = f[c][k];
    }
  }

  __device__ void write_layer(const Of& column, std::ptrdiff_t to, const Real (&f)[nc][max_n]) const {
    Real* at = (is_own(column) ? a.f : a.side) + to;
    const std::ptrdiff_t step = is_own(column) ? up() : side_up();
    const std::ptrdiff_t component = is_own(column) ? a.component : part.side_component;
#pragma unroll
    for (int k = 0; k < max_n - 1; ++k) {
      if (k >= degree()) break;
#pragma unroll
      for (int c = 0; c < nc; ++c) at[c * component] = f[c][k];
      at += step;
    }
  }

  __device__ void operator()(Real* shared) const {
    const Of column(line, e.per_metre.data(), shared);
    const int n = column.n(), n_planes = n * nc * column.n_threads();
    Real* const layers = shared + column.n_fluxes();
    const std::ptrdiff_t place = part.first + static_cast<std::ptrdiff_t>(blockIdx.x) * column.lanes() + column.lane;
    const bool is_written = place < part.last, is_place = place < e.n_places && is_written;
    const int first_layer = part.first_layer + static_cast<int>(blockIdx.y) * part.layers_of_column;
    const int last_layer =
        first_layer + part.layers_of_column < part.last_layer ? first_layer + part.layers_of_column : part.last_layer;
    const Real* from = read_from(column, place, first_layer);
    std::ptrdiff_t to = write_to(column, place, first_layer);
    Real u[nc][max_n]{}, f[nc][max_n]{}, modulus[Law::n_moduli];
    typename Of::Seam seam;
    bool seam_is_known = false, seam_has_fluxes = false;  // of the layer below
    bool below = false;                                   // the points of this column in the layer below have moved
    const int column_x = column.number_along(0), column_y = Dim == 3 ? column.number_along(1) : 1;
    const bool is_inside =
        motion.v != nullptr && is_written && column_x > 0 && column_x < degree() && column_y > 0 && column_y < degree();
    const Moving moving = moving_of(column, layers + (Dim - 1) * n_planes);
    if (is_place)
      fetch_layer(column, from, 0, layers);
    else
      for (int k = 0; k < (Dim - 1) * n; ++k)
        for (int c = 0; c < nc; ++c) *column.own(layers, c, k) = 0;
    read_moduli(first_layer, place, is_place, modulus);
    exec::await_copies();
    if (is_place)
#pragma unroll
      for (int c = 0; c < nc; ++c) u[c][0] = *column.own(layers, c, 0);
    for (int layer = first_layer; layer < last_layer; ++layer) {
      Real* const planes = layers + (Dim == 3 ? (layer - first_layer) % 2 * n_planes : 0);
      Real* const above = layers + (Dim == 3 ? (layer - first_layer + 1) % 2 * n_planes : 0);
#pragma unroll
      for (int c = 0; c < nc; ++c)
#pragma unroll
        for (int k = 1; k < n; ++k) u[c][k] = *column.own(planes, c, k);
      const bool has_elements = __syncthreads_or(modulus[Law::n_moduli - 1] != 0);
      const bool has_next = layer + 1 < last_layer;
      if (Dim == 3 && has_next && is_place) {
        fetch_layer(column, from + degree() * up(), 1, above);
#pragma unroll
        for (int c = 0; c < nc; ++c) *column.own(above, c, 0) = u[c][n - 1];
      }
      const bool may_move = is_inside && __ldg(e.moves + layer * a.plane + place) != 0;
      if (may_move) fetch_motion(to, moving);
      Real next_modulus[Law::n_moduli];
      if (moduli_ahead) read_moduli(layer + 1, place, has_next && is_place, next_modulus);
      const bool computes = has_elements || seam_has_fluxes;
      if (seamed && computes && !seam_is_known) column.begin(planes, seam);
      if (computes) {
        Shape shape;
        read_shape(column, layer, place, is_place, shape);
        const std::ptrdiff_t of_column = varying ? layer * e.modulus_layer + column.q * e.modulus_point + place : 0;
        const auto flux = [&](int k, Real(&g)[Dim][nc], Real(&s)[Dim][nc]) {
          Real here[Law::n_moduli];
#pragma unroll
          for (int m = 0; m < Law::n_moduli; ++m) {
            here[m] = varying && is_place ? __ldg(e.modulus[m] + of_column + k * part.modulus_up) : modulus[m];
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
          if constexpr (Law::relaxes) {
            const int point = k * (Dim == 3 ? n * n : n) + column.q;
            prefetch_memories(column, layer, k + 1);
            if (is_place)
              relax_point<Law, Dim>(e.relaxation, layer * e.modulus_layer + point * e.modulus_point + place,
                               e.relaxation.memory_at(layer, k, column.q, place), deformed ? shape.half : Real(1), g,
                               s);
          }
          if constexpr (deformed)
            slant.from_stress(s);
          else
            for (int c = 0; c < nc; ++c) s[Dim - 1][c] *= shape.inverse;
        };
        if constexpr (seamed)
          column.add_forces(u, planes, flux, f, seam);
        else
          column.add_forces(u, planes, flux, f);
      }
      seam_is_known = computes;
      seam_has_fluxes = seamed && has_elements;
      exec::await_copies();
      if (may_move)
        move_layer(to, moving, below, u, f);
      else if (is_written)
        write_layer(column, to, f);
      below = may_move;
      from += degree() * up();
      to += degree() * (is_own(column) ? up() : side_up());
      if (moduli_ahead)
        for (int m = 0; m < Law::n_moduli; ++m) modulus[m] = next_modulus[m];
      else
        read_moduli(layer + 1, place, has_next && is_place, modulus);
      if constexpr (Dim == 3)
#pragma unroll
        for (int c = 0; c < nc; ++c) {
          f[c][0] = f[c][n - 1];
          u[c][0] = u[c][n - 1];
#pragma unroll
          for (int k = 1; k < n; ++k) f[c][k] = 0;
        }
    }
    if constexpr (seamed) column.finish(seam, f);
    if (!is_written) return;
    // The uppermost points: of 2-D for the neighbour above, else of the level above or for the layers there.
    const int i = column.number_along(0), j = Dim == 3 ? column.number_along(1) : degree();
#pragma unroll
    for (int c = 0; c < nc; ++c)
      if constexpr (Dim == 2)
        a.side[a.side_place(c, 0, i, j, place)] = f[c][n - 1];
      else if (last_layer == e.end_layer)
        (is_own(column) ? a.f + c * a.component : a.side + c * part.side_component)[to] = f[c][0];
      else
        a.top[a.top_place(c, part.first_slot + static_cast<int>(blockIdx.y), i, j, place)] = f[c][0];
  }
};

}  // namespace unda::sem

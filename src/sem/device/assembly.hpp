// How the forces of elements come together on a device without locks, colours or sums in no order. Every point belongs to the one
// element whose first point along x, y (and z) it is or lies behind; that element writes its own share of the forces into f, and what
// it gives to points of its neighbours along x and y into `side`. Elements are worked on in columns along z, whose sums along it
// stay with the column; what the uppermost layer of a column of layers gives to the layer above it goes into `top`. Then
// FoldSides and FoldTops add both to f, in the same order every time.
//
// Points in the middle of an element as seen from above need nothing but the forces of their column: where a Motion is given the column
// moves them at once, and their forces are written nowhere. The planes between columns of layers, the lowest and the uppermost
// plane, elements that hold sources and those that are not of the domain are left to a second pass (MoveColumns, MovePlaces).
//
// Numbers lie as Mesh lays them out: the same point of neighbouring elements side by side, E counts elements of a layer. In 2-D
// there is one layer, and z takes the place of y.
#pragma once

#include <cstddef>

namespace unda::sem {

/// What a step does to a point: v += dt f/m, u += dt v.
template <class Real>
struct Motion {
  Real *u = nullptr, *v = nullptr;  ///< none: nothing moves
  const Real* inverse_mass = nullptr;
  Real dt = 0;

  constexpr void move(std::ptrdiff_t place, std::ptrdiff_t number, Real displacement, Real force) const {
    const Real velocity = v[number] + dt * (inverse_mass[place] * force);
    v[number] = velocity;
    u[number] = displacement + dt * velocity;
  }
};

template <class Real>
struct Assembly {
  int degree = 0, n_components = 0, n_levels = 1;  ///< n_levels: planes of points along z; in 2-D 1
  std::ptrdiff_t row = 0, plane = 0, component = 0;
  Real *f = nullptr, *side = nullptr, *top = nullptr;

  constexpr int n_side_columns() const { return 2 * degree + 1; }
  /// Of point (i, j) of an element on level k.
  constexpr std::ptrdiff_t place(int c, int level, int i, int j, std::ptrdiff_t e) const {
    return c * component + ((static_cast<std::ptrdiff_t>(level) * degree + j) * degree + i) * plane + e;
  }
  /// (degree, j), (i, degree), (degree, degree).
  constexpr std::ptrdiff_t side_place(int c, int level, int i, int j, std::ptrdiff_t e) const {
    const int column = i < degree ? degree + i : j < degree ? j : 2 * degree;
    return ((static_cast<std::ptrdiff_t>(c) * n_levels + level) * n_side_columns() + column) * plane + e;
  }
  constexpr std::ptrdiff_t top_place(int c, int slot, int i, int j, std::ptrdiff_t e) const {
    const int n = degree + 1;
    return (((static_cast<std::ptrdiff_t>(slot) * n_components + c) * n + j) * n + i) * plane + e;
  }
  /// What an element gives to its point (i, j) on a level.
  constexpr void put(int c, int level, int i, int j, std::ptrdiff_t e, Real force) const {
    if (i < degree && j < degree)
      f[place(c, level, i, j, e)] = force;
    else
      side[side_place(c, level, i, j, e)] = force;
  }
  std::size_t side_size() const {
    return static_cast<std::size_t>(n_components) * n_levels * n_side_columns() * static_cast<std::size_t>(plane);
  }
  std::size_t top_size(std::size_t n_slots) const {
    return n_slots * static_cast<std::size_t>(n_components * (degree + 1) * (degree + 1)) *
           static_cast<std::size_t>(plane);
  }
};

/// f of the first points of elements along x or y += what the neighbours gave.
template <class Real>
struct FoldSides {
  Assembly<Real> a;

  std::size_t n_rows() const { return static_cast<std::size_t>(a.n_components * a.n_levels); }
  constexpr void operator()(std::size_t place, std::size_t row) const {
    const auto e = static_cast<std::ptrdiff_t>(place);
    const int level = static_cast<int>(row) % a.n_levels, c = static_cast<int>(row) / a.n_levels;
    const std::ptrdiff_t across = a.degree * a.plane;  // from column to column along y
    Real* f = a.f + a.place(c, level, 0, 0, e);
    // What the neighbours to the west, to the south and between them gave to this column.
    const Real* west = a.side + a.side_place(c, level, a.degree, 0, e - 1);
    const Real* south = a.side + a.side_place(c, level, 0, a.degree, e - a.row);
    const Real* between = a.side + a.side_place(c, level, a.degree, a.degree, e - a.row - 1);
    const bool has_west = e >= 1, has_south = e >= a.row, has_between = e > a.row;
    Real first = f[0];
    if (has_west) first += west[0];
    if (has_south) first += south[0];
    if (has_between) first += between[0];
    f[0] = first;
    for (int m = 1; m < a.degree; ++m) {
      if (has_south) f[m * a.plane] += south[m * a.plane];
      if (has_west) f[m * across] += west[m * a.plane];
    }
  }
};

/// Likewise from the layers below, on the levels between columns of layers.
template <class Real>
struct FoldTops {
  Assembly<Real> a;
  const int* level;  ///< by slot

  std::size_t n_rows(std::size_t n_slots) const {
    return n_slots * static_cast<std::size_t>(a.n_components * a.degree * a.degree);
  }
  constexpr void operator()(std::size_t place, std::size_t row) const {
    const auto e = static_cast<std::ptrdiff_t>(place);
    const int line = static_cast<int>(row);
    const int i = line % a.degree, j = line / a.degree % a.degree, rest = line / (a.degree * a.degree);
    const int c = rest % a.n_components, slot = rest / a.n_components;
    Real& at = a.f[a.place(c, level[slot], i, j, e)];
    Real sum = at + a.top[a.top_place(c, slot, i, j, e)];
    if (i == 0 && e >= 1) sum += a.top[a.top_place(c, slot, a.degree, j, e - 1)];
    if (j == 0 && e >= a.row) sum += a.top[a.top_place(c, slot, i, a.degree, e - a.row)];
    if (i == 0 && j == 0 && e > a.row) sum += a.top[a.top_place(c, slot, a.degree, a.degree, e - a.row - 1)];
    at = sum;
  }
};

/// Moves the first points of elements along x or y, whose forces are complete.
template <class Real>
struct MoveColumns {
  Assembly<Real> a;
  Motion<Real> motion;

  std::size_t n_rows() const { return static_cast<std::size_t>(a.n_levels); }
  constexpr void operator()(std::size_t e, std::size_t row) const {
    const std::ptrdiff_t first = a.place(0, static_cast<int>(row), 0, 0, static_cast<std::ptrdiff_t>(e));
    for (int column = 1 - a.degree; column < a.degree; ++column) {
      const std::ptrdiff_t place = first + (column < 0 ? -column * a.degree : column) * a.plane;
      for (int c = 0; c < a.n_components; ++c) {
        const std::ptrdiff_t number = place + c * a.component;
        motion.move(place, number, motion.u[number], a.f[number]);
      }
    }
  }
};

/// Moves listed points.
template <class Real>
struct MovePlaces {
  Assembly<Real> a;
  Motion<Real> motion;
  const std::ptrdiff_t* places;

  constexpr void operator()(std::size_t n) const {
    for (int c = 0; c < a.n_components; ++c) {
      const std::ptrdiff_t number = places[n] + c * a.component;
      motion.move(places[n], number, motion.u[number], a.f[number]);
    }
  }
};

}  // namespace unda::sem

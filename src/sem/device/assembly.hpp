// How the forces of elements come together on a device without locks, colours or sums in no order. Every point belongs to the one
// element whose first point along x, y (and z) it is or lies behind; that element writes its own share of the forces into f, and what
// it gives to points of its neighbours along x and y into `side`. Elements are worked on in columns along z, whose sums along it
// stay with the column; what the uppermost layer of a column of layers gives to the layer above it goes into `top`. Then
// FoldSides and FoldTops add both to f, in the same order every time.
//
// Points in the middle of an element as seen from above need nothing but the forces of their column: where a Motion is given the column
// moves them at once, and their forces are written nowhere; FoldSides moves those on the sides of elements. The planes between columns
// of layers, the lowest and the uppermost plane, elements that hold sources and those that are not of the domain or beside such are
// left to a second pass (MovePlaces).
//
// Numbers lie as Mesh lays them out: the same point of neighbouring elements side by side, E counts elements of a layer. In 2-D
// there is one layer, and z takes the place of y.
#pragma once

#include <cstddef>

namespace unda::sem {

/// What a step does to points: v += dt f/m, u += dt v.
template <class Real>
struct Motion {
  Real *u = nullptr, *v = nullptr;  ///< none: nothing moves
  const Real* inverse_mass = nullptr;
  Real dt = 0;

  constexpr void move(std::ptrdiff_t number, Real inverse, Real velocity, Real displacement, Real force) const {
    velocity += dt * (inverse * force);
    v[number] = velocity;
    u[number] = displacement + dt * velocity;
  }
};

/// Displacements and velocities of a point, all of them under way before the first is needed.
template <class Real>
struct MovingPoint {
  Real velocity[3]{}, displacement[3]{}, inverse_mass = 0;

  constexpr void read(const Motion<Real>& motion, std::ptrdiff_t place, std::ptrdiff_t component, int n_components) {
    for (int c = 0; c < 3; ++c)
      if (c < n_components) {
        velocity[c] = motion.v[place + c * component];
        displacement[c] = motion.u[place + c * component];
      }
    inverse_mass = motion.inverse_mass[place];
  }
  constexpr void move(const Motion<Real>& motion, std::ptrdiff_t place, std::ptrdiff_t component, int n_components,
                      const Real (&force)[3]) const {
    for (int c = 0; c < 3; ++c)
      if (c < n_components) motion.move(place + c * component, inverse_mass, velocity[c], displacement[c], force[c]);
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
  constexpr std::ptrdiff_t side_component() const {
    return static_cast<std::ptrdiff_t>(n_levels) * n_side_columns() * plane;
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
    return static_cast<std::size_t>(n_components) * static_cast<std::size_t>(side_component());
  }
  std::size_t top_size(std::size_t n_slots) const {
    return n_slots * static_cast<std::size_t>(n_components * (degree + 1) * (degree + 1)) *
           static_cast<std::size_t>(plane);
  }
};

/// What part of a rank's points belongs to elements of the domain: planes of points along z, and elements of a layer (in 2-D all
/// planes, which are one); and which of them beside cuts have been added up before the others. Points on x of a cut are not among these.
struct FoldedPoints {
  int first_level = 0, last_level = 0;  ///< one past the last
  std::ptrdiff_t first = 0, last = 0;
  int low_level = -1, high_level = -1;  ///< planes that are done
  std::ptrdiff_t low_end = 0,
                 high_begin = 0;  ///< the first points along y of elements before and behind these are done

  constexpr bool are_done(int level, int j, std::ptrdiff_t e) const {
    return level == low_level || level == high_level || (j == 0 && (e < low_end || e >= high_begin));
  }
};

/// f of the first points of elements along x or y += what the neighbours gave. Where nothing else acts on them they move at once.
template <class Real>
struct FoldSides {
  Assembly<Real> a;
  Motion<Real> motion;
  const unsigned char* moves;  ///< [level][element]
  FoldedPoints points;

  std::size_t length() const { return static_cast<std::size_t>(points.last - points.first); }
  std::size_t n_rows() const {
    return static_cast<std::size_t>(points.last_level - points.first_level) *
           static_cast<std::size_t>(2 * a.degree - 1);
  }
  /// Columns: the first, those behind it along x, those along y.
  constexpr void operator()(std::size_t place, std::size_t row) const {
    const std::ptrdiff_t e = points.first + static_cast<std::ptrdiff_t>(place);
    const auto n_columns = static_cast<unsigned>(2 * a.degree - 1);
    const int level = points.first_level + static_cast<int>(static_cast<unsigned>(row) / n_columns);
    const int column = static_cast<int>(static_cast<unsigned>(row) % n_columns);
    const int i = column < a.degree ? column : 0, j = column < a.degree ? 0 : column - a.degree + 1;
    if (!points.are_done(level, j, e)) fold(level, i, j, e);
  }
  /// Nothing for points in the middle of elements.
  constexpr void fold(int level, int i, int j, std::ptrdiff_t e) const {
    const std::ptrdiff_t own = a.place(0, level, i, j, e), between_components = a.side_component();
    const bool moves_here = motion.v != nullptr && moves[level * a.plane + e] != 0;
    // What the neighbours to the west, to the south and between them gave to this column.
    const Real* west = i == 0 && e >= 1 ? a.side + a.side_place(0, level, a.degree, j, e - 1) : nullptr;
    const Real* south = j == 0 && e >= a.row ? a.side + a.side_place(0, level, i, a.degree, e - a.row) : nullptr;
    const Real* between =
        i + j == 0 && e > a.row ? a.side + a.side_place(0, level, a.degree, a.degree, e - a.row - 1) : nullptr;
    Real force[3]{};
    for (int c = 0; c < 3; ++c)
      if (c < a.n_components) {
        Real sum = a.f[own + c * a.component];
        if (west) sum += west[c * between_components];
        if (south) sum += south[c * between_components];
        if (between) sum += between[c * between_components];
        force[c] = sum;
      }
    // Behind the sums, which then hold fewer registers of a GPU; moved or not, so that it is on its way as early as they are.
    MovingPoint<Real> point;
    if (motion.v) point.read(motion, own, a.component, a.n_components);
    if (moves_here) return point.move(motion, own, a.component, a.n_components, force);
    for (int c = 0; c < 3; ++c)
      if (c < a.n_components) a.f[own + c * a.component] = force[c];
  }
};

/// Likewise from the layers below, on the levels between columns of layers.
template <class Real>
struct FoldTops {
  Assembly<Real> a;
  const int* level;  ///< by slot
  FoldedPoints points;

  std::size_t n_rows(std::size_t n_slots) const {
    return n_slots * static_cast<std::size_t>(a.n_components * a.degree * a.degree);
  }
  constexpr void operator()(std::size_t place, std::size_t row) const {
    const std::ptrdiff_t e = points.first + static_cast<std::ptrdiff_t>(place);
    const int line = static_cast<int>(row);
    const int i = line % a.degree, j = line / a.degree % a.degree, rest = line / (a.degree * a.degree);
    const int c = rest % a.n_components, slot = rest / a.n_components;
    if (!points.are_done(level[slot], j, e)) fold(c, slot, i, j, e);
  }
  constexpr void fold(int c, int slot, int i, int j, std::ptrdiff_t e) const {
    Real& at = a.f[a.place(c, level[slot], i, j, e)];
    Real sum = at + a.top[a.top_place(c, slot, i, j, e)];
    if (i == 0 && e >= 1) sum += a.top[a.top_place(c, slot, a.degree, j, e - 1)];
    if (j == 0 && e >= a.row) sum += a.top[a.top_place(c, slot, i, a.degree, e - a.row)];
    if (i == 0 && j == 0 && e > a.row) sum += a.top[a.top_place(c, slot, a.degree, a.degree, e - a.row - 1)];
    at = sum;
  }
};

/// Both at listed points, ahead of the others.
template <class Real>
struct FoldPlaces {
  FoldSides<Real> sides;
  FoldTops<Real> tops;
  const int* slot_of_level;  ///< -1 where columns of layers do not meet
  const std::ptrdiff_t* places;

  constexpr void operator()(std::size_t n) const {
    const Assembly<Real>& a = sides.a;
    const std::ptrdiff_t e = places[n] % a.plane, rest = places[n] / a.plane;
    const int i = static_cast<int>(rest % a.degree), j = static_cast<int>(rest / a.degree % a.degree),
              level = static_cast<int>(rest / (a.degree * a.degree)), slot = slot_of_level[level];
    if (i == 0 || j == 0) sides.fold(level, i, j, e);
    for (int c = 0; c < a.n_components && slot >= 0; ++c) tops.fold(c, slot, i, j, e);
  }
};

/// Where a rank has points without elements.
template <class Real>
struct ClearNumbers {
  Real* f;
  constexpr void operator()(std::size_t n) const { f[n] = 0; }
};

/// Moves listed points.
template <class Real>
struct MovePlaces {
  Assembly<Real> a;
  Motion<Real> motion;
  const std::ptrdiff_t* places;

  constexpr void operator()(std::size_t n) const {
    const std::ptrdiff_t place = places[n];
    MovingPoint<Real> point;
    point.read(motion, place, a.component, a.n_components);
    Real force[3]{};
    for (int c = 0; c < 3; ++c)
      if (c < a.n_components) force[c] = a.f[place + c * a.component];
    point.move(motion, place, a.component, a.n_components, force);
  }
};

}  // namespace unda::sem

// Faces that mirror (free, rigid) or wrap (periodic): after a row is updated, the ghosts that depend on it
// are filled. A face lies on nodes; a field is odd or even about it, as its scheme says.
#pragma once

#include <algorithm>

#include "fd/arrays.hpp"
#include "fd/scheme.hpp"

namespace unda::fd {

/// What the two ends of an axis do to one field.
enum class Mirror { none, odd, even, wrap, open, held };

constexpr bool has_images(Mirror m) { return m == Mirror::odd || m == Mirror::even; }
constexpr bool is_one_sided(Mirror m) { return m == Mirror::open || m == Mirror::held; }

struct FieldImages {
  int field = 0;
  Half half{};
  std::array<std::array<Mirror, 2>, 3> mirror{};  ///< [axis][low, high]
  GhostWidths ghosts{};                           ///< [axis][low, high]
};

inline Mirror mirror_of(FaceRule rule) {
  switch (rule) {
    case FaceRule::odd:
      return Mirror::odd;
    case FaceRule::even:
      return Mirror::even;
    case FaceRule::open:
      return Mirror::open;
    case FaceRule::held:
      return Mirror::held;
  }
  return Mirror::none;
}

inline FieldImages images_of(const SchemeDescription& scheme, const Grid& grid, int field, int radius) {
  using scenario::BoundaryKind;
  FieldImages images{field, scheme.fields[field].half, {}, ghost_widths(scheme, field, radius)};
  for (int axis = 0; axis < grid.dim; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const BoundaryKind kind = side == 0 ? grid.axis[axis].low : grid.axis[axis].high;
      Mirror& mirror = images.mirror[axis][side];
      if (grid.axis[axis].cut[side]) continue;
      if (kind == BoundaryKind::periodic)
        mirror = Mirror::wrap;
      else if (kind != BoundaryKind::absorbing)
        mirror = mirror_of(scheme.face_rule(field, axis, kind == BoundaryKind::free));
    }
  }
  return images;
}

/// Fills the ghosts at both ends of a line of n nodes, `stride` apart.
template <class Real>
constexpr void fill_line_ends(Real* line, std::ptrdiff_t stride, int n, const std::array<int, 2>& ghosts, int half,
                              const std::array<Mirror, 2>& mirror) {
  const int last = n - 1;
  auto f = [line, stride](int index) -> Real& { return line[index * stride]; };
  if (mirror[0] == Mirror::wrap) {
    for (int m = 1; m <= ghosts[0]; ++m) f(-m) = f(n - m);
    for (int m = 1; m <= ghosts[1]; ++m) f(last + m) = f(m - 1);
    return;
  }
  if (half == 0 && mirror[0] == Mirror::held) f(0) = 0;
  if (is_one_sided(mirror[1]) && (half == 1 || mirror[1] == Mirror::held)) f(last) = 0;
  if (has_images(mirror[0])) {
    const Real sign = mirror[0] == Mirror::odd ? Real(-1) : Real(1);
    if (half == 0 && mirror[0] == Mirror::odd) f(0) = 0;
    for (int m = 1; m <= ghosts[0]; ++m) f(-m) = sign * f(m - half);
  }
  if (has_images(mirror[1])) {
    const Real sign = mirror[1] == Mirror::odd ? Real(-1) : Real(1);
    if (half == 0 && mirror[1] == Mirror::odd) f(last) = 0;
    for (int m = 1; m <= ghosts[1] + half; ++m) f(last + m - half) = sign * f(last - m);
  }
}

/// Of a row along axis 0.
template <class Real>
void fill_row_ends(Real* f, int n, const std::array<int, 2>& ghosts, int half, const std::array<Mirror, 2>& mirror) {
  fill_line_ends(f, 1, n, ghosts, half, mirror);
}

/// Whether a face of this kind keeps a field that sits on it at zero.
constexpr bool holds_at_zero(Mirror m, int half) { return half == 0 && (m == Mirror::held || m == Mirror::odd); }

/// Puts row q of an axis across rows to zero where a face holds it there, or where it lies beyond the high one.
template <class Real>
void hold_row(Real* row, int length, int q, int n, int half, const std::array<Mirror, 2>& mirror) {
  const bool at_low = q == 0 && holds_at_zero(mirror[0], half);
  const bool at_high = q == n - 1 && (holds_at_zero(mirror[1], half) || (half == 1 && is_one_sided(mirror[1])));
  if (at_low || at_high) std::fill(row, row + length, Real(0));
}

/// Copies row q of an axis across rows to the ghost rows that mirror or repeat it. Rows of an axis are
/// `stride` apart; `row` points to row q. The half row on the high face itself is a ghost inside the grid: it
/// takes its value from the row before it, which the same thread has just computed.
template <class Real>
void fill_ghost_rows(Real* row, std::ptrdiff_t stride, int length, int q, int n, const std::array<int, 2>& ghosts,
                     int half, const std::array<Mirror, 2>& mirror) {
  const int last = n - 1;
  auto copy = [=](const Real* from, Real* to, Mirror how) {
    const Real sign = how == Mirror::odd ? Real(-1) : Real(1);
    for (int i = 0; i < length; ++i) to[i] = sign * from[i];
  };
  if (mirror[0] == Mirror::wrap) {
    if (q < ghosts[1]) copy(row, row + n * stride, Mirror::wrap);
    if (q >= n - ghosts[0]) copy(row, row - n * stride, Mirror::wrap);
    return;
  }
  if (has_images(mirror[1]) && q == last && half == 1) copy(row - stride, row, mirror[1]);
  if (has_images(mirror[0])) {
    const int m = half == 0 ? q : q + 1;  // this row lies m (or m - 1/2) cells inside the face
    if (m >= 1 && m <= ghosts[0]) copy(row, row - (q + m) * stride, mirror[0]);
  }
  if (has_images(mirror[1])) {
    const int m = last - q;
    if (m >= 1 + half && m <= ghosts[1] + half) copy(row, row + (2 * m - half) * stride, mirror[1]);
  }
}

/// All ghosts that depend on row (j, k) of a field. What a face holds is held before others copy it: the row may lie on a face of one
/// axis and be repeated beyond those of another.
template <class Real>
void fill_images(const View<Real>& view, int dim, const FieldImages& images, int j, int k) {
  Real* row = view.row(images.field, j, k);
  const std::array<int, 3> index{0, j, k};
  for (int axis = 1; axis < dim; ++axis)
    hold_row(row, view.row_length, index[axis], view.n[axis], images.half[axis], images.mirror[axis]);
  fill_row_ends(row, view.n[0], images.ghosts[0], images.half[0], images.mirror[0]);
  for (int axis = 1; axis < dim; ++axis)
    fill_ghost_rows(row, view.stride[axis], view.row_length, index[axis], view.n[axis], images.ghosts[axis],
                    images.half[axis], images.mirror[axis]);
}

}  // namespace unda::fd

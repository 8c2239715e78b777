// What faces without images do to one row of an update: the change that one-sided differences make, and the hold of a
// traction-free face. A row crosses a face of axis 0 at its end points; it lies along a face of another axis as a whole.
#pragma once

#include <algorithm>

#include "base/simd.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/difference.hpp"
#include "fd/one_sided.hpp"

namespace unda::fd {

/// Adds the change of the derivatives along Axis at the points [start, stop) of row (j, k), Width at a time.
template <class Scheme, class Update, int Axis, int Width, class Real>
void one_sided_piece(const View<Real>& view, const OneSidedFace<Real>& face, int index, int start, int stop, int j,
                     int k) {
  using Value = std::conditional_t<Width == 1, Real, Pack<Real>>;
  constexpr std::size_t n_derivatives = Update::derivatives.size();
  const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
  auto load = [](const Real* from) {
    if constexpr (Width == 1)
      return *from;
    else
      return load_pack(from);
  };
  for (int i = start; i < stop; i += Width) {
    Value change[n_derivatives], medium[std::max<std::size_t>(1, Update::parameters.size())],
        rate[Update::targets.size()];
    for (std::size_t n = 0; n < n_derivatives; ++n) {
      change[n] = Value{};
      if (Update::derivatives[n].axis != Axis || Update::derivatives[n].kind != Operator::first) continue;
      if (!face.changes(Update::derivatives[n].field)) continue;
      const bool half = !is_backward<Scheme, Update>(n);
      const int level = face.level(index, half);
      if (level < 0 || level >= face.n_levels) continue;
      const LevelWeights<Real>& w = half ? face.at_half[level] : face.at_node[level];
      const Real* f = view.row(Update::derivatives[n].field, j, k) + i + w.first_offset * stride;
      Value sum{};
      for (std::size_t m = 0; m < w.weights.size(); ++m)
        sum += w.weights[m] * load(f + static_cast<std::ptrdiff_t>(m) * stride);
      change[n] = view.inverse_spacing[Axis] * sum;
    }
    for (std::size_t n = 0; n < Update::parameters.size(); ++n)
      medium[n] = parameter_at_points<Scheme, Update, Value>(n, view.parameter_row(Update::parameters[n], j, k) + i,
                                                             view.parameter_step[Update::parameters[n]]);
    Update::rates(change, medium, rate);
    for (std::size_t n = 0; n < Update::targets.size(); ++n) {
      Real* target = view.row(Update::targets[n], j, k) + i;
      if constexpr (Width == 1)
        *target += view.dt * rate[n];
      else
        store_pack(target, Pack<Real>(load_pack(target) + view.dt * rate[n]));
    }
    if constexpr (relaxes<Update>)
      relax_change<Update>(view.relaxing, view.dt, i, j, k, change, targets_along<Update>(Axis),
                           [](std::size_t, const Value& memory) { return memory; });
  }
}

template <class Scheme, class Update, int Axis, class Real>
void one_sided_row(const View<Real>& view, const OneSidedFace<Real>& face, int j, int k) {
  if constexpr (Axis == 0) {
    const int first = face.high ? std::max(0, view.n[0] - face.n_levels - 1) : 0;
    const int last = face.high ? view.n[0] : std::min(view.n[0], face.n_levels);
    for (int i = first; i < last; ++i) one_sided_piece<Scheme, Update, 0, 1>(view, face, i, i, i + 1, j, k);
  } else {
    const int index = Axis == 1 ? j : k;
    if (face.reaches(index))
      one_sided_piece<Scheme, Update, Axis, pack_size<Real>>(view, face, index, 0, view.row_length, j, k);
  }
}

/// Keeps the pressure of a fluid beside a slip interface the same in all directions.
template <class Scheme, class Real>
void hold_fluid_row(const View<Real>& view, const OneSidedFace<Real>& slip, int j, int k) {
  const int plane = (slip.axis == 1 ? j : k) - slip.first_fluid;
  if (plane < 0 || plane >= static_cast<int>(slip.fluid_thickness.size())) return;
  Real f[Scheme::fields.size()];
  for (int i = 0; i < view.n[0]; ++i) {
    for (std::size_t n = 0; n < Scheme::fields.size(); ++n) f[n] = view.row(static_cast<int>(n), j, k)[i];
    Scheme::hold_fluid(slip.axis, slip.fluid_thickness[static_cast<std::size_t>(plane)], f);
    for (std::size_t n = 0; n < Scheme::fields.size(); ++n) view.row(static_cast<int>(n), j, k)[i] = f[n];
  }
}

/// Applies the scheme's condition on a traction-free face to the points of row (j, k) on it.
template <class Scheme, class Real>
void hold_face_row(const View<Real>& view, const OneSidedFace<Real>& face, int j, int k) {
  if (face.slips) return hold_fluid_row<Scheme>(view, face, j, k);
  if (!face.free) return;
  if (face.axis == 1 && j != face.face_node()) return;
  if (face.axis == 2 && k != face.face_node()) return;
  const int first = face.axis == 0 ? face.face_node() : 0;
  const int last = face.axis == 0 ? first + 1 : view.n[0];
  Real f[Scheme::fields.size()], m[Scheme::medium.size()];
  for (int i = first; i < last; ++i) {
    for (std::size_t n = 0; n < Scheme::fields.size(); ++n) f[n] = view.row(static_cast<int>(n), j, k)[i];
    for (std::size_t n = 0; n < Scheme::medium.size(); ++n) m[n] = view.parameter_value(static_cast<int>(n), i, j, k);
    hold_memories<Scheme>(view.relaxing, face.axis, Scheme::strain_of_hold(face.axis, f, m), i, j, k);
    Scheme::hold_free_face(face.axis, f, m);
    for (std::size_t n = 0; n < Scheme::fields.size(); ++n) view.row(static_cast<int>(n), j, k)[i] = f[n];
  }
}

}  // namespace unda::fd

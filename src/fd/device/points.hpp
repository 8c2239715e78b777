// The work of a step at one point, for any scheme and order: what loops on a device do, and the oracle of its fast kernels.
// Rounded as on the host, whose counterparts, row by row, are in fd/kernels: the same bits.
#pragma once

#include "fd/device/views.hpp"
#include "fd/scheme.hpp"
#include "fd/targets_along.hpp"

namespace unda::fd {

// Device code has no static arrays of the host: it takes copies of what a scheme declares.

/// By derivative of the update: the field sits half a cell up, so that its derivative is on the node below.
template <class Scheme, class Update>
constexpr auto backward_derivatives() {
  std::array<bool, Update::derivatives.size()> backward{};
  for (std::size_t n = 0; n < backward.size(); ++n) {
    const Derivative d = Update::derivatives[n];
    backward[n] = Scheme::fields[d.field].half[d.axis] == 1;
  }
  return backward;
}

/// By parameter of the update: it may be the mean of two nodes.
template <class Scheme, class Update>
constexpr auto mean_parameters() {
  std::array<bool, Update::parameters.size()> mean{};
  for (int n = 0; n < static_cast<int>(mean.size()); ++n) mean[n] = Scheme::medium[Update::parameters[n]].may_be_mean;
  return mean;
}

/// The parameters of an update at a point.
template <class Scheme, class Update, class Real>
constexpr void read_parameters(const View<Real>& view, int i, int j, int k, Real* m) {
  constexpr auto parameters = Update::parameters;
  constexpr auto mean = mean_parameters<Scheme, Update>();
  for (int n = 0; n < static_cast<int>(parameters.size()); ++n) {
    const int p = parameters[n];
    const Real* at = view.parameter[p] + i + j * view.parameter_stride[p][1] + k * view.parameter_stride[p][2];
    m[n] = mean[n] ? Real(0.5) * (at[0] + at[view.parameter_step[p]]) : at[0];
  }
}

/// Which of an update's targets a field is; -1: none.
template <class Update>
constexpr int place_of_target(int field) {
  constexpr auto targets = Update::targets;
  for (std::size_t n = 0; n < targets.size(); ++n)
    if (targets[n] == field) return static_cast<int>(n);
  return -1;
}

/// Whether an update can follow another at each point at once: all it needs are values that the other has just found.
template <class Update, class Next>
constexpr bool can_follow() {
  bool follows = Next::parameters.size() == 0;
  for (const Derivative& d : Next::derivatives)
    follows = follows && d.kind == Operator::value && place_of_target<Update>(d.field) >= 0;
  return follows;
}

/// Copies the new value of a node to the ghosts that repeat it across rows.
template <class Real>
constexpr void repeat_in_ghosts(const View<Real>& view, int field, Real* node, const std::array<int, 3>& at,
                                Real value) {
  for (int axis = 1; axis < 3; ++axis) {
    const auto& ghosts = view.repeats.ghosts[field][axis];
    const std::ptrdiff_t across = view.n[axis] * view.stride[axis];
    if (at[axis] < ghosts[1]) node[across] = value;
    if (at[axis] >= view.n[axis] - ghosts[0]) node[-across] = value;
  }
}

/// target += dt rate, in one rounding or in two: as the host does it.
enum class Rounding { once, twice };

template <class Update, Rounding rounding = Rounding::once, class Real>
constexpr void add_rates(const View<Real>& view, int i, int j, int k, const Real* d, const Real* m) {
  constexpr auto targets = Update::targets;
  Real rate[targets.size()]{};
  Update::rates(d, m, rate);
  for (std::size_t n = 0; n < targets.size(); ++n) {
    Real& target = view.field[targets[n]][i + j * view.stride[1] + k * view.stride[2]];
    target = rounding == Rounding::once ? exec::multiply_add(view.dt, rate[n], target) : target + view.dt * rate[n];
    repeat_in_ghosts(view, targets[n], &target, {i, j, k}, target);
  }
}

template <class Update>
inline constexpr std::size_t n_medium_values = Update::parameters.size() > 0 ? Update::parameters.size() : 1;

/// The plain update.
template <class Scheme, class Update, class Real>
struct UpdatePoint {
  View<Real> view;
  Differences<Real> difference;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const int i = first[0] + di, j = first[1] + dj, k = first[2] + dk;
    Real d[Update::derivatives.size()]{}, m[n_medium_values<Update>]{};
    constexpr auto derivatives = Update::derivatives;
    [[maybe_unused]] constexpr auto backward = backward_derivatives<Scheme, Update>();
    for (std::size_t n = 0; n < derivatives.size(); ++n) {
      const Derivative what = derivatives[n];
      const std::ptrdiff_t stride = what.axis == 0 ? 1 : view.stride[what.axis];
      const Real* f = view.field[what.field] + i + j * view.stride[1] + k * view.stride[2];
      const Real scale = view.inverse_spacing[what.axis];
      if (what.kind == Operator::value)
        d[n] = *f;
      else if (what.kind == Operator::second)
        d[n] = scale * scale * difference.twice(f, stride);
      else
        d[n] = scale * difference.half_way(f, stride, backward[n]);
    }
    read_parameters<Scheme, Update>(view, i, j, k, m);
    add_rates<Update>(view, i, j, k, d, m);
    if constexpr (relaxes<Update>) relax_targets(i, j, k, d);
  }
  constexpr void relax_targets(int i, int j, int k, const Real* d) const {
    if (view.relaxing.n == 0) return;
    constexpr auto targets = Update::targets;
    const std::ptrdiff_t here = i + j * view.stride[1] + k * view.stride[2];
    Real value[targets.size()]{};
    for (std::size_t n = 0; n < targets.size(); ++n) value[n] = view.field[targets[n]][here];
    relax<Update>(view.relaxing, view.dt, i, j, k, d, value);
    for (std::size_t n = 0; n < targets.size(); ++n) {
      view.field[targets[n]][here] = value[n];
      repeat_in_ghosts(view, targets[n], view.field[targets[n]] + here, {i, j, k}, value[n]);
    }
  }
};

/// The update that follows another at each point: from the values just found, into the fields' next arrays.
template <class Next, class Real>
struct FollowPoint {
  View<Real> view;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const std::ptrdiff_t here = first[0] + di + (first[1] + dj) * view.stride[1] + (first[2] + dk) * view.stride[2];
    constexpr auto targets = Next::targets;
    constexpr auto derivatives = Next::derivatives;
    Real d[derivatives.size()]{}, rate[targets.size()]{};
    for (std::size_t n = 0; n < derivatives.size(); ++n) d[n] = view.field[derivatives[n].field][here];
    Next::rates(d, static_cast<const Real*>(nullptr), rate);
    for (std::size_t n = 0; n < targets.size(); ++n)
      view.into[targets[n]][here] = exec::multiply_add(view.dt, rate[n], view.field[targets[n]][here]);
  }
};

/// A point in a layer, counted from the layer's first along its axis.
struct PlaceInLayer {
  int i = 0, j = 0, k = 0, along = 0;
};
template <int Axis, class Real>
constexpr PlaceInLayer place_in(const LayerView<Real>& layer, int i, int j, int k) {
  const int along = (Axis == 0 ? i : Axis == 1 ? j : k) - layer.first;
  return {Axis == 0 ? along : i, Axis == 1 ? along : j, Axis == 2 ? along : k, along};
}

/// What a layer adds: see absorb_row.hpp.
template <class Scheme, class Update, int Axis, class Real>
struct AbsorbPoint {
  View<Real> view;
  Differences<Real> difference;
  LayerView<Real> layer;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const int i = first[0] + di, j = first[1] + dj, k = first[2] + dk;
    const PlaceInLayer at = place_in<Axis>(layer, i, j, k);
    const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
    const Real scale = view.inverse_spacing[Axis];
    Real change[Update::derivatives.size()]{}, m[n_medium_values<Update>]{};
    constexpr auto derivatives = Update::derivatives;
    [[maybe_unused]] constexpr auto backward = backward_derivatives<Scheme, Update>();
    for (std::size_t n = 0; n < derivatives.size(); ++n) {
      const Derivative what = derivatives[n];
      if (what.axis != Axis || what.kind == Operator::value) continue;
      const Real* f = view.field[what.field] + i + j * view.stride[1] + k * view.stride[2];
      const int place = backward[n] || what.kind == Operator::second ? 0 : 1;
      Real d = 0, bend = 0;
      if (what.kind == Operator::second) {
        bend = scale * difference.half_way(layer.slope_memory[n] + layer.slope_at(at.i, at.j, at.k),
                                           layer.slope_stride[Axis], true);
        d = scale * scale * difference.twice(f, stride) + bend;
      } else {
        d = scale * difference.half_way(f, stride, backward[n]);
      }
      Real& psi = layer.memory[n][layer.memory_at(at.i, at.j, at.k)];
      psi = layer.decay[place][at.along] * psi + layer.gain[place][at.along] * d;
      change[n] = what.kind == Operator::second ? psi + bend : psi + layer.stretch[place][at.along] * d;
    }
    read_parameters<Scheme, Update>(view, i, j, k, m);
    add(i, j, k, at.along, change, m);
  }
  constexpr void add(int i, int j, int k, int along, const Real* change, const Real* m) const {
    constexpr auto targets = Update::targets;
    constexpr auto feels = targets_along<Update>(Axis);
    constexpr auto half = targets_on_half_nodes<Scheme, Update>(Axis);
    Real rate[targets.size()]{};
    Update::rates(change, m, rate);
    for (std::size_t n = 0; n < targets.size(); ++n) {
      if (!feels[n]) continue;
      Real& target = view.field[targets[n]][i + j * view.stride[1] + k * view.stride[2]];
      target = exec::multiply_add(view.dt, rate[n], layer.keep[half[n]][along] * target);
      repeat_in_ghosts(view, targets[n], &target, {i, j, k}, target);
    }
    if constexpr (relaxes<Update>)
      relax_change<Update>(view.relaxing, view.dt, i, j, k, change, feels,
                           [&](std::size_t n, Real memory) { return layer.keep[half[n]][along] * memory; });
  }
};

/// Renews the memory of the stretched first derivative, for second ones.
template <class Scheme, class Update, int Axis, class Real>
struct AbsorbSlopePoint {
  View<Real> view;
  Differences<Real> difference;
  LayerView<Real> layer;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const int i = first[0] + di, j = first[1] + dj, k = first[2] + dk;
    const PlaceInLayer at = place_in<Axis>(layer, i, j, k);
    constexpr auto derivatives = Update::derivatives;
    for (std::size_t n = 0; n < derivatives.size(); ++n) {
      const Derivative what = derivatives[n];
      if (what.axis != Axis || what.kind != Operator::second) continue;
      const Real* f = view.field[what.field] + i + j * view.stride[1] + k * view.stride[2];
      const Real d = view.inverse_spacing[Axis] * difference.half_way(f, Axis == 0 ? 1 : view.stride[Axis], false);
      Real& psi = layer.slope_memory[n][layer.slope_at(at.i, at.j, at.k)];
      psi = layer.decay[1][at.along] * psi + layer.gain[1][at.along] * d;
    }
  }
};

/// What one-sided differences change: see face_row.hpp.
template <class Scheme, class Update, int Axis, class Real>
struct OneSidedPoint {
  View<Real> view;
  FaceView<Real> face;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const std::array<int, 3> at{first[0] + di, first[1] + dj, first[2] + dk};
    const auto [i, j, k] = at;
    const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
    Real change[Update::derivatives.size()]{}, m[n_medium_values<Update>]{};
    constexpr auto derivatives = Update::derivatives;
    [[maybe_unused]] constexpr auto backward = backward_derivatives<Scheme, Update>();
    for (std::size_t n = 0; n < derivatives.size(); ++n) {
      const Derivative what = derivatives[n];
      if (what.axis != Axis || what.kind != Operator::first || !face.changes(what.field)) continue;
      const bool half = !backward[n];
      const int level = face.level(at[Axis], half);
      if (level < 0 || level >= face.n_levels) continue;
      const auto& w = half ? face.at_half[level] : face.at_node[level];
      const Real* f = view.field[what.field] + i + j * view.stride[1] + k * view.stride[2] + w.first_offset * stride;
      Real sum = 0;
      for (int q = 0; q < w.n_weights; ++q) sum += w.weight[q] * f[q * stride];
      change[n] = view.inverse_spacing[Axis] * sum;
    }
    read_parameters<Scheme, Update>(view, i, j, k, m);
    add_rates<Update, Rounding::twice>(view, i, j, k, change, m);
    if constexpr (relaxes<Update>)
      relax_change<Update>(view.relaxing, view.dt, i, j, k, change, targets_along<Update>(Axis),
                           [](std::size_t, Real memory) { return memory; });
  }
};

/// The scheme's condition on a traction-free face.
template <class Scheme, class Real>
struct HoldPoint {
  View<Real> view;
  FaceView<Real> face;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const int i = first[0] + di, j = first[1] + dj, k = first[2] + dk;
    constexpr std::size_t n_fields = Scheme::fields.size(), n_medium = Scheme::medium.size();
    Real f[n_fields]{}, m[n_medium]{};
    const std::ptrdiff_t here = i + j * view.stride[1] + k * view.stride[2];
    for (std::size_t n = 0; n < n_fields; ++n) f[n] = view.field[n][here];
    for (std::size_t n = 0; n < n_medium; ++n) m[n] = view.parameter_value(static_cast<int>(n), i, j, k);
    hold_memories<Scheme>(view.relaxing, face.axis, Scheme::strain_of_hold(face.axis, f, m), i, j, k);
    Scheme::hold_free_face(face.axis, f, m);
    for (std::size_t n = 0; n < n_fields; ++n) view.field[n][here] = f[n];
  }
};

/// The scheme's condition on a fluid beside a slip interface.
template <class Scheme, class Real>
struct HoldFluidPoint {
  View<Real> view;
  FaceView<Real> slip;
  std::array<int, 3> first;

  constexpr void operator()(int di, int dj, int dk) const {
    const std::array<int, 3> at{first[0] + di, first[1] + dj, first[2] + dk};
    constexpr std::size_t n_fields = Scheme::fields.size();
    Real f[n_fields]{};
    const std::ptrdiff_t here = at[0] + at[1] * view.stride[1] + at[2] * view.stride[2];
    for (std::size_t n = 0; n < n_fields; ++n) f[n] = view.field[n][here];
    Scheme::hold_fluid(slip.axis, slip.fluid_thickness[at[slip.axis] - slip.first_fluid], f);
    for (std::size_t n = 0; n < n_fields; ++n) {
      view.field[n][here] = f[n];
      repeat_in_ghosts(view, static_cast<int>(n), view.field[n] + here, at, f[n]);
    }
  }
};

/// Ghosts at both ends of the lines along an axis; the index along that axis is 0.
template <class Real>
struct FillEnds {
  Real* field = nullptr;
  std::array<std::ptrdiff_t, 3> stride{};
  int axis = 0, n = 0, half = 0;
  std::array<int, 2> ghosts{};
  std::array<Mirror, 2> mirror{};

  constexpr void operator()(int i, int j, int k) const {
    fill_line_ends(field + i + j * stride[1] + k * stride[2], stride[axis], n, ghosts, half, mirror);
  }
};

/// Ghosts at both ends of the rows of a periodic grid: the low ones of row (j, k), or the high ones.
template <class Real>
struct WrapRowEnds {
  Real* field = nullptr;
  std::array<std::ptrdiff_t, 3> stride{};
  int n = 0;
  std::array<int, 2> ghosts{};

  constexpr void operator()(int j, int high, int k) const {
    Real* row = field + j * stride[1] + k * stride[2];
    for (int g = 1; g <= ghosts[high]; ++g) {
      if (high == 0)
        row[-g] = row[n - g];
      else
        row[n + g - 1] = row[g - 1];
    }
  }
};

/// The same where rows end with whole packs: pairs of them are copied, which are whole sectors of memory.
template <class Real>
struct WrapRowEndsInPacks {
  static constexpr int per_pack = 16 / sizeof(Real);
  struct alignas(16) Numbers {
    Real of[per_pack];
  };
  Real* field = nullptr;
  std::array<std::ptrdiff_t, 3> stride{};
  int n = 0, n_packs = 0;  ///< beyond each end

  constexpr void operator()(int j, int high, int k) const {
    Real* row = field + j * stride[1] + k * stride[2];
    const Real* from = high == 0 ? row + n - n_packs * per_pack : row;
    Real* to = high == 0 ? row - n_packs * per_pack : row + n;
    for (int q = 0; q < n_packs; q += 2) {
      const Numbers first = reinterpret_cast<const Numbers*>(from)[q],
                    second = reinterpret_cast<const Numbers*>(from)[q + 1];
      reinterpret_cast<Numbers*>(to)[q] = first;
      reinterpret_cast<Numbers*>(to)[q + 1] = second;
    }
  }
};

template <class Real>
struct InjectPoint {
  Real* field = nullptr;
  const std::ptrdiff_t* offset = nullptr;
  const Real* factor = nullptr;
  const Real* s = nullptr;  ///< of this step

  constexpr void operator()(int n, int, int) const { field[offset[n]] += factor[n] * *s; }
};

/// The energy of a row, point after point, over the volume of a cell: kernels/energy_row.hpp to the same bits.
template <class Scheme, class Real>
struct EnergyRow {
  View<Real> view;
  EnergyShares share;
  double* rows = nullptr;

  constexpr void operator()(int j, int k, int) const {
    constexpr std::size_t n_fields = Scheme::fields.size(), n_medium = Scheme::medium.size();
    double sum = 0;
    for (int i = 0; i < view.n[0]; ++i) {
      double f[n_fields]{}, m[n_medium]{};
      for (std::size_t n = 0; n < n_fields; ++n)
        f[n] = static_cast<double>(view.row(static_cast<int>(n), j, k)[i]) *
               (share[n][0][i] * share[n][1][j] * share[n][2][k]);
      for (std::size_t n = 0; n < n_medium; ++n)
        m[n] = static_cast<double>(view.parameter_value(static_cast<int>(n), i, j, k));
      sum += density(f, m, i, j, k);
    }
    rows[j + static_cast<std::ptrdiff_t>(k) * view.n[1]] = sum;
  }
  constexpr double density(double* f, double* m, int i, int j, int k) const {
    if constexpr (relaxes<LastUpdate<Scheme>>) {
      constexpr auto targets = LastUpdate<Scheme>::targets;
      if (view.relaxing.n > 0)
        return energy_with_memories<Scheme>(
            view.relaxing.n, view.relaxing.gain.data(), f, m,
            [&](int l, std::size_t n) {
              const auto& of_target = share[static_cast<std::size_t>(targets[n])];
              return static_cast<double>(*view.relaxing.memory_at(l, n, i, j, k)) *
                     (of_target[0][i] * of_target[1][j] * of_target[2][k]);
            },
            [&](int l, std::size_t n) { return static_cast<double>(*view.relaxing.modulus_at(l, n, i, j, k)); });
    }
    return Scheme::energy_density(f, m);
  }
};

/// Not zero where a row holds a number that is none.
template <class Real>
struct CheckRow {
  const Real* field = nullptr;
  std::array<std::ptrdiff_t, 3> stride{};
  int n = 0;
  double* bad = nullptr;
  int n_rows = 0;

  constexpr void operator()(int j, int k, int) const {
    const Real* row = field + j * stride[1] + k * stride[2];
    Real sum = 0;
    for (int i = 0; i < n; ++i) sum += row[i] - row[i];
    bad[j + k * n_rows] = static_cast<double>(sum);
  }
};

}  // namespace unda::fd

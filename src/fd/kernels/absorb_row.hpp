// What absorbing layers change in one row of an update: the same arithmetic once more, fed with the change that stretching makes to
// the derivatives along the layer's axis and with zero for the others. `update_row` calls it while derivatives, medium and new
// values are still at hand. First derivatives come from there, whatever their order, and the order of those of memories is known at run
// time, so that most orders share the code.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/difference.hpp"
#include "fd/targets_along.hpp"

namespace unda::fd {

template <class Update, int Axis>
constexpr bool is_stretched(std::size_t derivative) {
  return Update::derivatives[derivative].axis == Axis && Update::derivatives[derivative].kind != Operator::value;
}

/// One layer as a row sees it: profiles and memories from the layer's first point (axis 0) or from the row's first point on.
template <class Scheme, class Update, int Axis, class Real>
class LayerRow {
 public:
  LayerRow() = default;
  /// `first_derivative` is the number of the update's first derivative among all of the scheme's.
  LayerRow(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative,
           const StaggeredWeights<Real>& weights, int j, int k)
      : weights_(weights),
        first_(Axis == 0 ? layer.first : 0),
        width_(layer.width),
        dt_(view.dt),
        inverse_spacing_(view.inverse_spacing[Axis]),
        relaxing_(&view.relaxing),
        j_(j),
        k_(k) {
    const int along = Axis == 0 ? 0 : (Axis == 1 ? j : k) - layer.first;
    const std::size_t row = layer.memory_row(view.n, j, k);
    for (std::size_t n = 0; n < n_derivatives; ++n) {
      if (!is_stretched<Update, Axis>(n)) continue;
      psi_[n] = layer.memory[first_derivative + n].data() + row;
      if (Update::derivatives[n].kind == Operator::second)
        slope_[n] = layer.slope_memory[first_derivative + n].data() + layer.slope_row(view.n, j, k);
    }
    for (std::size_t half = 0; half < 2; ++half) {
      const LayerProfile<Real>& profile = layer.profile[half];
      decay_[half] = profile.decay.data() + along;
      gain_[half] = profile.gain.data() + along;
      stretch_[half] = profile.stretch.data() + along;
      keep_[half] = profile.keep.data() + along;
    }
    slope_stride_ = layer.slope_stride(view.n);
  }

  /// Whether the pack of points from i on lies in the layer.
  bool holds(int i) const { return i >= first_ && i < first_ + width_; }

  /// `d`: the plain derivatives of the points; `value`: what the plain update made of the targets.
  [[gnu::always_inline]] void absorb(int i, const Pack<Real>* d, const Pack<Real>* medium, Pack<Real>* value) const {
    constexpr auto feels = targets_along<Update>(Axis);
    constexpr auto half = targets_on_half_nodes<Scheme, Update>(Axis);
    const int at = i;
    i -= first_;
    Pack<Real> change[n_derivatives], rate[n_targets];
    [&]<std::size_t... N>(std::index_sequence<N...>) __attribute__((always_inline)) {
      ((change[N] = changed<N>(i, d[N])), ...);
    }
    (std::make_index_sequence<n_derivatives>());
    Update::rates(change, medium, rate);
    for (std::size_t n = 0; n < n_targets; ++n) {
      if (!feels[n]) continue;
      value[n] = multiply_add<Real>(fill_pack(dt_), rate[n], coefficient(keep_[half[n]], i) * value[n]);
    }
    if constexpr (relaxes<Update>)
      relax_change<Update>(*relaxing_, dt_, at, j_, k_, change, feels, [&](std::size_t n, const Pack<Real>& memory) {
        return Pack<Real>(coefficient(keep_[half[n]], i) * memory);
      });
  }

 private:
  static constexpr std::size_t n_derivatives = Update::derivatives.size(), n_targets = Update::targets.size();

  /// Along axis 0 the profile changes from point to point, otherwise it is one number for the row.
  [[gnu::always_inline]] static Pack<Real> coefficient(const Real* profile, int i) {
    return Axis == 0 ? load_pack(profile + i) : fill_pack(profile[0]);
  }

  template <std::size_t N>
  [[gnu::always_inline]] Pack<Real> changed(int i, const Pack<Real>& plain) const {
    if constexpr (!is_stretched<Update, Axis>(N)) {
      return Pack<Real>{};
    } else {
      constexpr bool second = Update::derivatives[N].kind == Operator::second;
      constexpr std::size_t place = is_backward<Scheme, Update>(N) || second ? 0 : 1;
      Real* psi = psi_[N] + i;
      __builtin_prefetch(psi + width_, 1, 2);  // of the next row
      Pack<Real> d = plain, bend{};
      if constexpr (second) {
        bend = inverse_spacing_ * difference<true>(weights_, slope_[N] + i, slope_stride_);
        d = plain + bend;
      }
      const Pack<Real> memory = coefficient(decay_[place], i) * load_pack(psi) + coefficient(gain_[place], i) * d;
      store_pack(psi, memory);
      return second ? memory + bend : memory + coefficient(stretch_[place], i) * d;
    }
  }

  StaggeredWeights<Real> weights_;
  int first_ = 0, width_ = 0;  ///< none of the points unless a layer crosses the row
  Real dt_ = 0, inverse_spacing_ = 0;
  const Relaxing<Real>* relaxing_ = nullptr;
  int j_ = 0, k_ = 0;
  std::array<Real*, n_derivatives> psi_{};
  std::array<const Real*, n_derivatives> slope_{};
  std::array<const Real*, 2> decay_{}, gain_{}, stretch_{}, keep_{};  ///< on nodes and on half nodes
  std::ptrdiff_t slope_stride_ = 0;
};

/// All layers that cross a row, in the order in which they act.
template <class Scheme, class Update, class Real>
class LayersOfRow {
 public:
  [[gnu::noinline]] LayersOfRow(const View<Real>& view, std::span<Layer<Real>> layers, std::size_t first_derivative,
                                const StaggeredWeights<Real>& weights, int j, int k) {
    for (Layer<Real>& layer : layers) {
      if (!layer.crosses(j, k)) continue;
      if (layer.axis == 0)
        across_x_[layer.high] = {view, layer, first_derivative, weights, j, k};
      else
        along_ = true;
      if constexpr (Scheme::dim > 1)
        if (layer.axis == 1) across_y_[layer.high] = {view, layer, first_derivative, weights, j, k};
      if constexpr (Scheme::dim > 2)
        if (layer.axis == 2) across_z_[layer.high] = {view, layer, first_derivative, weights, j, k};
    }
  }

  bool hold(int i) const { return along_ || across_x_[0].holds(i) || across_x_[1].holds(i); }

  /// Compiled once for all who call it, as the constructor.
  [[gnu::noinline]] void absorb_by_call(int i, const Pack<Real>* d, const Pack<Real>* medium, Pack<Real>* value) const {
    absorb(i, d, medium, value);
  }

  [[gnu::always_inline]] void absorb(int i, const Pack<Real>* d, const Pack<Real>* medium, Pack<Real>* value) const {
    auto by_axis = [&](const auto& sides) __attribute__((always_inline)) {
      for (const auto& layer : sides)
        if (layer.holds(i)) layer.absorb(i, d, medium, value);
    };
    by_axis(across_x_);
    if constexpr (Scheme::dim > 1) by_axis(across_y_);
    if constexpr (Scheme::dim > 2) by_axis(across_z_);
  }

 private:
  template <int Axis>
  using Sides = std::array<LayerRow<Scheme, Update, std::min(Axis, Scheme::dim - 1), Real>, 2>;
  Sides<0> across_x_;
  Sides<1> across_y_;
  Sides<2> across_z_;
  bool along_ = false;  ///< a layer holds all of the row
};

/// Second derivatives need the stretched first one on both sides of a point: its memory is renewed in a sweep of its own
/// before the update. d2/dx2 becomes d2/dx2 + dpsi/dx + zeta with psi on half nodes and zeta on nodes.
template <class Update, int Axis, class Real>
[[gnu::noinline]] void renew_slope_row(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative,
                                       const StaggeredWeights<Real>& weights, int j, int k) {
  const int start = Axis == 0 ? layer.first : 0;
  const int along = Axis == 0 ? 0 : (Axis == 1 ? j : k) - layer.first;
  const std::ptrdiff_t stride = Axis == 0 ? 1 : view.stride[Axis];
  for (std::size_t n = 0; n < Update::derivatives.size(); ++n) {
    if (!is_stretched<Update, Axis>(n) || Update::derivatives[n].kind != Operator::second) continue;
    const Real* f = view.row(Update::derivatives[n].field, j, k) + start;
    Real* psi = layer.slope_memory[first_derivative + n].data() + layer.slope_row(view.n, j, k);
    const Real* decay = layer.profile[1].decay.data() + along;
    const Real* gain = layer.profile[1].gain.data() + along;
    for (int i = 0; i < layer.width; i += pack_size<Real>) {
      const Pack<Real> d = view.inverse_spacing[Axis] * difference<false>(weights, f + i, stride);
      const Pack<Real> b = Axis == 0 ? load_pack(decay + i) : fill_pack(decay[0]);
      const Pack<Real> a = Axis == 0 ? load_pack(gain + i) : fill_pack(gain[0]);
      store_pack(psi + i, Pack<Real>(b * load_pack(psi + i) + a * d));
    }
  }
}

template <class Update, int Radius, int Axis, class Real>
void absorb_slope_row(const View<Real>& view, Layer<Real>& layer, std::size_t first_derivative, int j, int k) {
  renew_slope_row<Update, Axis>(view, layer, first_derivative, staggered_weights<Radius, Real>(), j, k);
}

}  // namespace unda::fd

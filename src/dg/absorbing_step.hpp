// What a step does to the elements of an absorbing layer (absorbing_layer.hpp has the equations). A Number is that of one element,
// or a pack of as many; fields and memories are whatever has an operator[]. On the host and on devices.
#pragma once

#include <cstddef>
#include <type_traits>

#include "dg/device/strided.hpp"
#include "dg/entry.hpp"
#include "dg/fields.hpp"
#include "dg/medium.hpp"

namespace unda::dg {

/// Elements that lie in one block, and where their memories are, by axis: [field][coefficient], in blocks too.
struct AbsorbingBlock {
  std::size_t number = 0;
  bool exists[3] = {};
  std::size_t first[3] = {};
};

/// What a step does to the psi of one axis, psi <- decay psi + gain rate, and psi to the fields; then all fields fade.
template <class Number>
struct AbsorbingFactors {
  struct Axis {
    Number decay, gain, weight;
  } axis[3];
  Number smooth_fading, fading;
};

/// Of the stiffness, what gives smooth parts; by direction d from first[d] on.
template <class Real>
struct SmoothDerivative {
  const Entry<Real>* entry = nullptr;
  std::size_t first[4] = {};
};

inline constexpr int most_smooth = 4;  ///< polynomials of degree 0 and 1
/// Fields whose rates have derivatives along an axis: velocities, and of stresses all in anisotropic solids, else all but the shear
/// along the other two axes.
constexpr int n_changed_fields(bool anisotropic) { return anisotropic ? 9 : 8; }

template <class Real, bool anisotropic = false>
class AbsorbingStep {
 public:
  static constexpr int n_changed = n_changed_fields(anisotropic), n_slopes = 6;

  int n_basis = 0, n_smooth = 0;
  SmoothDerivative<Real> derivative;

  /// `fields` and `psi` begin with those of the element or pack; psi(axis) gives the memories of an axis.
  template <class Number, class Medium, class Fields, class Memories>
  [[gnu::always_inline]] constexpr void apply(const AbsorbingBlock& block, const AbsorbingFactors<Number>& factors,
                                              const Medium& medium, const Fields& fields, const Memories& psi) const {
    Rates<Number> rates[3] = {};
    for (int axis = 0; axis < 3; ++axis)
      if (block.exists[axis]) find_rates(axis, medium, fields, rates[axis]);
    for (int axis = 0; axis < 3; ++axis)
      if (block.exists[axis]) absorb(axis, factors.axis[axis], rates[axis], psi(axis), fields);
    for (int f = 0; f < n_fields; ++f)
      for (int k = 0; k < n_basis; ++k) fields[at(f, k)] *= k < n_smooth ? factors.smooth_fading : factors.fading;
  }

  /// The smooth part of how one of six fields changes along an axis: the traction across it, then the velocity.
  template <class Number, class Gradient, class Fields>
  [[gnu::always_inline]] constexpr void find_slope(int axis, int i, const Gradient& gradient, const Fields& fields,
                                                   Number (&slope)[most_smooth]) const {
    const int field = i < 3 ? physics::Symmetric<3, Real>::place(i, axis) : vx + i - 3;
    for (int d = 0; d < 3; ++d) {
      Number along[most_smooth] = {};
      for (std::size_t n = derivative.first[d]; n < derivative.first[d + 1]; ++n) {
        const Entry<Real>& e = derivative.entry[n];
        const Number part = e.value * fields[at(field, e.row)];
        for (int k = 0; k < most_smooth; ++k)  // no index that only the run knows: registers have none
          if (e.column == k) along[k] += part;
      }
      for (int k = 0; k < n_smooth; ++k) slope[k] += gradient[d][axis] * along[k];
    }
  }
  /// What the slopes of the velocity along an axis give to the rates of all stresses.
  template <class Number, class Moduli>
  static constexpr physics::Symmetric<3, Number> stress_rate(int axis, const Moduli& moduli, const Number& x,
                                                             const Number& y, const Number& z) {
    physics::Strain<3, Number> strain{};
    strain(axis, 0) = x;
    strain(axis, 1) = y;
    strain(axis, 2) = z;
    return physics::stress(moduli, strain);
  }
  /// Where coefficient k of row n stands where rows have smooth parts alone.
  constexpr std::size_t smooth_number(int n, int k) const {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(n_smooth) + static_cast<std::size_t>(k);
  }
  /// Where a field stands among those that derivatives along an axis change; -1: nowhere.
  static constexpr int number_of_changed(int axis, int field) {
    for (int n = 0; n < n_changed; ++n)
      if (changed_field(axis, n) == field) return n;
    return -1;
  }

 private:
  template <class Number>
  struct Rates {
    Number of[n_changed][most_smooth];
  };
  constexpr std::size_t at(int field, int k) const {
    return static_cast<std::size_t>(field) * static_cast<std::size_t>(n_basis) + static_cast<std::size_t>(k);
  }
  /// The fields that derivatives along an axis change: velocities, normal stresses, the two shears with it.
  static constexpr int changed_field(int axis, int n) {
    if (n < 3) return vx + n;
    if (anisotropic) return n - 3;
    return n < 6 ? n - 3 : physics::Symmetric<3, Real>::place(axis, (axis + n - 5) % 3);
  }

  template <class Number, class Medium, class Fields>
  [[gnu::always_inline]] constexpr void find_rates(int axis, const Medium& medium, const Fields& fields,
                                                   Rates<Number>& rates) const {
    Number slope[n_slopes][most_smooth] = {};
    for (int i = 0; i < n_slopes; ++i) find_slope(axis, i, medium.gradient, fields, slope[i]);
    for (int k = 0; k < n_smooth; ++k) {
      for (int i = 0; i < 3; ++i) rates.of[i][k] = medium.buoyancy * slope[i][k];
      const physics::Symmetric<3, Number> stress =
          stress_rate(axis, medium.moduli, slope[3][k], slope[4][k], slope[5][k]);
      for (int f = 3; f < n_changed; ++f) rates.of[f][k] = stress.of[changed_field(axis, f)];
    }
  }

  template <class Number, class Memory, class Fields>
  [[gnu::always_inline]] constexpr void absorb(int axis, const typename AbsorbingFactors<Number>::Axis& layer,
                                               const Rates<Number>& rates, const Memory& psi,
                                               const Fields& fields) const {
    for (int f = 0; f < n_changed; ++f)
      for (int k = 0; k < n_smooth; ++k) {
        Number& memory = psi[smooth_number(f, k)];
        const Number before = memory;
        memory = layer.decay * before + layer.gain * rates.of[f][k];
        fields[at(changed_field(axis, f), k)] -= layer.weight * (before + memory);
      }
  }
};

/// The layers on a device, in blocks `width` places wide: what two loops over elements and their parts share.
template <class Real, class View>
struct AbsorbingArrays {
  using Step = AbsorbingStep<Real, std::is_same_v<View, GeneralView<Real>>>;
  Step step;
  std::size_t width;
  const AbsorbingBlock* blocks;
  const Real* factors;  ///< [block][number][place in the block]
  const Real* medium;
  Real *memory, *slopes, *q;  ///< slopes: [block][axis][slope][coefficient][place in the block]

  constexpr Strided<Real> fields(std::size_t place) const {
    return {q + FieldLayout{width, static_cast<std::size_t>(step.n_basis)}.first(place), width};
  }
  constexpr Strided<Real> slopes_of(std::size_t n, int axis) const {
    const std::size_t of_axis = Step::n_slopes * static_cast<std::size_t>(step.n_smooth) * width;
    return {slopes + (n / width * 3 + static_cast<std::size_t>(axis)) * of_axis + n % width, width};
  }
};

/// One of the slopes of an element along one axis: 18 rows.
template <class Real, class View = MediumView<Real>>
struct FindSlope {
  AbsorbingArrays<Real, View> a;
  static constexpr std::size_t n_rows = 3 * AbsorbingArrays<Real, View>::Step::n_slopes;

  constexpr void operator()(std::size_t n, std::size_t row) const {
    constexpr int n_slopes = AbsorbingArrays<Real, View>::Step::n_slopes;
    const AbsorbingBlock& block = a.blocks[n / a.width];
    const int axis = static_cast<int>(row) / n_slopes, i = static_cast<int>(row) % n_slopes;
    if (!block.exists[axis]) return;
    const std::size_t place = block.number * a.width + n % a.width;
    const View medium = View::of(a.medium, a.width, place);
    Real gradient[3][3];
    for (int d = 0; d < 3; ++d) gradient[d][axis] = medium.gradient(d, axis);
    Real slope[most_smooth] = {};
    a.step.find_slope(axis, i, gradient, a.fields(place), slope);
    const Strided<Real> to = a.slopes_of(n, axis);
    for (int k = 0; k < a.step.n_smooth; ++k) to[a.step.smooth_number(i, k)] = slope[k];
  }
};

/// Then the memories and the coefficients of one field of an element: a row a field.
template <class Real, class View = MediumView<Real>>
struct AbsorbField {
  AbsorbingArrays<Real, View> a;

  constexpr void operator()(std::size_t n, std::size_t row) const {
    const AbsorbingBlock& block = a.blocks[n / a.width];
    const std::size_t lane = n % a.width, place = block.number * a.width + lane;
    const int field = static_cast<int>(row), n_smooth = a.step.n_smooth;
    const Real* factors = a.factors + n / a.width * a.width * 11 + lane;
    const Strided<Real> all = a.fields(place);
    const Strided<Real> own{all.first + row * static_cast<std::size_t>(a.step.n_basis) * a.width, a.width};
    Real smooth[most_smooth];
    for (int k = 0; k < most_smooth; ++k)
      if (k < n_smooth) smooth[k] = own[static_cast<std::size_t>(k)];
    for (int axis = 0; axis < 3; ++axis) {
      const int changed = a.step.number_of_changed(axis, field);
      if (!block.exists[axis] || changed < 0) continue;
      const Real* of_axis = factors + 3 * static_cast<std::size_t>(axis) * a.width;
      const Real decay = of_axis[0], gain = of_axis[a.width], weight = of_axis[2 * a.width];
      const Strided<Real> memory{a.memory + block.first[axis] * a.width + lane, a.width};
      for (int k = 0; k < most_smooth; ++k)
        if (k < n_smooth) {
          Real& kept = memory[a.step.smooth_number(changed, k)];
          const Real before = kept, after = decay * before + gain * rate(n, place, axis, field, k);
          kept = after;
          smooth[k] -= weight * (before + after);
        }
    }
    const Real smooth_fading = factors[9 * a.width], fading = factors[10 * a.width];
    for (int k = 0; k < most_smooth; ++k)
      if (k < n_smooth) own[static_cast<std::size_t>(k)] = smooth[k] * smooth_fading;
    for (int k = n_smooth; k < a.step.n_basis; ++k) own[static_cast<std::size_t>(k)] *= fading;
  }

 private:
  constexpr Real rate(std::size_t n, std::size_t place, int axis, int field, int k) const {
    const View medium = View::of(a.medium, a.width, place);
    const Strided<Real> slopes = a.slopes_of(n, axis);
    const auto slope = [&](int i) { return slopes[a.step.smooth_number(i, k)]; };
    if (field >= vx) return medium.buoyancy() * slope(field - vx);
    return a.step.stress_rate(axis, medium.moduli(), slope(3), slope(4), slope(5)).of[field];
  }
};
static_assert(sizeof(AbsorbingFactors<float>) == 11 * sizeof(float));

}  // namespace unda::dg

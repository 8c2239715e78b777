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
  static constexpr int n_changed = n_changed_fields(anisotropic);

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
    Number slope[6][most_smooth] = {};  // of the traction across the axis, then of the velocity
    for (int i = 0; i < 6; ++i) {
      const int field = i < 3 ? physics::Symmetric<3, Real>::place(i, axis) : vx + i - 3;
      for (int d = 0; d < 3; ++d) {
        Number along[most_smooth] = {};
        for (std::size_t n = derivative.first[d]; n < derivative.first[d + 1]; ++n) {
          const Entry<Real>& e = derivative.entry[n];
          along[e.column] += e.value * fields[at(field, e.row)];
        }
        for (int k = 0; k < n_smooth; ++k) slope[i][k] += medium.gradient[d][axis] * along[k];
      }
    }
    for (int k = 0; k < n_smooth; ++k) {
      for (int i = 0; i < 3; ++i) rates.of[i][k] = medium.buoyancy * slope[i][k];
      physics::Strain<3, Number> strain{};
      for (int i = 0; i < 3; ++i) strain(axis, i) = slope[3 + i][k];
      const physics::Symmetric<3, Number> stress = physics::stress(medium.moduli, strain);
      for (int f = 3; f < n_changed; ++f) rates.of[f][k] = stress.of[changed_field(axis, f)];
    }
  }

  template <class Number, class Memory, class Fields>
  [[gnu::always_inline]] constexpr void absorb(int axis, const typename AbsorbingFactors<Number>::Axis& layer,
                                               const Rates<Number>& rates, const Memory& psi,
                                               const Fields& fields) const {
    for (int f = 0; f < n_changed; ++f)
      for (int k = 0; k < n_smooth; ++k) {
        Number& memory =
            psi[static_cast<std::size_t>(f) * static_cast<std::size_t>(n_smooth) + static_cast<std::size_t>(k)];
        const Number before = memory;
        memory = layer.decay * before + layer.gain * rates.of[f][k];
        fields[at(changed_field(axis, f), k)] -= layer.weight * (before + memory);
      }
  }
};

/// One element of the layers. View: of the medium.
template <class Real, class View = MediumView<Real>>
struct AbsorbElement {
  using Moduli = decltype(View().moduli());
  AbsorbingStep<Real, std::is_same_v<View, GeneralView<Real>>> step;
  std::size_t width;
  const AbsorbingBlock* blocks;
  const Real* factors;  ///< [block][number][place in the block]
  const Real* medium;
  Real *memory, *q;

  struct Medium {
    Real gradient[3][3];
    Moduli moduli;
    Real buoyancy;
  };

  constexpr void operator()(std::size_t n) const {
    const AbsorbingBlock& block = blocks[n / width];
    const std::size_t lane = n % width, place = block.number * width + lane;
    const View all = View::of(medium, width, place);
    Medium here{{}, all.moduli(), all.buoyancy()};
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < 3; ++i) here.gradient[d][i] = all.gradient(d, i);
    const Real* from = factors + n / width * width * 11 + lane;
    AbsorbingFactors<Real> own{};
    for (std::size_t a = 0; a < 3; ++a)
      own.axis[a] = {from[3 * a * width], from[(3 * a + 1) * width], from[(3 * a + 2) * width]};
    own.smooth_fading = from[9 * width];
    own.fading = from[10 * width];
    const FieldLayout layout{width, static_cast<std::size_t>(step.n_basis)};
    step.template apply<Real>(block, own, here, Strided<Real>{q + layout.first(place), width},
                              Memories{memory + lane, block, width});
  }

 private:
  struct Memories {
    Real* memory;
    const AbsorbingBlock& block;
    std::size_t width;
    constexpr Strided<Real> operator()(int axis) const { return {memory + block.first[axis] * width, width}; }
  };
};
static_assert(sizeof(AbsorbingFactors<float>) == 11 * sizeof(float));

}  // namespace unda::dg

// The work of memory variables of elements with receivers, on the host and on devices (exec/run.hpp).
#pragma once

#include "dg/fields.hpp"
#include "dg/memory_arrays.hpp"
#include "dg/relaxing_step.hpp"

namespace unda::dg {

/// The memory variables of now, with what faces brought. By element that has some and coefficient.
template <class Real>
struct GatherMemory {
  const std::size_t* place;  ///< by element: among those with memory variables
  MemoryArrays<Real> from, to;
  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> own = from.at(place[i]), kept = to.at(i);
    const physics::Strain<3, Real> strain = own.strain(k);
    for (int l = 0; l < own.n_mechanisms; ++l) {
      const auto gain = own.stress(l, strain);
      for (int f = 0; f < n_stresses; ++f) kept.s(l, f, k) = own.s(l, f, k) + gain.of[f];
    }
  }
};

/// `fields`, a derivative in time, lose what the mechanisms hold, whose memory variables become their derivatives. By element that has
/// some and coefficient.
template <class Real>
struct DeriveMemory {
  const std::size_t *place, *number;  ///< by element: as above, and among the elements with receivers
  MemoryArrays<Real> from, to;
  RelaxingStep<Real> step;
  FieldLayout layout;
  const Real* strain_rates;
  Real* fields;
  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> own = from.at(place[i]), kept = to.at(i);
    const auto at = [&](int f) { return layout.first(number[i], static_cast<std::size_t>(f)) + k * layout.width; };
    physics::Strain<3, Real> rate{};
    for (int f = 0; f < n_stresses; ++f) rate.of[f] = strain_rates[at(f)];
    for (int l = 0; l < own.n_mechanisms; ++l) {
      const auto gain = own.stress(l, rate);
      for (int f = 0; f < n_stresses; ++f) {
        Real& s = kept.s(l, f, k);
        const Real loss = step.power[l][0] * s;
        fields[at(f)] -= loss;
        s = gain.of[f] - loss;
      }
    }
  }
};

}  // namespace unda::dg

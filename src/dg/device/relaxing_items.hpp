// The step of elements that attenuate by the formula, on the host and on devices: the operations of plain_items.hpp with strains in place
// of stresses, and what mechanisms make of them (relaxing_step.hpp). The simulated device runs it, and a GPU at orders without a fast step.
#pragma once

#include "dg/device/plain_items.hpp"
#include "dg/memory_arrays.hpp"
#include "dg/relaxing_step.hpp"

namespace unda::dg {

/// A medium whose stresses are strains: normal ones, and twice those of shear.
template <class Real, class View>
struct StrainOf : View {
  static constexpr StrainOf of(const Real* blocks, std::size_t width, std::size_t place) {
    return {View::of(blocks, width, place)};
  }
};
template <class Real>
using StrainView = StrainOf<Real, MediumView<Real>>;
template <class Real>
using GeneralStrainView = StrainOf<Real, GeneralView<Real>>;

template <class Real, class View>
constexpr Flux<Real> flux_of(const StrainOf<Real, View>& m, int field) {
  using Order = physics::Symmetric<3, Real>;
  if (field >= vx) return flux_of(static_cast<const View&>(m), field);
  const int a = Order::first_axis(field), b = Order::second_axis(field);
  Flux<Real> flux{{vx + a, vx + b, vx + b}, {}};  // the third counts for nothing
  for (int axis = 0; axis < 3; ++axis) {
    flux.weight[axis][0] = m.gradient(axis, b);
    flux.weight[axis][1] = a == b ? Real(0) : m.gradient(axis, a);
  }
  return flux;
}

template <class Real, class View>
constexpr FaceShare<Real> face_share_of(const StrainOf<Real, View>& m, int face, Real scale, int field) {
  using Order = physics::Symmetric<3, Real>;
  if (field >= vx) return face_share_of(static_cast<const View&>(m), face, scale, field);
  const int a = Order::first_axis(field), b = Order::second_axis(field);
  return {{3 + a, 3 + b, 3 + b}, {scale * m.normal(face, b), a == b ? Real(0) : scale * m.normal(face, a), 0}};
}

/// Where the strain rates of the recursion's levels lie: [block][coefficient of all levels][strain][place].
struct RateLayout {
  int order = 0;
  std::size_t width = 1;

  /// Coefficients at a level that are not zero, and those of the levels before it.
  constexpr std::size_t n_of(int level) const {
    return static_cast<std::size_t>(numerics::n_tetrahedral(order - 1 - level));
  }
  constexpr std::size_t first_of(int level) const {
    std::size_t first = 0;
    for (int j = 0; j < level; ++j) first += n_of(j);
    return first;
  }
  constexpr std::size_t block_numbers() const { return first_of(order - 1) * n_stresses * width; }
  constexpr std::size_t at(std::size_t place, int level, std::size_t k) const {
    return place / width * block_numbers() + (first_of(level) + k) * n_stresses * width + place % width;
  }
};

/// Elements of a range of blocks that all attenuate.
template <class Real>
struct RelaxingElements {
  FieldLayout layout;
  const Real* medium = nullptr;
  std::size_t first = 0;   ///< place of the first of them
  std::size_t memory = 0;  ///< its place among those with memory variables
  MemoryArrays<Real> memories;
  RelaxingStep<Real> step;

  constexpr ElementMemory<Real> memory_at(std::size_t i) const { return memories.at(memory + i); }
  constexpr physics::Isotropic<Real> moduli_at(std::size_t i) const {
    return MediumView<Real>::of(medium, layout.width, first + i).moduli();
  }
  constexpr std::size_t at(std::size_t i, int field, std::size_t k) const {
    return layout.first(first + i, static_cast<std::size_t>(field)) + k * layout.width;
  }
  /// The first six of nine fields.
  constexpr physics::Strain<3, Real> strain_at(const Real* fields, std::size_t i, std::size_t k) const {
    physics::Strain<3, Real> e{};
    for (int f = 0; f < n_stresses; ++f) e.of[f] = fields[at(i, f, k)];
    return e;
  }
};

template <class Real>
constexpr physics::Strain<3, Real> rate_at(const Real* rates, const RateLayout& layout, std::size_t place, int level,
                                           std::size_t k) {
  physics::Strain<3, Real> e{};
  for (int f = 0; f < n_stresses; ++f)
    e.of[f] = rates[layout.at(place, level, k) + static_cast<std::size_t>(f) * layout.width];
  return e;
}

/// What faces brought in the step before goes into the memory variables. By element and coefficient, as all that follow.
template <class Real>
struct TakeFaceStrain {
  RelaxingElements<Real> elements;
  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> memory = elements.memory_at(i);
    const physics::Strain<3, Real> strain = memory.strain(k);
    for (int l = 0; l < memory.n_mechanisms; ++l) {
      const auto gain = physics::stress(memory.moduli(l), strain);
      for (int f = 0; f < n_stresses; ++f) memory.s(l, f, k) += gain.of[f];
    }
  }
};

/// The strain rates of a level, which stand in place of stresses, are noted and become rates of stress; all nine go into the integral.
template <class Real>
struct RelaxRates {
  RelaxingElements<Real> elements;
  RateLayout layout;
  int level;
  Real* rates;
  Real *fields, *integral;
  Real factor;

  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> memory = elements.memory_at(i);
    const std::size_t place = elements.memory + i;
    const physics::Strain<3, Real> rate = elements.strain_at(fields, i, k);
    for (int f = 0; f < n_stresses; ++f)
      rates[layout.at(place, level, k) + static_cast<std::size_t>(f) * layout.width] = rate.of[f];
    physics::Symmetric<3, Real> stress = physics::stress(elements.moduli_at(i), rate);
    for (int l = 0; l < memory.n_mechanisms; ++l)
      for (int f = 0; f < n_stresses; ++f) stress.of[f] -= elements.step.power[l][level] * memory.s(l, f, k);
    for (int j = 0; j < level; ++j) {
      const auto part = physics::stress(coupled(memory, level - 1 - j), rate_at(rates, layout, place, j, k));
      for (int f = 0; f < n_stresses; ++f) stress.of[f] -= part.of[f];
    }
    for (int f = 0; f < n_fields; ++f) {
      Real& value = fields[elements.at(i, f, k)];
      if (f < n_stresses) value = stress.of[f];
      integral[elements.at(i, f, k)] += factor * value;
    }
  }

 private:
  constexpr physics::Isotropic<Real> coupled(const ElementMemory<Real>& memory, int power) const {
    physics::Isotropic<Real> sum{0, 0};
    for (int l = 0; l < memory.n_mechanisms; ++l) {
      const physics::Isotropic<Real> of_one = memory.moduli(l);
      sum.lambda += elements.step.power[l][power] * of_one.lambda;
      sum.mu += elements.step.power[l][power] * of_one.mu;
    }
    return sum;
  }
};

/// The mechanisms go the step with the strain of the volume term; the stress changes by what they do and by what the relaxed moduli give.
template <class Real>
struct RelaxStress {
  RelaxingElements<Real> elements;
  RateLayout layout;
  const Real *rates, *change;  ///< change: strains, and changes of the velocities
  Real* q;

  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> memory = elements.memory_at(i);
    const physics::Strain<3, Real> strain = elements.strain_at(change, i, k);
    physics::Isotropic<Real> relaxed = elements.moduli_at(i);
    physics::Symmetric<3, Real> sum{};
    for (int l = 0; l < memory.n_mechanisms; ++l) {
      const physics::Isotropic<Real> of_one = memory.moduli(l);
      relaxed = {relaxed.lambda - of_one.lambda, relaxed.mu - of_one.mu};
      const auto gain = physics::stress(of_one, kept(strain, l, elements.memory + i, k));
      for (int f = 0; f < n_stresses; ++f) {
        const Real before = memory.s(l, f, k), after = elements.step.decay[l] * before + gain.of[f];
        memory.s(l, f, k) = after;
        sum.of[f] += after - before;
      }
    }
    const auto stress = physics::stress(relaxed, strain);
    for (int f = 0; f < n_fields; ++f)
      q[elements.at(i, f, k)] += f < n_stresses ? stress.of[f] + sum.of[f] : change[elements.at(i, f, k)];
  }

 private:
  /// Of the strain, by a mechanism at the end of the step.
  constexpr physics::Strain<3, Real> kept(physics::Strain<3, Real> strain, int l, std::size_t place,
                                          std::size_t k) const {
    for (int j = 0; j + 1 < layout.order && k < layout.n_of(j); ++j) {
      const auto rate = rate_at(rates, layout, place, j, k);
      for (int f = 0; f < n_stresses; ++f) strain.of[f] -= elements.step.lost[l][j] * rate.of[f];
    }
    return strain;
  }
};

/// What faces bring: velocities and stresses at once, strains for the memory variables of the next step.
template <class Real>
struct AddFaceStrain {
  RelaxingElements<Real> elements;
  const Real* change;
  Real* q;
  constexpr void operator()(std::size_t i, std::size_t k) const {
    const ElementMemory<Real> memory = elements.memory_at(i);
    const physics::Strain<3, Real> strain = elements.strain_at(change, i, k);
    const auto stress = physics::stress(elements.moduli_at(i), strain);
    for (int f = 0; f < n_fields; ++f) {
      if (f < n_stresses) memory.strain(f, k) = strain.of[f];
      q[elements.at(i, f, k)] += f < n_stresses ? stress.of[f] : change[elements.at(i, f, k)];
    }
  }
};

/// The energy of an element.
template <class Real>
struct MeasureRelaxing {
  RelaxingElements<Real> elements;
  const double* volume;  ///< |J| by place; 0: not of the domain
  const Real* q;
  double* energies;  ///< by place

  constexpr void operator()(std::size_t i) const {
    const std::size_t place = elements.first + i;
    if (!(volume[place] > 0)) return;
    const MediumView<Real> m = MediumView<Real>::of(elements.medium, elements.layout.width, place);
    const physics::Isotropic<double> moduli{static_cast<double>(m.moduli().lambda), static_cast<double>(m.moduli().mu)};
    double sum = 0;
    for (std::size_t k = 0; k < elements.layout.n_basis; ++k) {
      physics::Symmetric<3, double> stress{};
      double kinetic = 0;
      for (int f = 0; f < n_fields; ++f) {
        const auto x = static_cast<double>(q[elements.at(i, f, k)]);
        if (f < vx)
          stress.of[f] = x;
        else
          kinetic += x * x;
      }
      sum += 0.5 / static_cast<double>(m.buoyancy()) * kinetic +
             relaxing_strain_energy(elements.memory_at(i), k, moduli, stress);
    }
    energies[place] = volume[place] * sum;
  }
};

template <class Real>
struct ClearNumbers {
  Real* to;
  constexpr void operator()(std::size_t n) const { to[n] = 0; }
};

}  // namespace unda::dg

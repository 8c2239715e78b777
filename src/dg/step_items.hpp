// The work of a step beside that of elements, on the host and on devices (exec/run.hpp): sources, receivers, and looking at the
// wavefield of a device without bringing it to the host.
#pragma once

#include "dg/fields.hpp"
#include "dg/medium.hpp"

namespace unda::dg {

/// What sources give to a coefficient of an element: by element and, in turn, field and coefficient. In the order of the sources.
template <class Real>
struct AddSources {
  FieldLayout layout;
  const std::size_t* place;  ///< by element
  const std::size_t* first;  ///< of its parts, and one past the last
  const int* fields;         ///< those that any source touches
  const int* source;         ///< by part
  const double* amplitudes;  ///< [part][field], for s dt = 1
  const double* kernel;      ///< [part][coefficient]
  const double* amount;      ///< s dt of this step, by source
  Real* q;

  constexpr void operator()(std::size_t n, std::size_t row) const {
    const std::size_t k = row % layout.n_basis, field = static_cast<std::size_t>(fields[row / layout.n_basis]);
    Real& value = q[layout.first(place[n], field) + k * layout.width];
    Real sum = value;
    for (std::size_t part = first[n]; part < first[n + 1]; ++part) {
      const double factor = amount[source[part]] * amplitudes[part * n_fields + field];
      if (factor != 0) sum += static_cast<Real>(factor * kernel[part * layout.n_basis + k]);
    }
    value = sum;
  }
};

/// Elements with receivers, put side by side: by element and, in turn, field and coefficient.
template <class Real>
struct GatherElement {
  FieldLayout layout;
  const std::size_t* place;
  const Real* q;
  Real* to;
  constexpr void operator()(std::size_t n, std::size_t row) const {
    to[layout.first(n) + row * layout.width] = q[layout.first(place[n]) + row * layout.width];
  }
};

/// What a channel is made of.
struct ChannelReading {
  std::size_t element = 0;  ///< among those with receivers
  int n_parts = 0;
  int field[3] = {};
  double factor[3] = {};
};

/// A term of the Taylor polynomial of a channel: factor times the value of the fields' derivative.
template <class Real>
struct ReadTerm {
  FieldLayout layout;
  const ChannelReading* readings;
  const double* basis;  ///< [channel][coefficient]: the polynomials at the receiver
  const Real* fields;   ///< of the elements with receivers
  std::size_t n_terms, term;
  double factor;
  double* series;  ///< [channel][term]

  constexpr void operator()(std::size_t c) const {
    const ChannelReading& reading = readings[c];
    double sum = 0;
    for (int p = 0; p < reading.n_parts; ++p) {
      const Real* at = fields + layout.first(reading.element, static_cast<std::size_t>(reading.field[p]));
      double value = 0;
      for (std::size_t k = 0; k < layout.n_basis; ++k)
        value += basis[c * layout.n_basis + k] * static_cast<double>(at[k * layout.width]);
      sum += reading.factor[p] * value;
    }
    series[c * n_terms + term] = factor * sum;
  }
};

enum class ChannelKind : unsigned char { value, integral, slope };

/// The polynomial of a channel for the step that has ended, from its series at the beginning and the value at the end of it. What
/// neighbours brought within the step is added in proportion to time.
struct NotePolynomial {
  const ChannelKind* kind;
  std::size_t n_terms;
  double dt;
  double* series;        ///< [channel][term]: of the step that has ended; then of the one to come
  const double* next;    ///< of the one to come
  double* displacement;  ///< so far
  double* polynomial;    ///< [channel][term]

  constexpr void operator()(std::size_t c) const {
    double *own = series + c * n_terms, *to = polynomial + c * n_terms;
    own[1] += next[c * n_terms] - sum_of(own);
    if (kind[c] == ChannelKind::integral) {
      to[0] = displacement[c];
      for (std::size_t n = 1; n < n_terms; ++n) to[n] = dt / static_cast<double>(n) * own[n - 1];
      displacement[c] = sum_of(to);
    } else if (kind[c] == ChannelKind::slope) {
      for (std::size_t n = 1; n < n_terms; ++n) to[n - 1] = static_cast<double>(n) / dt * own[n];
      to[n_terms - 1] = 0;
    } else {
      for (std::size_t n = 0; n < n_terms; ++n) to[n] = own[n];
    }
    for (std::size_t n = 0; n < n_terms; ++n) own[n] = next[c * n_terms + n];
  }

 private:
  constexpr double sum_of(const double* values) const {
    double sum = 0;
    for (std::size_t n = 0; n < n_terms; ++n) sum += values[n];
    return sum;
  }
};

/// Of stresses, by the medium.
template <class Real>
struct EnergyOfStress {
  physics::Isotropic<double> moduli;
  constexpr explicit EnergyOfStress(const MediumView<Real>& m)
      : moduli{static_cast<double>(m.moduli().lambda), static_cast<double>(m.moduli().mu)} {}
  constexpr double of(const physics::Symmetric<3, double>& stress) const {
    return physics::strain_energy(moduli, stress);
  }
};
template <class Real>
constexpr EnergyOfStress<Real> energy_law(const MediumView<Real>& m) {
  return EnergyOfStress<Real>(m);
}
template <class Real>
constexpr physics::StrainEnergy energy_law(const GeneralView<Real>& m) {
  physics::Anisotropic<3, double> c{};
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) c(i, j) = static_cast<double>(m.modulus(i, j));
  return physics::StrainEnergy(c);
}

/// The energy of an element and, of all its coefficients, x - x, which is zero only for finite x.
template <class Real, class View = MediumView<Real>>
struct MeasureElement {
  FieldLayout layout;
  const Real* medium;
  const double* volume;  ///< |J| by place; 0: not of the domain
  const Real* q;
  double *energies, *differences;

  constexpr void operator()(std::size_t place) const {
    const View m = View::of(medium, layout.width, place);
    const auto law = energy_law(m);
    const bool counts = volume[place] > 0;
    double sum = 0, difference = 0;
    for (std::size_t k = 0; k < layout.n_basis; ++k) {
      physics::Symmetric<3, double> stress{};
      double kinetic = 0;
      for (std::size_t f = 0; f < n_fields; ++f) {
        const Real x = q[layout.first(place, f) + k * layout.width];
        difference += static_cast<double>(x - x);
        if (f < vx)
          stress.of[f] = static_cast<double>(x);
        else
          kinetic += static_cast<double>(x) * static_cast<double>(x);
      }
      if (counts) sum += 0.5 / static_cast<double>(m.buoyancy()) * kinetic + law.of(stress);
    }
    energies[place] = volume[place] * sum;
    differences[place] = difference;
  }
};

/// Sums of neighbouring numbers.
struct SumPiece {
  static constexpr std::size_t piece = 256;
  const double* values;
  std::size_t n_values;
  double* sums;
  constexpr void operator()(std::size_t n) const {
    double sum = 0;
    for (std::size_t i = n * piece; i < n_values && i < (n + 1) * piece; ++i) sum += values[i];
    sums[n] = sum;
  }
};

}  // namespace unda::dg

// Where relaxation mechanisms and memory variables of a rank's elements that attenuate lie, on the host and on devices.
#pragma once

#include <cstddef>

#include "physics/anisotropic.hpp"
#include "physics/relaxing_energy.hpp"

namespace unda::dg {

inline constexpr int n_stresses = 6;

/// Numbers of a place: [mechanism][stress][coefficient], then [strain][coefficient] of what faces brought.
constexpr std::size_t n_memory_numbers(int n_mechanisms, int n_basis) {
  return static_cast<std::size_t>((n_mechanisms + 1) * n_stresses) * static_cast<std::size_t>(n_basis);
}

/// One element.
template <class Real>
struct ElementMemory {
  const Real* of_moduli;
  Real* of_memory;
  std::size_t stride, n_basis;
  int n_mechanisms;
  bool is_general = false;

  constexpr physics::Isotropic<Real> moduli(int mechanism) const {
    const Real* at = of_moduli + static_cast<std::size_t>(2 * mechanism) * stride;
    return {at[0], at[stride]};
  }
  /// Of solids with 21 moduli.
  constexpr physics::Anisotropic<3, Real> general_moduli(int mechanism) const {
    constexpr int n = physics::Anisotropic<3, Real>::size;
    physics::Anisotropic<3, Real> m{};
    for (int i = 0; i < n; ++i) m.of[i] = of_moduli[static_cast<std::size_t>(n * mechanism + i) * stride];
    return m;
  }
  /// By either law.
  constexpr physics::Symmetric<3, Real> stress(int mechanism, const physics::Strain<3, Real>& strain) const {
    return is_general ? physics::stress(general_moduli(mechanism), strain) : physics::stress(moduli(mechanism), strain);
  }
  constexpr Real& s(int mechanism, int stress, std::size_t k) const {
    return of_memory[(static_cast<std::size_t>(mechanism * n_stresses + stress) * n_basis + k) * stride];
  }
  constexpr Real& strain(int component, std::size_t k) const { return s(n_mechanisms, component, k); }
  /// That faces brought in the last second half of a step.
  constexpr physics::Strain<3, Real> strain(std::size_t k) const {
    physics::Strain<3, Real> e{};
    for (int f = 0; f < n_stresses; ++f) e.of[f] = strain(f, k);
    return e;
  }
};

/// Of a mechanism that are kept: lambda and mu, or 21.
constexpr std::size_t n_kept_moduli(bool is_general) { return is_general ? 21 : 2; }

/// Of blocks: moduli [block][mechanism][modulus][place], memory [block][number][place].
template <class Real>
struct MemoryArrays {
  const Real* moduli = nullptr;
  Real* memory = nullptr;
  std::size_t width = 1, n_basis = 0;
  int n_mechanisms = 0;
  bool is_general = false;

  /// `place`: among the blocks with memory variables.
  constexpr ElementMemory<Real> at(std::size_t place) const {
    const std::size_t block = place / width, lane = place % width;
    return {moduli + block * n_kept_moduli(is_general) * static_cast<std::size_t>(n_mechanisms) * width + lane,
            memory + block * static_cast<std::size_t>((n_mechanisms + 1) * n_stresses) * n_basis * width + lane,
            width,
            n_basis,
            n_mechanisms,
            is_general};
  }
};

/// Of coefficient k, with the unrelaxed moduli: of the relaxed spring and of all mechanisms.
template <class Real>
constexpr double relaxing_strain_energy(const ElementMemory<Real>& element, std::size_t k,
                                        physics::Isotropic<double> moduli, physics::Symmetric<3, double> stress) {
  physics::Strain<3, double> of_faces{};
  for (int f = 0; f < n_stresses; ++f) of_faces.of[f] = static_cast<double>(element.strain(f, k));
  double sum = 0;
  for (int l = 0; l < element.n_mechanisms; ++l) {
    const physics::Isotropic<Real> stored = element.moduli(l);
    const physics::Isotropic<double> of_one{static_cast<double>(stored.lambda), static_cast<double>(stored.mu)};
    physics::Symmetric<3, double> s = physics::stress(of_one, of_faces);
    for (int f = 0; f < n_stresses; ++f) {
      s.of[f] += static_cast<double>(element.s(l, f, k));
      stress.of[f] -= s.of[f];
    }
    moduli = {moduli.lambda - of_one.lambda, moduli.mu - of_one.mu};
    sum += physics::relaxing_energy(of_one, s);
  }
  return sum + physics::strain_energy(moduli, stress);
}

/// The same of solids with 21 moduli. The energy of a mechanism whose moduli are not positive definite (qs small beside qp) is that of
/// those stresses that they bear.
template <class Real>
double relaxing_strain_energy(const ElementMemory<Real>& element, std::size_t k, physics::Anisotropic<3, double> moduli,
                              physics::Symmetric<3, double> stress) {
  physics::Strain<3, double> of_faces{};
  for (int f = 0; f < n_stresses; ++f) of_faces.of[f] = static_cast<double>(element.strain(f, k));
  double sum = 0;
  for (int l = 0; l < element.n_mechanisms; ++l) {
    const physics::Anisotropic<3, Real> stored = element.general_moduli(l);
    physics::Anisotropic<3, double> of_one{};
    for (int i = 0; i < 21; ++i) of_one.of[i] = static_cast<double>(stored.of[i]);
    physics::Symmetric<3, double> s = physics::stress(of_one, of_faces);
    for (int f = 0; f < n_stresses; ++f) {
      s.of[f] += static_cast<double>(element.s(l, f, k));
      stress.of[f] -= s.of[f];
    }
    for (int i = 0; i < 21; ++i) moduli.of[i] -= of_one.of[i];
    sum += physics::StrainEnergy(of_one).of(s);
  }
  return sum + physics::StrainEnergy(moduli).of(stress);
}

}  // namespace unda::dg

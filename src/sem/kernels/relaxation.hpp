// Attenuation in the kernels of elements: what the relaxation mechanisms (physics/relaxation.hpp) take away from the stress at a
// point, for numbers, packs and devices. In terms of strains, centred in time:
//
//   sigma = C : e - sum_l (now_l S_l + M_l),   S_l = dC_l : e,   M_l <- keep_l M_l + gain_l S_l
//
// C has the unrelaxed moduli, and with h = w_l dt/2: now = h/(1 + h), keep = (1 - h)/(1 + h), gain = 2 h/(1 + h)^2. M_l is what the
// trapezoidal rule for dr_l/dt = w_l (dC_l : e - r_l) knows of the step before, so that no strain is kept. Moduli may carry a
// factor, such as a volume: memories then carry it too.
#pragma once

#include <array>
#include <cstddef>

#include "exec/arithmetic.hpp"
#include "numerics/relaxation.hpp"
#include "physics/anisotropic_quality.hpp"
#include "physics/isotropic.hpp"

namespace unda::sem {

/// Of one mechanism, for a step.
template <class Real>
struct MechanismStep {
  Real now = 0, keep = 0, gain = 0;
};

template <class Real>
constexpr MechanismStep<Real> mechanism_step(double rate, double dt) {
  const double h = 0.5 * rate * dt;
  return {static_cast<Real>(h / (1 + h)), static_cast<Real>((1 - h) / (1 + h)),
          static_cast<Real>(2 * h / ((1 + h) * (1 + h)))};
}

/// Elements of a layer whose memories lie together on devices: what a GPU reads at least, and what neighbouring threads take.
inline constexpr int memory_block_bits = 3;

/// The mechanisms of a rank's elements. Moduli lie as those of the elements do; memories as [layer][point][mechanism][stress][element], on
/// devices as [layer][block of elements][plane of points][mechanism][stress][column][element].
template <class Real>
struct RelaxationArrays {
  int n_mechanisms = 0;
  std::array<MechanismStep<Real>, numerics::most_mechanisms> step{};
  /// lambda and mu of dC_l; of solids with 21 moduli the parts p and s - p of them that it is.
  std::array<std::array<const Real*, 2>, numerics::most_mechanisms> modulus{};
  std::array<const Real*, 6> shear{};  ///< of such solids t (physics/anisotropic_quality.hpp), in 2-D t22 alone
  Real* memory = nullptr;
  int block_bits = 0;
  /// Strides: of layers, blocks of elements, planes of points, columns of points, and from one stress to the next.
  std::ptrdiff_t memory_layer = 0, memory_block = 0, memory_plane = 0, memory_column = 0, memory_stress = 0;

  /// Where memories lie; how many numbers they are.
  constexpr std::size_t lay_out(int n_stresses, int n_layers, int n_planes, int n_columns, std::ptrdiff_t n_elements,
                                bool in_blocks) {
    const std::ptrdiff_t n_numbers = static_cast<std::ptrdiff_t>(n_mechanisms) * n_stresses;
    block_bits = in_blocks ? memory_block_bits : 40;
    const std::ptrdiff_t together = in_blocks ? 1 << memory_block_bits : n_elements;
    memory_stress = in_blocks ? n_columns * together : together;
    memory_column = in_blocks ? together : n_numbers * together;
    memory_plane = n_columns * n_numbers * together;
    memory_block = n_planes * memory_plane;
    memory_layer = (n_elements + together - 1) / together * memory_block;
    return static_cast<std::size_t>(n_layers * memory_layer);
  }
  /// The first memory variable of a point of an element: of a column, in a plane.
  constexpr Real* memory_at(int layer, int plane, int column, std::ptrdiff_t element) const {
    return memory + layer * memory_layer + (element >> block_bits) * memory_block + plane * memory_plane +
           column * memory_column + (element & ((std::ptrdiff_t{1} << block_bits) - 1));
  }
};

/// One stress of one mechanism: what it takes away now; its memory goes a step on.
template <class Real, class T>
[[gnu::always_inline]] constexpr T relaxed_part(const MechanismStep<Real>& step, const T& s, T& memory) {
  const T part = step.now * s + memory;
  memory = step.keep * memory + step.gain * s;
  return part;
}

/// Of solids with 21 moduli: dC_l : e = p C : e + (s - p) A(t) : e.
template <int Dim, class T>
[[gnu::always_inline]] constexpr physics::Symmetric<Dim, T> parts_of_stress(const T& p,
                                                                            const physics::Symmetric<Dim, T>& whole,
                                                                            const T& s,
                                                                            const physics::Symmetric<Dim, T>& shear) {
  physics::Symmetric<Dim, T> sum;
  for (int n = 0; n < physics::Symmetric<Dim, T>::size; ++n)
    sum.of[n] = exec::multiply_add(s, shear.of[n], T(p * whole.of[n]));
  return sum;
}

/// Takes from the stresses at a point what its mechanisms have relaxed, for numbers. `of_moduli`: where those of the point lie, `memory`:
/// its first memory variable, `factor`: that of the moduli.
template <class Law, int Dim, class Real>
constexpr void relax_point(const RelaxationArrays<Real>& r, std::ptrdiff_t of_moduli, Real* memory, Real factor,
                           const Real (&gradient)[Dim][Dim], Real (&stress)[Dim][Dim]) {
  using Stress = physics::Symmetric<Dim, Real>;
  const physics::Strain<Dim, Real> strain = physics::strain_of_gradient(gradient);
  Stress whole{}, shear{};
  if constexpr (Law::is_general) {
    constexpr int n_shear = physics::n_shear_moduli<Dim>;
    Real t[n_shear];
    for (int n = 0; n < n_shear; ++n)
      t[n] = factor * exec::load_constant(r.shear[static_cast<std::size_t>(n)] + of_moduli);
    shear = physics::shear_stress(t, strain);
    for (int n = 0; n < Stress::size; ++n) whole.of[n] = stress[Stress::first_axis(n)][Stress::second_axis(n)];
  }
  constexpr int n_together = 3;  // mechanisms whose memories are under way before the first is needed
  for (int first = 0; first < r.n_mechanisms; first += n_together) {
    Real kept[n_together][Stress::size]{};
    for (int m = 0; m < n_together; ++m)
      for (int n = 0; n < Stress::size; ++n)
        if (first + m < r.n_mechanisms) kept[m][n] = memory[(m * Stress::size + n) * r.memory_stress];
    for (int m = 0; m < n_together; ++m) {
      if (first + m >= r.n_mechanisms) break;
      const std::size_t l = static_cast<std::size_t>(first) + static_cast<std::size_t>(m);
      const Real first_modulus = exec::load_constant(r.modulus[l][0] + of_moduli),
                 second_modulus = exec::load_constant(r.modulus[l][1] + of_moduli);
      Stress relaxing;
      if constexpr (Law::is_general)
        relaxing = parts_of_stress<Dim>(first_modulus, whole, second_modulus, shear);
      else
        relaxing = physics::stress(physics::Isotropic<Real>{factor * first_modulus, factor * second_modulus}, strain);
      for (int n = 0; n < Stress::size; ++n) {
        const Real part = relaxed_part(r.step[l], relaxing.of[n], kept[m][n]);
        const int a = Stress::first_axis(n), b = Stress::second_axis(n);
        stress[a][b] -= part;
        if (a != b) stress[b][a] -= part;
        memory[(m * Stress::size + n) * r.memory_stress] = kept[m][n];
      }
    }
    memory += n_together * Stress::size * r.memory_stress;
  }
}

}  // namespace unda::sem

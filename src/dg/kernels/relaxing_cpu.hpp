// The fast step of elements that attenuate, on the host: that of elastic ones (step_cpu.hpp) with strains in place of stresses in the
// volume and face terms, from which stresses and memory variables follow.
#pragma once

#include "dg/kernels/relaxing.hpp"
#include "dg/kernels/step_cpu.hpp"

namespace unda::dg {

template <int Order, class Real, class Matrices, template <class> class MediumOf>
class RelaxingCpu : private StepCpu<Order, Real, Matrices, MediumOf> {
  using Step = StepCpu<Order, Real, Matrices, MediumOf>;
  using Step::n_basis, Step::n_inner;
  using typename Step::P, typename Step::Medium;
  using Stress = physics::Symmetric<3, P>;
  using Strain = physics::Strain<3, P>;
  using Moduli = decltype(Medium::moduli);

 public:
  static void predict(const Operators<Real>& /*lists*/, const RelaxingStep<Real>& step, const P* medium,
                      const P* moduli, Real dt, P* q, P* memory, Real* traces) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    P integral[n_fields][n_basis];
    advance(m, step, moduli, dt, q, memory, typename Step::Whole{integral});
    Step::project_to_faces(m, integral, traces);
  }

  static void predict_in_halves(const Operators<Real>& /*lists*/, const RelaxingStep<Real>& step, const P* medium,
                                const P* moduli, Real dt, P* q, P* memory, Real* traces, Real* first_half) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    P integral[n_fields][n_basis], half[n_fields][n_basis];
    advance(m, step, moduli, dt, q, memory, typename Step::Halves{integral, half});
    Step::project_to_faces(m, integral, traces);
    Step::project_to_faces(m, half, first_half);
  }

  static void correct(const Operators<Real>& /*lists*/, const P* medium, const Real* traces, const Real* all_traces,
                      const int* beyond, P* q, P* strain) {
    const Medium& m = *reinterpret_cast<const Medium*>(medium);
    for (int k = 0; k < n_stresses * n_basis; ++k) strain[k] = P{};
    Step::add_face_terms(m, AddStrain{strain}, traces, all_traces, beyond, q);
    for (int k = 0; k < n_basis; ++k) add(physics::stress(m.moduli, strain_at<n_basis>(strain, k)), q + k);
  }

 private:
  /// The integrals over the step and what the element itself gives.
  template <class Sums>
  [[gnu::always_inline]] static void advance(const Medium& m, const RelaxingStep<Real>& step, const P* moduli, Real dt,
                                             P* q, P* memory, const Sums& sums) {
    const auto* relaxing = reinterpret_cast<const Moduli*>(moduli);
    P rates[n_stresses * n_rates], strain[n_stresses][n_basis];
    take_strain_of_faces(step, relaxing, memory);
    Step::integrate_in_time(m, Relaxing(m, step, relaxing, memory, rates), dt, q, sums);
    find_strain(m, sums.integral, strain);
    Step::add_volume_term_of_velocities(m, sums.integral, q);
    relax(m, step, relaxing, rates, strain, q, memory);
  }

  static constexpr int n_levels = Order - 1;
  /// Coefficients of the strain rate at a level, and where it begins.
  static constexpr int n_of(int level) { return numerics::n_tetrahedral(Order - 1 - level); }
  static constexpr int first_of(int level) {
    int first = 0;
    for (int j = 0; j < level; ++j) first += n_of(j);
    return first;
  }
  static constexpr int n_rates = first_of(n_levels);

  template <int n>
  [[gnu::always_inline]] static Strain strain_at(const P* strain, int k) {
    Strain e;
    for (int f = 0; f < n_stresses; ++f) e.of[f] = strain[f * n + k];
    return e;
  }
  [[gnu::always_inline]] static void add(const Stress& stress, P* to) {
    for (int f = 0; f < n_stresses; ++f) to[f * n_basis] += stress.of[f];
  }

  [[gnu::always_inline]] static void add_moduli(const P& factor, const Moduli& moduli, Moduli& sum) {
    const P* from = reinterpret_cast<const P*>(&moduli);
    P* to = reinterpret_cast<P*>(&sum);
    for (std::size_t n = 0; n < sizeof(Moduli) / sizeof(P); ++n) to[n] += factor * from[n];
  }

  static void take_strain_of_faces(const RelaxingStep<Real>& step, const Moduli* relaxing, P* memory) {
    const P* strain = memory + step.n_mechanisms * n_stresses * n_basis;
    for (int l = 0; l < step.n_mechanisms; ++l)
      for (int k = 0; k < n_basis; ++k)
        add(physics::stress(relaxing[l], strain_at<n_basis>(strain, k)), memory + l * n_stresses * n_basis + k);
  }

  /// Notes the strain rates of the recursion; dsigma/dt = C : de/dt - sum_l w_l s_l.
  class Relaxing {
   public:
    Relaxing(const Medium& m, const RelaxingStep<Real>& step, const Moduli* relaxing, const P* memory, P* rates)
        : m_(m), step_(step), memory_(memory), rates_(rates) {
      for (int n = 0; n + 1 < n_levels; ++n) {
        coupled_[n] = Moduli{};
        for (int l = 0; l < step.n_mechanisms; ++l) add_moduli(fill_pack(step.power[l][n]), relaxing[l], coupled_[n]);
      }
    }
    template <int Level>
    [[gnu::always_inline]] Stress rate(int k, const Strain& strain_rate) const {
      for (int f = 0; f < n_stresses; ++f)
        rates_[(n_stresses * first_of(Level)) + f * n_of(Level) + k] = strain_rate.of[f];
      Stress stress = physics::stress(m_.moduli, strain_rate);
      for (int l = 0; l < step_.n_mechanisms; ++l)
        for (int f = 0; f < n_stresses; ++f)
          stress.of[f] -= step_.power[l][Level] * memory_[(l * n_stresses + f) * n_basis + k];
      subtract_earlier<Level, 0>(k, stress);
      return stress;
    }

   private:
    template <int Level, int j>
    [[gnu::always_inline]] void subtract_earlier(int k, Stress& stress) const {
      if constexpr (j < Level) {
        const Stress part =
            physics::stress(coupled_[Level - 1 - j], strain_at<n_of(j)>(rates_ + n_stresses * first_of(j), k));
        for (int f = 0; f < n_stresses; ++f) stress.of[f] -= part.of[f];
        subtract_earlier<Level, j + 1>(k, stress);
      }
    }
    const Medium& m_;
    const RelaxingStep<Real>& step_;
    const P* memory_;
    P* rates_;
    Moduli coupled_[n_levels];
  };

  /// The volume term of the strain.
  static void find_strain(const Medium& m, const P (*integral)[n_basis], P (*strain)[n_basis]) {
    P along[3][n_inner];
    for (int f = 0; f < n_stresses; ++f) {
      const int a = Stress::first_axis(f), b = Stress::second_axis(f);
      const P *va = integral[vx + a], *vb = integral[vx + b];
      for (int d = 0; d < 3; ++d)
        for (int k = 0; k < n_inner; ++k)
          along[d][k] = a == b ? -m.gradient[d][a] * va[k] : -m.gradient[d][b] * va[k] - m.gradient[d][a] * vb[k];
      for (int k = 0; k < n_basis; ++k) strain[f][k] = P{};
      Matrices::add_stiffness(along[0], along[1], along[2], strain[f]);
    }
  }

  /// The mechanisms go the step; the stress changes by what they do and by what the relaxed moduli give.
  static void relax(const Medium& m, const RelaxingStep<Real>& step, const Moduli* relaxing, const P* rates,
                    const P (*strain)[n_basis], P* q, P* memory) {
    Moduli relaxed = m.moduli;
    for (int l = 0; l < step.n_mechanisms; ++l) add_moduli(fill_pack(Real(-1)), relaxing[l], relaxed);
    for (int k = 0; k < n_basis; ++k) add(physics::stress(relaxed, strain_at<n_basis>(strain[0], k)), q + k);
    for (int l = 0; l < step.n_mechanisms; ++l) {
      P* s = memory + l * n_stresses * n_basis;
      P kept[n_stresses][n_basis];  // of the strain
      for (int f = 0; f < n_stresses; ++f) {
        for (int k = 0; k < n_basis; ++k) kept[f][k] = strain[f][k];
        subtract_lost<0>(step.lost[l], f, rates, kept[f]);
      }
      for (int k = 0; k < n_basis; ++k) {
        const Stress gain = physics::stress(relaxing[l], strain_at<n_basis>(kept[0], k));
        for (int f = 0; f < n_stresses; ++f) {
          const P before = s[f * n_basis + k], after = step.decay[l] * before + gain.of[f];
          s[f * n_basis + k] = after;
          q[f * n_basis + k] += after - before;
        }
      }
    }
  }

  template <int j>
  [[gnu::always_inline]] static void subtract_lost(const Real* lost, int f, const P* rates, P* kept) {
    if constexpr (j < n_levels) {
      const P* rate = rates + n_stresses * first_of(j) + f * n_of(j);
      for (int k = 0; k < n_of(j); ++k) kept[k] -= lost[j] * rate[k];
      subtract_lost<j + 1>(lost, f, rates, kept);
    }
  }

  /// Of a jump v of the velocity across a face with normal n.
  struct AddStrain {
    P* strain;
    [[gnu::always_inline]] void operator()(const P* n, const P (*v)[n_basis]) const {
      for (int k = 0; k < n_basis; ++k) {
        const P jump[3] = {v[0][k], v[1][k], v[2][k]};
        add(physics::strain_along<3>(n, jump), strain + k);
      }
    }
  };
};

template <int Order, class Real, class Matrices>
RelaxingKernels<Real> relaxing_steps_of_media(bool anisotropic) {
  using Step = RelaxingCpu<Order, Real, Matrices, ElementMedium>;
  using General = RelaxingCpu<Order, Real, Matrices, GeneralMedium>;
  if (anisotropic) return {General::predict, General::predict_in_halves, General::correct};
  return {Step::predict, Step::predict_in_halves, Step::correct};
}

}  // namespace unda::dg

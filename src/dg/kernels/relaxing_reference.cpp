// The plain step of elements that attenuate: one element after another, every mechanism with its own recursion.
#include <utility>

#include "dg/kernels/plain_step.hpp"
#include "dg/kernels/relaxing.hpp"
#include "dg/kernels/time_derivative.hpp"

namespace unda::dg {
namespace {

/// The medium whose stresses are strains, but for a factor of 2 of shear strains.
template <class Real>
ElementMedium<Real> strain_medium(ElementMedium<Real> m) {
  m.moduli = {0, Real(0.5)};
  return m;
}
template <class Real>
GeneralMedium<Real> strain_medium(GeneralMedium<Real> m) {
  m.moduli = {};
  for (int i = 0; i < 6; ++i) m.moduli(i, i) = i < 3 ? Real(1) : Real(0.5);
  return m;
}

/// What the stresses of one coefficient are for strains in place of stresses, as strain_medium gives them.
template <class Moduli, class Real>
physics::Symmetric<3, Real> stress_of(const Moduli& moduli, const Coefficients<Real>& half, std::size_t n,
                                      std::size_t k) {
  physics::Strain<3, Real> e;
  for (std::size_t f = 0; f < n_stresses; ++f) e.of[f] = half[f * n + k] * static_cast<Real>(f < 3 ? 1 : 2);
  return physics::stress(moduli, e);
}

/// One element and its mechanisms.
template <class Medium, class Real>
struct Relaxing {
  const Operators<Real>& o;
  const RelaxingStep<Real>& step;
  Medium m;
  std::vector<decltype(Medium::moduli)> moduli;  ///< by mechanism
  std::vector<Coefficients<Real>> s;             ///< by mechanism, [stress][coefficient]
  std::vector<Coefficients<Real>> lost{};        ///< the strains that the mechanisms lose in the step

  std::size_t n() const { return static_cast<std::size_t>(o.n_basis); }
  void take(const Coefficients<Real>& strain) {
    for (std::size_t l = 0; l < s.size(); ++l)
      for (std::size_t k = 0; k < n(); ++k) {
        const auto gain = stress_of(moduli[l], strain, n(), k);
        for (std::size_t f = 0; f < n_stresses; ++f) s[l][f * n() + k] += gain.of[f];
      }
  }

  Coefficients<Real> integrate_in_time(Real dt, const Coefficients<Real>& q) {
    Coefficients<Real> derivative = q, next(q.size()), strain_rate(q.size()), slope(3 * q.size()), integral(q.size());
    std::vector<Coefficients<Real>> relaxing = s;  // their derivatives
    lost.assign(s.size(), Coefficients<Real>(n_stresses * n()));
    Real factor = 1;
    for (int level = 0; level < o.order; ++level) {
      factor *= dt / static_cast<Real>(level + 1);
      for (std::size_t k = 0; k < q.size(); ++k) integral[k] += factor * derivative[k];
      if (level + 1 == o.order) break;
      const auto n_kept = static_cast<std::size_t>(numerics::n_tetrahedral(o.order - 1 - level));
      time_derivative(o, m, derivative.data(), slope.data(), next.data());
      time_derivative(o, strain_medium(m), derivative.data(), slope.data(), strain_rate.data());
      for (std::size_t l = 0; l < s.size(); ++l) derive(l, level, n_kept, strain_rate, relaxing[l], next);
      std::swap(derivative, next);
    }
    return integral;
  }

  /// One mechanism: its share of dsigma/dt, and its own derivative.
  void derive(std::size_t l, int level, std::size_t n_kept, const Coefficients<Real>& strain_rate,
              Coefficients<Real>& relaxing, Coefficients<Real>& rate) {
    const Real w = step.power[l][0];
    for (std::size_t k = 0; k < n(); ++k) {
      const auto gain = stress_of(moduli[l], strain_rate, n(), k);
      for (std::size_t f = 0; f < n_stresses; ++f) {
        Real& x = relaxing[f * n() + k];
        if (k >= n_kept) x = 0;
        rate[f * n() + k] -= w * x;
        x = gain.of[f] - w * x;
        lost[l][f * n() + k] += step.lost[l][level] * strain_rate[f * n() + k];
      }
    }
  }

  void relax(const Coefficients<Real>& strain, Coefficients<Real>& q) {
    for (std::size_t k = 0; k < n(); ++k) {
      const auto stress = stress_of(m.moduli, strain, n(), k);
      for (std::size_t f = 0; f < n_stresses; ++f) q[f * n() + k] += stress.of[f];
      for (std::size_t l = 0; l < s.size(); ++l) {
        const auto gain = stress_of(moduli[l], strain, n(), k), loss = stress_of(moduli[l], lost[l], n(), k);
        for (std::size_t f = 0; f < n_stresses; ++f) {
          Real& x = s[l][f * n() + k];
          q[f * n() + k] -= (1 - step.decay[l]) * x + loss.of[f];
          x = step.decay[l] * x + gain.of[f] - loss.of[f];
        }
      }
    }
  }
};

template <class Real>
Coefficients<Real> halved_shear(Coefficients<Real> strain) {
  for (std::size_t k = strain.size() / 2; k < strain.size(); ++k) strain[k] /= 2;
  return strain;
}

/// `first_half`: none where nothing asks for it.
template <template <class> class MediumOf, class Real>
void predict_both(const Operators<Real>& o, const RelaxingStep<Real>& step, const Pack<Real>* medium,
                  const Pack<Real>* moduli, Real dt, Pack<Real>* q, Pack<Real>* memory, Real* traces,
                  Real* first_half) {
  const auto n_basis = static_cast<std::size_t>(o.n_basis), n = n_fields * n_basis,
             trace = trace_numbers<Real>(o.order), of_one = n_stresses * n_basis;
  const auto n_mechanisms = static_cast<std::size_t>(step.n_mechanisms);
  for (int place = 0; place < pack_size<Real>; ++place) {
    using Medium = MediumOf<Real>;
    using Moduli = decltype(Medium::moduli);
    Relaxing<Medium, Real> element{o, step, medium_at<Medium, Real>(medium, place), {}, {}};
    for (std::size_t l = 0; l < n_mechanisms; ++l) {
      element.moduli.push_back(medium_at<Moduli, Real>(moduli + l * sizeof(Moduli) / sizeof(Real), place));
      element.s.push_back(coefficients_at<Real>(memory + l * of_one, of_one, place));
    }
    element.take(halved_shear(coefficients_at<Real>(memory + n_mechanisms * of_one, of_one, place)));
    Coefficients<Real> fields = coefficients_at<Real>(q, n, place), strain(n);
    const Coefficients<Real> half = element.integrate_in_time(dt / 2, fields);
    const Coefficients<Real> integral = element.integrate_in_time(dt, fields);
    add_volume_term(o, strain_medium(element.m), integral, strain);
    for (std::size_t k = vx * n_basis; k < n; ++k)
      fields[k] += strain[k];  // velocities: the strain medium has their law
    element.relax(strain, fields);
    for (std::size_t k = 0; k < n; ++k) q[k][place] = fields[k];
    for (std::size_t l = 0; l < n_mechanisms; ++l)
      for (std::size_t k = 0; k < of_one; ++k) memory[l * of_one + k][place] = element.s[l][k];
    for (int f = 0; f < 4; ++f) {
      project_to_face(o, element.m, f, integral, traces + (4 * place + f) * trace);
      if (first_half != nullptr) project_to_face(o, element.m, f, half, first_half + (4 * place + f) * trace);
    }
  }
}

template <template <class> class MediumOf, class Real>
void predict(const Operators<Real>& o, const RelaxingStep<Real>& step, const Pack<Real>* medium,
             const Pack<Real>* moduli, Real dt, Pack<Real>* q, Pack<Real>* memory, Real* traces) {
  predict_both<MediumOf, Real>(o, step, medium, moduli, dt, q, memory, traces, nullptr);
}

template <template <class> class MediumOf, class Real>
void correct(const Operators<Real>& o, const Pack<Real>* medium, const Real* traces, const Real* all_traces,
             const int* beyond, Pack<Real>* q, Pack<Real>* strain) {
  const std::size_t n = static_cast<std::size_t>(n_fields) * o.n_basis, trace = trace_numbers<Real>(o.order);
  for (int place = 0; place < pack_size<Real>; ++place) {
    const auto m = medium_at<MediumOf<Real>, Real>(medium, place);
    Coefficients<Real> element = coefficients_at<Real>(q, n, place), brought(n);
    for (int f = 0; f < 4; ++f) {
      const Real *own = traces + (4 * place + f) * trace,
                 *other = all_traces + static_cast<std::size_t>(beyond[4 * place + f]) * trace;
      add_face_term(o, m, f, own, other, element);
      add_face_term(o, strain_medium(m), f, own, other, brought);
    }
    for (std::size_t k = 0; k < n; ++k) q[k][place] = element[k];
    for (std::size_t k = 0; k < vx * static_cast<std::size_t>(o.n_basis); ++k)
      strain[k][place] = brought[k] * static_cast<Real>(k < n / 3 ? 1 : 2);
  }
}

}  // namespace

template <class Real>
RelaxingKernels<Real> reference_relaxing_kernels(bool anisotropic) {
  if (anisotropic)
    return {predict<GeneralMedium, Real>, predict_both<GeneralMedium, Real>, correct<GeneralMedium, Real>};
  return {predict<ElementMedium, Real>, predict_both<ElementMedium, Real>, correct<ElementMedium, Real>};
}

template RelaxingKernels<float> reference_relaxing_kernels(bool anisotropic);
template RelaxingKernels<double> reference_relaxing_kernels(bool anisotropic);

}  // namespace unda::dg

// The plain step: one element after another.
#include <utility>

#include "dg/kernels/kernels.hpp"
#include "dg/kernels/plain_step.hpp"
#include "dg/kernels/time_derivative.hpp"

namespace unda::dg {
namespace {

template <class Real, class Medium>
Coefficients<Real> integrate_in_time(const Operators<Real>& o, const Medium& m, Real dt, const Coefficients<Real>& q) {
  Coefficients<Real> derivative = q, next(q.size()), slope(3 * q.size()), integral(q.size());
  Real factor = 1;
  for (int n = 0; n < o.order; ++n) {
    factor *= dt / static_cast<Real>(n + 1);
    for (std::size_t k = 0; k < q.size(); ++k) integral[k] += factor * derivative[k];
    time_derivative(o, m, derivative.data(), slope.data(), next.data());
    std::swap(derivative, next);
  }
  return integral;
}

/// `first_half`: none where nothing asks for it.
template <class Medium, class Real>
void predict_both(const Operators<Real>& o, const Pack<Real>* medium, Real dt, Pack<Real>* q, Real* traces,
                  Real* first_half) {
  const std::size_t n = static_cast<std::size_t>(n_fields) * o.n_basis, trace = trace_numbers<Real>(o.order);
  for (int place = 0; place < pack_size<Real>; ++place) {
    const auto m = medium_at<Medium, Real>(medium, place);
    Coefficients<Real> element = coefficients_at<Real>(q, n, place);
    const Coefficients<Real> integral = integrate_in_time(o, m, dt, element);
    const Coefficients<Real> half = integrate_in_time(o, m, dt / 2, element);
    add_volume_term(o, m, integral, element);
    for (std::size_t k = 0; k < n; ++k) q[k][place] = element[k];
    for (int f = 0; f < 4; ++f) {
      project_to_face(o, m, f, integral, traces + (4 * place + f) * trace);
      if (first_half != nullptr) project_to_face(o, m, f, half, first_half + (4 * place + f) * trace);
    }
  }
}

template <class Medium, class Real>
void predict(const Operators<Real>& o, const Pack<Real>* medium, Real dt, Pack<Real>* q, Real* traces) {
  predict_both<Medium, Real>(o, medium, dt, q, traces, nullptr);
}

template <class Medium, class Real>
void correct(const Operators<Real>& o, const Pack<Real>* medium, const Real* traces, const Real* all_traces,
             const int* beyond, Pack<Real>* q) {
  const std::size_t n = static_cast<std::size_t>(n_fields) * o.n_basis, trace = trace_numbers<Real>(o.order);
  for (int place = 0; place < pack_size<Real>; ++place) {
    const auto m = medium_at<Medium, Real>(medium, place);
    Coefficients<Real> element = coefficients_at<Real>(q, n, place);
    for (int f = 0; f < 4; ++f)
      add_face_term(o, m, f, traces + (4 * place + f) * trace,
                    all_traces + static_cast<std::size_t>(beyond[4 * place + f]) * trace, element);
    for (std::size_t k = 0; k < n; ++k) q[k][place] = element[k];
  }
}

}  // namespace

template <class Real>
StepKernels<Real> reference_kernels(bool anisotropic) {
  using General = GeneralMedium<Real>;
  using Isotropic = ElementMedium<Real>;
  if (anisotropic)
    return {GeneralView<Real>::n_numbers, predict<General, Real>, predict_both<General, Real>, correct<General, Real>};
  return {MediumView<Real>::n_numbers, predict<Isotropic, Real>, predict_both<Isotropic, Real>,
          correct<Isotropic, Real>};
}

template StepKernels<float> reference_kernels(bool anisotropic);
template StepKernels<double> reference_kernels(bool anisotropic);

}  // namespace unda::dg

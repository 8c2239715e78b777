// The relaxation mechanisms of elements that attenuate, over one step. With the strain rate as a Taylor series, E_0 + E_1 t + E_2 t^2/2
// + ..., and the moduli dC_l and rate w_l of a mechanism, ds_l/dt = dC_l : de/dt - w_l s_l (physics/relaxation.hpp) is solved exactly:
//   s_l(dt) = decay_l s_l(0) + dC_l : (G - sum_j lost_lj E_j),   lost_lj = int_0^dt (1 - exp(-w_l (dt - t))) t^j/j! dt,
// where G is the strain that the step brings, through faces as well. What the recursion needs is
//   sum_l w_l D^k s_l = sum_l power_lk s_l + sum_{j < k} M_{k-1-j} : E_j,   power_lk = w_l (-w_l)^k,   M_m = sum_l power_lm dC_l.
// Values; the same for all elements.
#pragma once

#include <cmath>
#include <vector>

#include "numerics/relaxation.hpp"

namespace unda::dg {

template <class Real>
struct RelaxingStep {
  static constexpr int most = numerics::most_mechanisms, most_terms = 8;
  int n_mechanisms = 0;
  Real decay[most] = {};
  Real power[most][most_terms] = {};
  Real lost[most][most_terms] = {};
};

/// int_0^dt (1 - exp(-w (dt - t))) t^j/j! dt = -sum_{m >= 1} (-w)^m dt^{m+j+1}/(m+j+1)!
inline double lost_strain(double rate, double dt, int j) {
  double term = dt, sum = 0;
  for (int n = 2; n <= j + 1; ++n) term *= dt / n;
  for (int m = 1; m < 200; ++m) {
    term *= -rate * dt / (m + j + 1);
    sum -= term;
    if (std::abs(term) < 1e-18 * std::abs(sum)) break;
  }
  return sum;
}

template <class Real>
RelaxingStep<Real> relaxing_step(const std::vector<double>& rates, double dt) {
  RelaxingStep<Real> step;
  step.n_mechanisms = static_cast<int>(rates.size());
  for (std::size_t l = 0; l < rates.size(); ++l) {
    step.decay[l] = static_cast<Real>(std::exp(-rates[l] * dt));
    double power = rates[l];
    for (int k = 0; k < RelaxingStep<Real>::most_terms; ++k, power *= -rates[l]) {
      step.power[l][k] = static_cast<Real>(power);
      step.lost[l][k] = static_cast<Real>(lost_strain(rates[l], dt, k));
    }
  }
  return step;
}

}  // namespace unda::dg

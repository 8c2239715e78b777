// Attenuation in a fluid part. The potential chi of the displacement, u = grad chi / rho and p = -chi_tt, feels nothing of a bulk modulus
// that relaxes but in its inertia:
//
//   chi_tt = kappa theta - sum_l r_l,   dr_l/dt = w_l (d_l kappa theta - r_l),   theta = div (grad chi / rho)
//
// with the unrelaxed kappa and the parts d_l of it that mechanisms relax. Masses are one number a point, so that kappa theta is its force
// over its mass, and the mechanisms one number a point each: the forces f of elements and neighbouring solids become
//
//   f - sum_l (now_l S_l + M_l),   S_l = d_l f,   M_l <- keep_l M_l + gain_l S_l
//
// as the stresses of solids do (kernels/relaxation.hpp). A point between elements of several d_l has their mean, each with its mass,
// which is right to first order in d_l.
#pragma once

#include <vector>

#include "exec/twin.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"
#include "sem/fluid_relaxation_item.hpp"

namespace unda::sem {

template <class Real>
class FluidRelaxation {
 public:
  FluidRelaxation() = default;
  /// `masses`: [mechanism][place], of all ranks: masses of the points times d_l.
  FluidRelaxation(const std::vector<std::vector<double>>& masses, const Real* inverse_mass, const exec::Queue& queue);

  bool exists() const { return n_mechanisms_ > 0; }
  /// Memories of a fluid at rest.
  void set_step(const model::RelaxationLaw& law, double dt);
  /// Forces, on the device; memories go a step on.
  void relax(Real* forces);
  /// A moment is stress that no mechanism relaxes: samples that become those of `s` when they are relaxed with the forces of a place.
  std::vector<double> before_relaxation(const std::vector<double>& s, std::ptrdiff_t place) const;
  /// Places with the same have the same samples.
  std::vector<long long> kind_of(std::ptrdiff_t place) const;
  void transfer(method::State& state) { state.values(memory_.host(exec::Access::read_write), memory_.size()); }
  std::size_t bytes() const { return defect_.bytes() + memory_.bytes(); }
  static double bytes_for(std::size_t n_places, int n_mechanisms) {
    return 2.0 * n_mechanisms * sizeof(Real) * static_cast<double>(n_places);
  }

 private:
  double defect_at(int mechanism, std::ptrdiff_t place) const {
    return static_cast<double>(defect_.host()[static_cast<std::size_t>(mechanism) * n_places_ + place]);
  }

  exec::Queue queue_;
  int n_mechanisms_ = 0;
  std::size_t n_places_ = 0;
  std::array<MechanismStep<Real>, numerics::most_mechanisms> step_{};
  exec::Twin<Real> defect_, memory_;  ///< [mechanism][place]
};

extern template class FluidRelaxation<float>;
extern template class FluidRelaxation<double>;

}  // namespace unda::sem

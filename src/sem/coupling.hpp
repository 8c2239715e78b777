// What a fluid and a solid do to each other on their common faces. With n the normal out of the fluid, the fluid gives way to the solid,
// grad chi / rho . n = u . n, and presses on it with p = -chi_tt. In weak form, on the points of the faces,
//
//   fluid   f_chi += area . u          solid   f_u -= area chi_tt          area = n times the weights of the integration
//
// The acceleration of the potential is found first, from the displacement at the same time. Leapfrog is then stable up to 2/sqrt of
// the largest eigenvalue of the whole (coupled_eigenvalue.hpp): with K_f, M_f, K_s, M_s the stiffnesses and masses and C the areas, both steps are
//
//   -d2/dt2 (chi, u) = A (chi, u),   A = ( M_f^-1 K_f                 -M_f^-1 C                     )
//                                        ( -M_s^-1 C^T M_f^-1 K_f     M_s^-1 (K_s + C^T M_f^-1 C)   )
//
// and diag(K_f, M_s) A is symmetric and has no negative eigenvalue.
//
// In absorbing layers at the sides both terms are multiplied by the product of the e of the axes along the face, as the stresses and
// displacements across it are (kernels/absorbing_layer.hpp): e_x e_y = k_x k_y (1 + (r_x + r_y)/(s + alpha) + r_x r_y/(s + alpha)^2),
// r = d/k, by two memories a point.
#pragma once

#include "sem/coupling_items.hpp"
#include "sem/region.hpp"

namespace unda::sem {

template <class Real>
class Coupling {
 public:
  /// Between layers `plane - 1` and `plane` of the whole mesh; fluid and solid are numbers of parts in a list. `slab`: that of the
  /// solid. Geometry alone. Collective.
  Coupling(std::size_t fluid, std::size_t solid, int plane, const std::vector<Region<Real>>& parts,
           const RankMesh& slab);

  std::size_t fluid() const { return fluid_; }
  std::size_t solid() const { return solid_; }

  /// Stretches, once the steps of both parts are set.
  void set_step(const Region<Real>& solid);
  // On the device, once a step each, on forces that have been added up: the fluid's come first, and are finished before the solid's.
  void push_fluid(Region<Real>& fluid, Region<Real>& solid);
  void push_solid(Region<Real>& fluid, Region<Real>& solid);
  // On the host as if nothing were stretched, for the largest step.
  void add_flux(const Real* u, Real* fluid_forces) const;
  void add_pressure(const Real* fluid_forces, const Real* fluid_inverse_mass, Real* solid_forces) const;

  void transfer(method::State& state);
  /// What it takes, and what one between neighbouring parts of a rank's mesh will take.
  double bytes() const { return bytes_for(at_.size(), n_components_, rate_.size() > 0); }
  static double bytes_for(const Mesh& mesh);

 private:
  static double bytes_for(std::size_t n_points, int dim, bool stretched);
  std::vector<double> areas(const Region<Real>& solid, int plane, bool solid_is_above) const;
  FacePoints<Real> points_there();

  std::size_t fluid_ = 0, solid_ = 0;
  int n_components_ = 3;
  std::ptrdiff_t component_ = 0;  ///< of the solid
  exec::Queue queue_;
  std::vector<Index> at_;  ///< of the solid's points
  std::vector<std::ptrdiff_t> fluid_places_, solid_places_;
  std::vector<Real> area_;  ///< [component][point]
  exec::Twin<std::ptrdiff_t> fluid_there_, solid_there_;
  exec::Twin<Real> area_there_;
  exec::Twin<Real> rate_;                   ///< [r_x + r_y, r_x r_y][point], where any point is stretched
  std::array<exec::Twin<Real>, 2> memory_;  ///< [2][point] of the flux, of the potential's acceleration
  Real fading_ = 0, gathering_ = 0;
};

extern template class Coupling<float>;
extern template class Coupling<double>;

}  // namespace unda::sem

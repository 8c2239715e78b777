// What the fluid and the solid of any mesh do to each other on their common faces, as coupling.hpp says, on the host. A rank that has one
// side of a face has the other, so that each adds what its own faces give before forces of ranks are added up.
#pragma once

#include "sem/coupling_items.hpp"
#include "sem/unstructured/mesh_region.hpp"

namespace unda::sem {

template <class Real>
class MeshCoupling {
 public:
  /// `fluid`, `solid`: their numbers in the list of parts.
  MeshCoupling(std::size_t fluid, std::size_t solid, const Elements& of_fluid, const Elements& of_solid,
               const parallel::Communicator& communicator);

  std::size_t fluid() const { return fluid_; }
  std::size_t solid() const { return solid_; }

  // Once a step each, before forces are added up; the fluid's are finished before the solid's.
  void push_fluid(MeshRegion<Real>& fluid, const MeshRegion<Real>& solid) const;
  void push_solid(const MeshRegion<Real>& fluid, MeshRegion<Real>& solid) const;
  // To forces that have been added up, for the largest step.
  void add_flux(const Real* u, Real* fluid_forces) const;
  void add_pressure(const Real* fluid_forces, const Real* fluid_inverse_mass, Real* solid_forces) const;
  std::size_t bytes() const { return area_.size() * sizeof(Real) + 2 * fluid_places_.size() * sizeof(std::ptrdiff_t); }

 private:
  FacePoints<Real> points() const;

  std::size_t fluid_ = 0, solid_ = 0;
  const Elements *of_fluid_, *of_solid_;
  parallel::Communicator communicator_;
  std::vector<std::ptrdiff_t> fluid_places_, solid_places_;
  std::vector<Real> area_;  ///< [component][point], out of the fluid, of this rank's faces
};

extern template class MeshCoupling<float>;
extern template class MeshCoupling<double>;

}  // namespace unda::sem

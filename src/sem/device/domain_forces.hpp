// The forces of the domain's elements on a device: tables, parts and buffers of its loops. assembly.hpp has how they come together.
#pragma once

#include <functional>

#include "exec/twin.hpp"
#include "sem/device/assembly.hpp"
#include "sem/device/elements.hpp"
#include "sem/element_tables.hpp"

namespace unda::sem {

template <class Real>
class DeviceDomainForces {
 public:
  DeviceDomainForces() = default;
  DeviceDomainForces(const Mesh& mesh, Physics physics, const ElementTables<Real>& tables, const exec::Queue& queue);

  /// f = the forces of all elements at u, both on the device; whatever was in f before. With a motion the points in the middle of
  /// elements are moved, and have no f. Points that no element of the domain touches have no f either.
  void find(const Real* u, Real* f, const Motion<Real>& motion = {});
  /// The same without attenuation, and nothing moves.
  void find_unrelaxed(const Real* u, Real* f);
  /// The same in two: first, in a queue for what other ranks wait for, elements beside cuts, whose forces at points of cuts are added up
  /// then; all others in the queue of all else, and what is left to be added up when both are done.
  void find_outer(const exec::Queue& ahead, const Real* u, Real* f, const Motion<Real>& motion = {});
  void find_inner(const exec::Queue& ahead, const Real* u, Real* f, const Motion<Real>& motion = {});
  /// Outer elements over inner ones.
  double outer_to_inner() const;
  /// Of solids that attenuate, on the device: find() takes their memory variables a step on.
  void set_relaxation(const RelaxationArrays<Real>& relaxation) { relaxation_ = relaxation; }
  /// Moves the points that find() has not.
  void move_rest(const Motion<Real>& motion);
  /// Points at which forces are added after find(): their elements are left to move_rest(). Those of absorbing layers are moved by nobody
  /// here.
  void leave(const Mesh& mesh, const std::vector<std::ptrdiff_t>& places,
             const std::function<bool(std::ptrdiff_t)>& is_of_layers);
  const Line<max_degree + 1, Real>& line() const { return line_; }
  const DeviceElements<Real>& elements() const { return elements_; }
  const Assembly<Real>& assembly() const { return assembly_; }
  const std::vector<DevicePart>& parts() const { return parts_; }
  const FoldedPoints& points() const { return points_; }
  std::size_t bytes() const;
  /// What it takes beside the tables of the host, before it is made.
  static double bytes_for(const Mesh& mesh, Physics physics);

 private:
  void run_parts(const exec::Queue& queue, std::size_t first, std::size_t last,
                 const RelaxationArrays<Real>& relaxation, const Real* u, const Motion<Real>& motion);
  Assembly<Real> assembly_of(Real* f);
  FoldSides<Real> sides_of(Real* f, const Motion<Real>& motion, const FoldedPoints& points);
  FoldTops<Real> tops_of(Real* f, const FoldedPoints& points);
  void fold(const exec::Queue& queue, Real* f, const Motion<Real>& motion, const FoldedPoints& points);
  void make_shapes(const Mesh& mesh, const ElementArrays<Real>& arrays);
  void make_parts(const Mesh& mesh);
  void make_folded_points(const Mesh& mesh);

  exec::Queue queue_;
  Physics physics_ = Physics::elastic;
  int dim_ = 3;
  Line<max_degree + 1, Real> line_{};
  DeviceElements<Real> elements_;
  RelaxationArrays<Real> relaxation_;
  Assembly<Real> assembly_;
  std::vector<DevicePart> parts_;  ///< the outer ones first
  std::size_t n_outer_ = 0;
  bool all_outer_ = false;                          ///< a cut across x leaves no inner elements: rows are not split
  double n_outer_places_ = 0, n_inner_places_ = 0;  ///< of elements
  FoldedPoints points_, points_ahead_;              ///< all; and with those that are added up ahead marked
  exec::Twin<std::ptrdiff_t> places_ahead_;
  std::array<exec::Twin<Real>, max_moduli> modulus_;
  std::array<exec::Twin<Real>, 2> slope_;
  exec::Twin<Real> half_height_, rise_, side_, top_;
  exec::Twin<int> level_of_slot_, slot_of_level_;
  std::vector<unsigned char> of_domain_;  ///< [layer][element]
  exec::Twin<unsigned char> moves_;
  exec::Twin<std::ptrdiff_t> rest_;       ///< points that find() does not move
  exec::Twin<unsigned char> sides_move_;  ///< whether FoldSides moves those on the sides, by level and element
};

extern template class DeviceDomainForces<float>;
extern template class DeviceDomainForces<double>;

}  // namespace unda::sem

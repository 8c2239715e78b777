// A part of the mesh with one law, on one rank: a solid by its displacement, or a fluid by the potential of it. It owns its fields, the
// tables of its kernels, its absorbing layers and what acts on its points, on the device of a queue. A mesh of several parts is a
// list of them; what they do to each other (coupling.hpp) is added between add_up_forces() and finish_forces().
//
//   solids  rho u_tt = div sigma(u) + sources
//   fluids  chi_tt / kappa = div (grad chi / rho) + sources, with u = grad chi / rho and p = -chi_tt
#pragma once

#include "exec/kept_arrays.hpp"
#include "exec/twin.hpp"
#include "method/propagator.hpp"
#include "sem/absorbing_layer.hpp"
#include "sem/blocks.hpp"
#include "sem/channels.hpp"
#include "sem/device/domain_forces.hpp"
#include "sem/element_tables.hpp"
#include "sem/fluid_relaxation.hpp"
#include "sem/materials.hpp"
#include "sem/parts.hpp"
#include "sem/relaxation_tables.hpp"
#include "sem/shared_points.hpp"
#include "sem/sources.hpp"

namespace unda::sem {

/// The elements of a rank, all or those of a part, and how they hang together with those of others. It outlives its part.
struct RankMesh {
  Mesh mesh;
  parallel::Cartesian cuts;
  parallel::Communicator communicator;
  exec::Queue queue = {};
};

template <class Real>
class Region {
 public:
  /// `slab`: the mesh of the part. `uniform_elements`: the model does not vary within elements.
  /// `law`: where it attenuates; the model is unrelaxed.
  Region(const RankMesh& slab, Physics physics, const model::Model& model, bool uniform_elements,
         std::shared_ptr<const model::RelaxationLaw> law = nullptr);

  const Mesh& mesh() const { return mesh_; }
  const Materials& materials() const { return materials_; }
  const AbsorbingLayer<Real>& absorbing_layer() const { return absorbing_layer_; }
  Physics physics() const { return physics_; }
  bool is_solid() const { return sem::is_solid(physics_); }
  int n_components() const { return is_solid() ? mesh_.dim() : 1; }
  /// Of a field.
  std::size_t n_numbers() const { return static_cast<std::size_t>(n_components()) * mesh_.size(); }
  std::size_t bytes(bool keeps_forces) const;
  std::size_t absorbing_bytes() const {
    return damped_places_.size() * (sizeof(Damped<Real>) + 16) + absorbing_layer_.bytes();
  }

  /// Tables of the kernels, absorbing layers, masses and faces, once.
  void build();
  bool is_built() const { return is_built_; }
  /// By the iteration of largest_eigenvalue.hpp over all elements.
  double stable_step() const;
  /// On the host before the step is set: f -= K u, for all ranks.
  void apply_stiffness(const Real* u, Real* f) const;
  const Real* inverse_mass() const { return inverse_mass_.host(); }

  void set_step(const StepSettings& settings, const std::vector<method::PointSource>& sources);
  void set_receivers(const std::vector<method::Receiver>& receivers, const std::vector<method::Channel>& all);
  void set_probes(const std::vector<method::Receiver>& probes, const std::vector<method::Channel>& all);
  void set_communication(parallel::CommunicationMode mode);
  /// Of elements beside cuts to all others, on a device.
  double outer_to_inner() const { return device_forces_.outer_to_inner(); }
  parallel::HaloTraffic traffic() const { return shared_.halo().traffic(); }

  // A step: v(k+1/2) = v(k-1/2) + dt a(k), u(k+1) = u(k) + dt v(k+1/2), then the forces of the new u.
  /// Velocity and displacement one step on; the forces are used up.
  void move();
  /// On a device: the forces of the displacement as it stands and the motion that follows in one pass over most points, whose forces
  /// are found nowhere afterwards.
  void move_by_new_forces(std::int64_t step);
  /// Sources, absorbing layers, and the elements whose points other ranks share.
  void add_outer_forces(std::int64_t step);
  /// All other elements while the sums travel.
  void add_up_forces();
  /// What acts on whole points.
  void finish_forces();
  /// On the device.
  Fields<Real> fields_there();
  Real* forces_there() { return forces_.device(exec::Access::read_write); }

  /// Whether any of its media does.
  bool attenuates() const { return law_ != nullptr; }
  /// Whether forces of elements are relaxed before points move.
  bool relaxes_forces() const { return fluid_relaxation_.exists(); }
  Channels& channels() { return channels_; }
  const Channels& probes() const { return probes_; }
  /// Their values as the fields stand.
  std::vector<double> read_probes();
  void sample();
  /// The fields as they stand, for snapshots while steps go on; false where there is no room. Stresses need the memories too.
  bool keep_wavefield(bool with_memories);
  bool has_kept_wavefield_come() const { return kept_.have_come(); }
  void let_go() { kept_.let_go(); }
  /// Of its own points among those of the domain on this rank; `whole`: the mesh of all parts.
  void snapshot(scenario::Quantity quantity, const Mesh& whole, std::span<float> values) const;
  /// Displacements and velocities; the forces are to follow.
  void start_from(const method::StartingField& field);
  /// On a device forces that are not known any more are scratch.
  double energy(bool forces_are_known) const;
  bool finite() const;
  method::Extreme extreme() const;
  void transfer(method::State& state);

 private:
  std::vector<physics::Material> in_mid_band(std::span<const physics::Material> materials) const;
  void add_relaxing_mass(const Index& element, std::span<const physics::Material> materials, int mechanism,
                         std::vector<double>& mass) const;
  void make_masses(std::vector<double> own);
  void make_damping(std::vector<double> on_faces);
  /// By mechanisms of elements; those of fluids are of points.
  bool elements_relax() const { return law_ != nullptr && is_solid(); }
  /// On the host: f -= K u over the blocks of some colours, or all, of the domain.
  void add_forces(const Colours& colours, const StiffnessKernels<Real>& kernels, const Real* u, Real* f) const;
  /// With attenuation, whose memories go a step on.
  void add_new_forces(const Colours& colours, const Real* u, Real* f) const {
    add_forces(colours, elements_relax() ? relaxing_kernels_ : kernels_, u, f);
  }
  void add_all_forces(const Real* u, Real* f) const;
  /// On a device: forces of all elements, added up at points beside cuts; then messages, the other elements meanwhile. With a motion
  /// points move that nothing else acts on.
  void begin_forces(std::int64_t step, const Motion<Real>& motion = {});
  void complete_forces(const Motion<Real>& motion = {});
  bool is_on_host() const { return queue_.device().is_host(); }
  BoxSpace space() const { return {mesh_, materials_}; }
  /// Places of the sources that act in the block of this step.
  std::size_t prepare_sources(std::int64_t step) {
    return sources_.prepare({space(), physics_, fluid_relaxation_}, step);
  }
  template <int n_components, bool clears>
  void move_points();
  /// On the host, as they stand or as they were kept.
  Fields<Real> fields_here() const;
  double energy_on_device(bool forces_are_known);
  void damp(const Fields<Real>& fields);
  Motion<Real> motion_there();
  void gradient_snapshot(scenario::Quantity quantity, const Fields<Real>& fields, const Mesh& whole,
                         std::span<float> values) const;
  template <class Function>
  double sum_over_points(Function f) const;

  const Mesh& mesh_;
  const parallel::Cartesian& cuts_;
  const parallel::Communicator& communicator_;
  exec::Queue queue_;
  exec::Queue ahead_;  ///< for what other ranks wait for; on the host the same
  Physics physics_;
  Materials materials_;
  bool is_built_ = false;
  std::shared_ptr<const model::RelaxationLaw> law_;  ///< none: no attenuation
  StiffnessKernels<Real> kernels_, relaxing_kernels_;
  Blocks blocks_;
  ElementTables<Real> tables_;
  mutable RelaxationTables<Real> relaxation_;
  FluidRelaxation<Real> fluid_relaxation_;
  DeviceDomainForces<Real> device_forces_;  ///< where the device is not the host
  AbsorbingLayer<Real> absorbing_layer_;
  mutable exec::Twin<Real> inverse_mass_;  ///< 0 where the field is held, and outside the part
  std::vector<double> damping_;            ///< [n] of damped_places_
  std::vector<std::ptrdiff_t> damped_places_;

  double dt_ = 0;
  /// [component][place]; of fluids the potential and its rate. Asking for them on the host may copy them there.
  mutable exec::Twin<Real> displacement_, velocity_, forces_;
  Sources<Real> sources_;
  std::int64_t step_of_forces_ = 0;
  exec::Twin<Damped<Real>> damped_;
  SharedPoints<Real> shared_;
  Channels channels_, probes_;
  exec::KeptArrays<Real> kept_;
  mutable exec::Twin<Real> pull_;    ///< the forces that the energy is found from, on a device that keeps others
  mutable exec::Twin<double> sums_;  ///< of a device, for the host to add up
  mutable std::array<exec::Twin<double>, 3> shares_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class Region<float>;
extern template class Region<double>;

}  // namespace unda::sem

// The fluid or the solid elements of any mesh on one rank, as region.hpp has those of a box: fields, tables of the kernels, faces, sources,
// receivers. On the host.
#pragma once

#include "method/propagator.hpp"
#include "sem/channels.hpp"
#include "sem/relaxation_tables.hpp"
#include "sem/sources.hpp"
#include "sem/unstructured/element_crossing.hpp"
#include "sem/unstructured/mesh_faces.hpp"
#include "sem/unstructured/mesh_space.hpp"
#include "sem/unstructured/mesh_tables.hpp"

namespace unda::sem {

template <class Real>
class MeshRegion {
 public:
  /// `law`: where it attenuates; the model is unrelaxed.
  MeshRegion(std::shared_ptr<const WholeMesh> whole, Physics physics, const parallel::Communicator& communicator,
             std::shared_ptr<const model::RelaxationLaw> law);
  MeshRegion(const MeshRegion&) = delete;
  MeshRegion& operator=(const MeshRegion&) = delete;

  const Elements& mesh() const { return elements_; }
  Physics physics() const { return physics_; }
  bool is_solid() const { return sem::is_solid(physics_); }
  int n_components() const { return is_solid() ? elements_.whole().dim() : 1; }
  std::size_t n_numbers() const { return static_cast<std::size_t>(n_components()) * elements_.size(); }
  std::size_t bytes() const;
  bool attenuates() const { return law_ != nullptr && is_solid(); }
  bool has_absorbing_faces() const { return !damping_.empty(); }
  const Real* inverse_mass() const { return inverse_mass_.data(); }
  /// f -= K u, for all ranks.
  void apply_stiffness(const Real* u, Real* f) const;
  /// By the iteration of largest_eigenvalue.hpp.
  double stable_step() const;
  /// Of this rank's elements.
  const ElementCrossing& crossing() const { return crossing_; }

  void set_step(const StepSettings& settings, const std::vector<method::PointSource>& sources);
  void set_receivers(const std::vector<method::Receiver>& receivers, const std::vector<method::Channel>& all);
  void set_probes(const std::vector<method::Receiver>& probes, const std::vector<method::Channel>& all);
  void set_communication(parallel::CommunicationMode mode);
  parallel::HaloTraffic traffic() const { return shared_.halo().traffic(); }

  // A step: v(k+1/2) = v(k-1/2) + dt a(k), u(k+1) = u(k) + dt v(k+1/2), then the forces of the new u.
  void move();
  /// Sources and the elements whose points other ranks share.
  void add_outer_forces(std::int64_t step);
  /// All other elements while the sums travel; then what acts on whole points.
  void add_up_forces();
  Fields<Real> fields() const { return {displacement_.data(), velocity_.data(), forces_.data(), inverse_mass_.data()}; }
  Real* forces() { return forces_.data(); }

  Channels& channels() { return channels_; }
  const Channels& probes() const { return probes_; }
  std::vector<double> read_probes();
  void sample() { channels_.note(fields()); }
  /// [place][component].
  void snapshot(scenario::Quantity quantity, std::span<float> values) const;
  void start_from(const method::StartingField& field);
  double energy() const;
  bool finite() const;
  method::Extreme extreme() const;
  void transfer(method::State& state);

 private:
  typename Sources<Real>::Ground ground() const { return {space_, physics_, fluid_relaxation_}; }
  void build();
  void add_up_damping(const std::vector<double>& own);
  void add_mass(std::size_t slot, std::span<const physics::Material> materials, std::vector<double>& mass) const;
  /// f -= K u over blocks.
  void add_forces(const SlotColours& colours, bool relaxing, const Real* u, Real* f) const;
  std::vector<std::array<double, 3>> gradient(const Real* field, std::size_t slot, int point) const;
  void gradient_snapshot(scenario::Quantity quantity, std::span<float> values) const;

  std::shared_ptr<const WholeMesh> whole_;
  Physics physics_;
  parallel::Communicator communicator_;
  std::shared_ptr<const model::RelaxationLaw> law_;  ///< none: no attenuation
  Elements elements_;
  MeshSpace space_;
  StiffnessKernels<Real> kernels_, relaxing_kernels_;
  MeshTables<Real> tables_;
  mutable RelaxationTables<Real> relaxation_;
  FluidRelaxation<Real> fluid_relaxation_;
  exec::Buffer<Real> inverse_mass_;  ///< 0 where the field is held
  std::vector<double> damping_;      ///< [place][row][column]
  ElementCrossing crossing_;
  AbsorbingFaces<Real> absorbing_;

  double dt_ = 0;
  exec::Buffer<Real> displacement_, velocity_, forces_;  ///< [component][place]
  Sources<Real> sources_;
  SharedPoints<Real> shared_;
  Channels channels_, probes_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class MeshRegion<float>;
extern template class MeshRegion<double>;

}  // namespace unda::sem

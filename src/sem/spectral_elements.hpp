// The propagator of spectral elements on one rank's elements: the parts of the mesh, each with its own law (region.hpp), their
// common steps, sources and receivers.
//
// In weak form with the points of the polynomials as those of the integration, the masses are one number a point, and a step is
//
//   v(k+1/2) = v(k-1/2) + dt a(k),   u(k+1) = u(k) + dt v(k+1/2),   a(k+1) = (forces of elements, sources, faces) / mass
#pragma once

#include <deque>

#include "sem/coupling.hpp"
#include "sem/ordered_channels.hpp"
#include "sem/region.hpp"
#include "sem/worst_patches.hpp"

namespace unda::sem {

template <class Real>
class SpectralElements final : public method::Propagator {
 public:
  /// Takes no large memory before set_step(). `law`: of a model that attenuates and is unrelaxed.
  SpectralElements(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, Mesh mesh,
                   const parallel::Cartesian& cuts, const parallel::Communicator& communicator,
                   const exec::Queue& queue = {}, std::shared_ptr<const model::RelaxationLaw> law = nullptr);

  method::Sizes sizes() const override;
  std::string physics() const override { return physics_name(regions_.back().physics()); }
  exec::Device device() const override { return rank_mesh_.queue.device(); }
  exec::Queue queue() const override { return rank_mesh_.queue; }
  method::TimeAccuracy time_accuracy() const override { return accuracy_; }
  /// That of the worst patches of elements (worst_patches.hpp), or of all where they are few; the same bits on any number of ranks.
  method::LargestStep max_step() const override;
  method::LargestStep step_in_patches(const PatchLimits& limits) const;
  /// Of the elements of this mesh, all of them, by the iteration of largest_eigenvalue.hpp.
  double step_of_all_elements();
  void add(const method::PointSource& source) override { sources_.push_back(source); }
  void add(const method::Receiver& receiver) override;
  void add_probe(const method::Receiver& probe) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override { rank_mesh_.queue.wait(); }
  const std::vector<method::Channel>& channels() const override { return channels_.owned; }
  void sample() override;
  std::vector<double> take_samples() override;
  const std::vector<method::Channel>& probes() const override { return probes_; }
  std::vector<double> read_probes() override;
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override { return mesh_.n_domain_points(); }
  bool has_snapshot(scenario::Quantity /*quantity*/) const override { return true; }
  double snapshot_time_offset(scenario::Quantity quantity) const override;
  bool keep_wavefield() override;
  bool has_kept_wavefield_come() const override;
  void let_go() override;
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;
  void transfer(method::State& state) override;
  void set_communication(parallel::CommunicationMode mode) override;
  parallel::HaloTraffic traffic() const override;

 private:
  /// Of all parts, once.
  /// Whether parts of this kind attenuate.
  void build();
  void find_forces();
  /// By the element that waves cross fastest, of those of this rank's mesh.
  method::StepBound bound_here() const;
  /// Where the largest step is looked for.
  std::vector<Box> boxes_of_largest_step(PatchLimits limits) const;
  bool uniform_elements() const { return !regions_.front().materials().by_point(); }
  std::vector<Channels*> channels_of_parts();
  std::string describe_shares() const;
  /// Finds them if the last step has not.
  void know_forces() const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  std::shared_ptr<const model::RelaxationLaw> law_;
  RankMesh rank_mesh_;
  const Mesh& mesh_;
  double least_height_ = 1;  ///< of all elements, as a part of what it is under a flat top
  /// Of the parts, fluids before solids, which feel their pressure at the same time.
  std::deque<RankMesh> slabs_;
  mutable std::vector<Region<Real>> regions_;
  std::vector<Coupling<Real>> couplings_;
  /// On a device forces are found together with the next motion, unless somebody asks for them before.
  mutable bool forces_are_known_ = false;
  bool forces_are_recorded_ = false;

  std::vector<method::PointSource> sources_;
  std::vector<method::Receiver> receivers_;
  std::vector<method::Channel> all_channels_;
  OrderedChannels channels_;
  std::vector<method::Receiver> probe_points_;
  std::vector<method::Channel> all_probes_, probes_;  ///< of all ranks, and of this one, region after region
  bool probes_read_forces_ = false;
  method::TimeAccuracy accuracy_;
  mutable double largest_step_ = 0;  ///< once it has been asked for
  mutable std::optional<std::vector<method::MisfitPart>> misfit_parts_;
  std::int64_t step_ = 0;
};

extern template class SpectralElements<float>;
extern template class SpectralElements<double>;

}  // namespace unda::sem

// The propagator of spectral elements on any mesh of hexahedra or quadrilaterals, on one rank's elements: the fluid and the solid part, what
// they do to each other, their common steps. As spectral_elements.hpp is for boxes; on the host.
#pragma once

#include <memory>

#include "sem/ordered_channels.hpp"
#include "sem/unstructured/mesh_coupling.hpp"

namespace unda::sem {

template <class Real>
class MeshElements final : public method::Propagator {
 public:
  /// `law`: of a model that attenuates and is unrelaxed.
  MeshElements(const scenario::Scenario& scenario, std::shared_ptr<const WholeMesh> whole,
               const parallel::Communicator& communicator, std::shared_ptr<const model::RelaxationLaw> law = nullptr);

  /// What all ranks will take together.
  static double bytes_for(const mesh::Hexahedra& mesh, const model::Model& model, int degree, int n_mechanisms);
  method::Sizes sizes() const override;
  std::string physics() const override { return physics_name(regions_.back()->physics()); }
  exec::Device device() const override { return {}; }
  method::TimeAccuracy time_accuracy() const override { return accuracy_; }
  method::LargestStep max_step() const override;
  void add(const method::PointSource& source) override;
  void add(const method::Receiver& receiver) override;
  void add_probe(const method::Receiver& probe) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override {}
  const std::vector<method::Channel>& channels() const override { return channels_.owned; }
  void sample() override;
  std::vector<double> take_samples() override;
  const std::vector<method::Channel>& probes() const override { return probes_; }
  std::vector<double> read_probes() override;
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override;
  bool has_snapshot(scenario::Quantity /*quantity*/) const override { return true; }
  double snapshot_time_offset(scenario::Quantity quantity) const override {
    return quantity == scenario::Quantity::velocity ? -0.5 : 0;
  }
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;
  void transfer(method::State& state) override;
  void set_communication(parallel::CommunicationMode mode) override;
  parallel::HaloTraffic traffic() const override;

 private:
  void find_forces();
  /// Refuses points outside the mesh.
  void check_place(const std::string& key, const Vector& x) const;
  std::vector<Channels*> channels_of_parts();

  const scenario::Scenario& scenario_;
  std::shared_ptr<const WholeMesh> whole_;
  parallel::Communicator communicator_;
  std::shared_ptr<const model::RelaxationLaw> law_;
  std::vector<std::unique_ptr<MeshRegion<Real>>>
      regions_;  ///< the fluid before the solid, which feels its pressure at the same time
  std::vector<MeshCoupling<Real>> couplings_;

  std::vector<method::PointSource> sources_;
  std::vector<method::Receiver> receivers_, probe_points_;
  std::vector<method::Channel> all_channels_, all_probes_, probes_;
  OrderedChannels channels_;
  method::TimeAccuracy accuracy_;
  mutable double largest_step_ = 0;  ///< once it has been asked for
  std::int64_t step_ = 0;
};

extern template class MeshElements<float>;
extern template class MeshElements<double>;

}  // namespace unda::sem

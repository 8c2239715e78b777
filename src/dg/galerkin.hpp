// The propagator of the discontinuous Galerkin method on one rank's elements: the fields between the two halves of a step, the
// traces that neighbours exchange, sources and receivers, all on the device of a queue.
#pragma once

#include <optional>

#include "dg/absorbing_layer.hpp"
#include "dg/block_runs.hpp"
#include "dg/clusters.hpp"
#include "dg/device/cluster_traces.hpp"
#include "dg/device/device_step.hpp"
#include "dg/host_step.hpp"
#include "dg/kernels/kernels.hpp"
#include "dg/memories.hpp"
#include "dg/placement.hpp"
#include "dg/probes.hpp"
#include "dg/receivers.hpp"
#include "dg/shared_mesh.hpp"
#include "dg/sources.hpp"
#include "dg/stable_step.hpp"
#include "exec/kept_arrays.hpp"
#include "exec/twin.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

template <class Real>
class Galerkin final : public method::Propagator {
 public:
  /// `law`: of a model that attenuates and is unrelaxed.
  Galerkin(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, SharedMesh mesh,
           StepKernels<Real> kernels, const parallel::Communicator& communicator, const exec::Queue& queue,
           std::shared_ptr<const model::RelaxationLaw> law = nullptr);

  method::Sizes sizes() const override;
  std::string physics() const override;
  exec::Device device() const override { return queue_.device(); }
  exec::Queue queue() const override { return queue_; }
  method::TimeAccuracy time_accuracy() const override { return {false, {}, Receivers<Real>::n_terms(order_)}; }
  method::LargestStep max_step() const override;
  void add(const method::PointSource& source) override;
  void add(const method::Receiver& receiver) override;
  void add_probe(const method::Receiver& probe) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override { queue_.wait(); }
  const std::vector<method::Channel>& channels() const override { return channels_; }
  void sample() override;
  std::vector<double> take_samples() override;
  const std::vector<method::Channel>& probes() const override { return probes_.channels(); }
  std::vector<double> read_probes() override;
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override;
  bool has_snapshot(scenario::Quantity quantity) const override;
  double snapshot_time_offset(scenario::Quantity) const override { return 0; }
  bool keep_wavefield() override;
  bool has_kept_wavefield_come() const override { return kept_.have_come(); }
  void let_go() override { kept_.let_go(); }
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;
  void transfer(method::State& state) override;
  void set_communication(parallel::CommunicationMode mode) override;
  parallel::HaloTraffic traffic() const override {
    parallel::HaloTraffic sum;
    for (const ClusterHalo& h : halos_) sum += h.halo.traffic();
    return sum;
  }

 private:
  struct Element {
    int number = -1;  ///< in the mesh
    const Real* coefficients = nullptr;
  };
  /// `q`: all fields, on the host.
  Element element_at(const Real* q, std::size_t place) const;
  bool is_on_host() const { return queue_.device().is_host(); }
  bool in_domain(int element) const { return element >= 0 && element < static_cast<int>(mesh().n_in_domain()); }
  const mesh::Tetrahedra& mesh() const { return *own_.mesh; }
  const Materials& materials() const { return *own_.materials; }
  Sharing sharing() const {
    return {mesh(), own_.rank_of, communicator_.rank(), scenario_.parallel.exchange_with_self};
  }
  /// The traces of one cluster that go to other ranks: after each of its steps or, of sums, after every second.
  struct ClusterHalo {
    int cluster = 0;
    bool of_sums = false;
    parallel::Halo<Real> halo;
    bool goes_after(const StepPart& part) const {
      return cluster < part.n_beginning() && (!of_sums || part.is_second(cluster));
    }
  };
  /// Of a cluster, s.
  double step_of(int cluster) const { return dt_ / clusters_.steps_of(cluster); }
  void advance(const StepPart& part);
  void predict_beside();
  void correct_beside();
  void choose_runs_beside();
  void predict(const BlockRange& blocks, const StepPart& part);
  void predict(const BlockRun& run, bool second);
  void correct(const BlockRange& blocks, const StepPart& part);
  std::vector<double> gather_samples();
  typename HostStep<Real>::Arrays host_arrays();
  /// `second`: what lies beyond faces in the second of two steps.
  StepArrays<Real> arrays(bool second);
  RelaxingArrays<Real> relaxing_arrays(int cluster) {
    return law_ ? RelaxingArrays<Real>{memories_.arrays(), memories_.step(cluster)} : RelaxingArrays<Real>{};
  }
  /// What clusters keep for one another, bytes.
  double bytes_between_clusters() const;
  Derivation<Real> derivation() {
    return {operators_, is_on_host() ? rows_.view() : device_step_.operators(), memories_};
  }
  void judge_elements();
  void share_elements();
  void describe_shares();
  void estimate_memory();
  void make_medium();
  std::vector<RatesByAxis> rates_in_soft_ground() const;
  std::vector<double> work_of_elements() const;
  Clusters find_clusters();
  /// Refuses a point that is in no element. Collective.
  void check_place(const std::string& key, const Vector& x) const;
  /// The elements that hold the points, by their numbers on this rank; -1: another rank has it. Collective.
  std::vector<mesh::ElementPoint> places_of(const std::vector<method::Receiver>& points) const;
  /// What sources give to the elements of this rank. Collective.
  std::vector<SourcePart> share_sources() const;
  void make_receivers();
  void keep_own_elements();
  void make_fields();
  void make_halos();
  /// Sums over this rank's elements, found on the device.
  struct Measures {
    double energy = 0, difference = 0;
  };
  Measures measure_on_device() const;
  void measure_relaxing(double* energies) const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  SharedMesh shared_;  ///< without the mesh itself
  StepKernels<Real> kernels_;
  std::shared_ptr<const model::RelaxationLaw> law_;  ///< none: no attenuation
  RelaxingKernels<Real> relaxing_kernels_;
  parallel::Communicator communicator_;
  exec::Queue queue_;
  int order_ = 0, n_basis_ = 0;
  FieldLayout layout_;
  Operators<Real> operators_;
  /// Of the whole mesh what is asked for until the fields are made, on the first rank.
  struct Whole {
    Elements elements;
    std::vector<std::vector<int>> of_rank;
    mesh::Locator locator;
  };
  std::optional<Whole> whole_;
  Elements own_;
  StepLimit limit_;
  Clusters clusters_;
  Remarks cluster_remarks_;
  Placement placement_;
  std::string shares_;                             ///< of the ranks, in words
  double memory_bytes_ = 0, absorbing_bytes_ = 0;  ///< of this rank
  std::vector<method::PointSource> point_sources_;
  std::vector<method::Receiver> point_receivers_, point_probes_;

  double dt_ = 0;
  std::int64_t step_ = 0;
  exec::Twin<Real> medium_;        ///< [block][number of ElementMedium][place]
  mutable exec::Twin<Real> q_;     ///< [block][field][coefficient][place]
  exec::Twin<Real> traces_;        ///< [place][face], then one of zeros, then those of other ranks
  TracePlan plan_;                 ///< of traces
  exec::Twin<int> device_beyond_;  ///< of it, where the device is not the host
  exec::Twin<int> device_beyond_second_;
  std::vector<BlockRun> runs_;  ///< likewise
  ClusterTraces<Real> cluster_traces_;
  std::vector<BlockRun> runs_beside_;  ///< those of them that go beside all parts of a step, in a queue of their own
  exec::Queue beside_;
  mutable Memories<Real> memories_;  ///< of elements that attenuate
  StoredOperators<Real> rows_;       ///< on the host, for receivers in these
  HostStep<Real> host_step_;
  DeviceStep<Real> device_step_;  ///< where the device is not the host
  exec::KeptArrays<Real> kept_;
  exec::Twin<double> volume_;                   ///< |J| by place, 0 outside the domain; of a device
  mutable exec::Twin<double> measures_, sums_;  ///< by place, and of pieces
  Sources<Real> sources_;
  std::vector<Receivers<Real>> receivers_;  ///< by cluster
  struct ClusterChannel {
    std::size_t cluster = 0, number = 0;
  };
  std::vector<method::Channel> channels_;           ///< of all clusters
  std::vector<ClusterChannel> places_of_channels_;  ///< by channel
  std::vector<bool>
      steps_asked_;  ///< with several clusters: whether samples were asked for, by step since they were taken
  Probes probes_;
  AbsorbingLayer<Real> absorbing_layer_;
  std::vector<ClusterHalo> halos_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class Galerkin<float>;
extern template class Galerkin<double>;

}  // namespace unda::dg

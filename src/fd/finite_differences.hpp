// The propagator of every leapfrog scheme, on staggered and conventional grids, on one rank's part of the grid: places medium,
// sources and receivers, and owns the arrays that a stepper (stepper.hpp) works on, on the host or on a device.
#pragma once

#include "exec/kept_arrays.hpp"
#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/channels.hpp"
#include "fd/contact_rows.hpp"
#include "fd/decomposition.hpp"
#include "fd/device/stepper.hpp"
#include "fd/host_stepper.hpp"
#include "fd/kernels/kernels.hpp"
#include "fd/medium.hpp"
#include "fd/misfit_parts.hpp"
#include "fd/moment_in_layers.hpp"
#include "fd/points.hpp"
#include "fd/scheme.hpp"
#include "method/propagator.hpp"

namespace unda::fd {

/// Where to compute and with what; by default on the host.
template <class Real>
struct DeviceChoice {
  exec::Queue queue;
  DeviceKernels<Real> kernels;
};

/// By relaxation mechanisms; none: no law.
struct Attenuation {
  std::shared_ptr<const model::RelaxationLaw> law;
  std::shared_ptr<const model::Model> speeds;  ///< the model with the phase velocities at the dominant frequency
};

template <class Real>
class FiniteDifferences final : public method::Propagator {
 public:
  /// With attenuation the model is the unrelaxed one.
  FiniteDifferences(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model,
                    SchemeDescription scheme, SchemeKernels<Real> kernels, EnergyRowKernel<Real> energy_row,
                    const Grid& whole, const parallel::Cartesian& cuts, const parallel::Communicator& communicator,
                    const DeviceChoice<Real>& device = {}, const Attenuation& attenuation = {});

  method::Sizes sizes() const override;
  std::string physics() const override { return scheme_.name; }
  exec::Device device() const override { return queue_.device(); }
  method::TimeAccuracy time_accuracy() const override { return accuracy_; }
  method::LargestStep max_step() const override;
  exec::Queue queue() const override { return queue_; }
  void add(const method::PointSource& source) override;
  void add(const method::Receiver& receiver) override;
  void add_probe(const method::Receiver& probe) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override;
  const std::vector<method::Channel>& channels() const override { return channels_.owned(); }
  void sample() override;
  std::vector<double> take_samples() override;
  const std::vector<method::Channel>& probes() const override { return probes_.owned(); }
  std::vector<double> read_probes() override;
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override;
  double snapshot_time_offset(scenario::Quantity quantity) const override;
  bool has_snapshot(scenario::Quantity quantity) const override;
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
  parallel::HaloTraffic traffic() const override;

 private:
  /// How a recorded number follows from the fields.
  enum class Derived { value, time_integral, double_integral, time_difference };
  struct Record {
    Derived derived = Derived::value;
    double previous = 0, current = 0;  ///< the sum before and after the last step; for the integral: the sum so far
  };
  static Derived derived_from(Motion motion, scenario::Quantity quantity);

  /// The fields as they stand, on the host.
  View<Real> on_host(exec::Access access) const;
  void make_stepper();
  void settle_samples();
  std::vector<std::pair<std::size_t, std::size_t>> passes() const;
  double bound_by_shear(const std::array<int, 3>& node) const;
  bool is_in_domain(const std::array<int, 3>& node) const;
  std::array<int, 3> first_of_all(const std::array<int, 3>& node, bool has_one) const;
  method::StepBound bound_at(const std::array<int, 3>& node) const;
  std::vector<parallel::HaloLink<Real>> links_of_stage(const View<Real>& view, std::size_t stage) const;
  void prepare_cut_cells(const Layout& layout);
  void place_sources(std::int64_t n_steps);
  void place_source(const method::PointSource& source, std::int64_t n_steps);
  bool fits_in_cloud(const method::PointSource& source) const;
  void make_clouds(const std::vector<const method::PointSource*>& sources, std::int64_t n_steps);
  void place_in_cloud(const method::PointSource& source, std::size_t number);
  std::array<std::vector<WeightedRun<Real>>, 2> runs_here(const AxisWeights& weights, int axis, int field,
                                                          std::size_t stage) const;
  numerics::SampleTimes sample_times(std::size_t stage, std::int64_t n_steps) const;
  std::vector<std::array<int, 3>> places_here(const std::array<int, 3>& node, int field, std::size_t stage) const;
  std::array<AxisWeights, 3> weights_of_source(int field, const Vector& position, const Confinement& layer) const;
  double moment_at(const MomentInLayers& moment, const Injection& injection, const std::array<int, 3>& node) const;
  std::size_t stage_of(int field) const;
  double cell_length(int field, int axis, int index) const;
  double energy_of_fluid_points() const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  std::shared_ptr<const model::Model> speeds_;  ///< for grid and receivers: the same, but for attenuation
  std::vector<model::LevelInterface> interfaces_;
  SchemeDescription scheme_;
  SchemeKernels<Real> kernels_;
  EnergyRowKernel<Real> energy_row_;
  Grid whole_;
  parallel::Cartesian cuts_;
  parallel::Communicator communicator_;
  Grid grid_;  ///< this rank's part
  int radius_;
  double dt_ = 0;
  std::size_t step_ = 0;
  method::TimeAccuracy accuracy_;

  View<Real> view_;
  exec::Queue queue_;
  DeviceKernels<Real> device_kernels_;
  mutable std::vector<Array<Real>> fields_;  ///< asking for them on the host may copy them there
  Medium<Real> medium_;
  Relaxation<Real> relaxation_;  ///< empty without attenuation
  std::vector<FieldImages> images_, whole_images_;
  std::vector<Layer<Real>> layers_;
  std::vector<OneSidedFace<Real>> faces_;
  SlipInterfaces slip_interfaces_;                 ///< of the whole grid
  std::vector<OneSidedFace<Real>> slips_;          ///< what they change in this part
  CutContacts cut_contacts_;                       ///< of this part
  mutable std::vector<Array<Real>> fluid_fields_;  ///< of the fluid in cells that these cut; none: empty
  std::vector<SparseUpdate<Real>> contact_rows_;   ///< by stage
  mutable exec::Twin<FluidPoint> fluid_points_;
  mutable exec::Twin<double> fluid_energies_;
  std::vector<method::PointSource> sources_;
  std::vector<std::vector<GridSource<Real>>> grid_sources_;  ///< by stage
  std::vector<SourceCloud<Real>> clouds_;                    ///< by stage, where sources are many; else empty
  std::vector<method::Receiver> receivers_;
  std::vector<method::Channel> all_channels_;  ///< of all ranks
  Channels<Real> channels_;
  std::vector<method::Receiver> probe_points_;
  std::vector<method::Channel> all_probes_;  ///< of all ranks
  Channels<Real> probes_;
  std::vector<Record> records_;              ///< by channel of this rank
  std::vector<double> settled_;              ///< noted and not taken yet, after sums and differences over time
  exec::KeptArrays<Real> kept_;              ///< the fields
  std::unique_ptr<Stepper<Real>> stepper_;   ///< from set_step() on
  std::vector<parallel::Halo<Real>> halos_;  ///< by stage
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class FiniteDifferences<float>;
extern template class FiniteDifferences<double>;

}  // namespace unda::fd

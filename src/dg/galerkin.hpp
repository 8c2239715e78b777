// The propagator of the discontinuous Galerkin method on one rank's elements: the fields between the two halves of a step, the
// traces that neighbours exchange, sources and receivers.
#pragma once

#include <optional>

#include "dg/absorbing_layer.hpp"
#include "dg/kernels/kernels.hpp"
#include "dg/placement.hpp"
#include "dg/receivers.hpp"
#include "dg/sources.hpp"
#include "dg/stable_step.hpp"
#include "exec/buffer.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

/// A mesh and the rank of each of its elements; no ranks: all on one. Every rank has it whole until the fields are made.
struct SharedMesh {
  std::shared_ptr<const mesh::Tetrahedra> mesh;
  std::vector<int> rank_of;
  std::string description;
  std::vector<RatesByAxis> rates;  ///< of absorbing layers, by element, 1/s; empty: there are none
};

template <class Real>
class Galerkin final : public method::Propagator {
 public:
  Galerkin(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, SharedMesh mesh,
           StepKernels<Real> kernels, const parallel::Communicator& communicator);

  method::Sizes sizes() const override;
  std::string physics() const override;
  exec::Device device() const override { return {}; }
  method::TimeAccuracy time_accuracy() const override { return {false, {}, Receivers<Real>::n_terms(order_)}; }
  double max_step() const override { return limit_.step; }
  void add(const method::PointSource& source) override;
  void add(const method::Receiver& receiver) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override {}
  const std::vector<method::Channel>& channels() const override { return receivers_.channels(); }
  void sample() override { receivers_.sample(operators_, q_.data(), dt_); }
  std::vector<double> take_samples() override { return receivers_.take(); }
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override;
  bool has_snapshot(scenario::Quantity quantity) const override;
  double snapshot_time_offset(scenario::Quantity) const override { return 0; }
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;
  void transfer(method::State& state) override;
  void set_communication(parallel::CommunicationMode mode) override;
  parallel::HaloTraffic traffic() const override { return halo_.traffic(); }

 private:
  struct Element {
    int number = -1;  ///< in the mesh
    const Real* coefficients = nullptr;
  };
  Element element_at(std::size_t place) const;
  bool in_domain(int element) const { return element >= 0 && element < static_cast<int>(mesh().n_in_domain()); }
  const mesh::Tetrahedra& mesh() const { return *shared_.mesh; }
  void predict(std::size_t first_block, std::size_t last_block);
  void correct(std::size_t first_block, std::size_t last_block);
  std::vector<parallel::HaloLink<Real>> find_traces();
  void keep_own_elements();
  void make_fields(std::vector<parallel::HaloLink<Real>> links);

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  SharedMesh shared_;                             ///< of all elements at first, then of this rank's alone
  std::size_t n_elements_ = 0, n_absorbing_ = 0;  ///< of all ranks
  StepKernels<Real> kernels_;
  parallel::Communicator communicator_;
  int order_ = 0, n_basis_ = 0;
  Operators<Real> operators_;
  Placement placement_;
  std::string shares_;  ///< of the ranks, in words
  Materials materials_;
  StepLimit limit_;
  std::optional<mesh::Locator> locator_;  ///< until the fields are made
  std::vector<method::PointSource> point_sources_;
  std::vector<method::Receiver> point_receivers_;

  double dt_ = 0;
  std::int64_t step_ = 0;
  exec::Buffer<ElementMedium<Pack<Real>>> medium_;  ///< by block
  exec::Buffer<Pack<Real>> q_;                      ///< [block][field][coefficient]
  exec::Buffer<Real> traces_;                       ///< [place][face], then one of zeros, then those of other ranks
  std::vector<int> beyond_;                         ///< [place][face]: number of the trace there
  std::size_t n_traces_ = 0;
  Sources<Real> sources_;
  Receivers<Real> receivers_;
  AbsorbingLayer<Real> absorbing_layer_;
  parallel::Halo<Real> halo_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class Galerkin<float>;
extern template class Galerkin<double>;

}  // namespace unda::dg

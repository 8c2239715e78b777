// The propagator of spectral elements on one rank's part of the mesh.
//
//   solids  rho u_tt = div sigma(u) + sources          u the displacement
//   fluids  chi_tt / kappa = div (grad chi / rho) + sources, with u = grad chi / rho and p = -chi_tt
//
// In weak form with the points of the polynomials as those of the integration, the masses are one number a point, and a step is
//
//   v(k+1/2) = v(k-1/2) + dt a(k),   u(k+1) = u(k) + dt v(k+1/2),   a(k+1) = (forces of elements, sources, faces) / mass
#pragma once

#include "exec/buffer.hpp"
#include "method/propagator.hpp"
#include "sem/absorbing_layer.hpp"
#include "sem/blocks.hpp"
#include "sem/channels.hpp"
#include "sem/element_tables.hpp"
#include "sem/materials.hpp"
#include "sem/shared_points.hpp"

namespace unda::sem {

template <class Real>
class SpectralElements final : public method::Propagator {
 public:
  /// Takes no large memory before set_step().
  SpectralElements(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, Physics physics,
                   Mesh mesh, const parallel::Cartesian& cuts, const parallel::Communicator& communicator);

  method::Sizes sizes() const override;
  std::string physics() const override { return physics_ == Physics::elastic ? "elastic" : "acoustic"; }
  exec::Device device() const override { return {}; }
  method::TimeAccuracy time_accuracy() const override { return accuracy_; }
  /// That of the worst patches of elements (worst_patches.hpp), or of all where they are few; the same bits on any number of ranks.
  double max_step() const override;
  /// Of the elements of this mesh, all of them, by the iteration of largest_eigenvalue.hpp.
  double step_of_all_elements();
  void add(const method::PointSource& source) override { sources_.push_back(source); }
  void add(const method::Receiver& receiver) override;
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void wait() override {}
  const std::vector<method::Channel>& channels() const override { return channels_.owned(); }
  void sample() override;
  std::vector<double> take_samples() override { return std::exchange(samples_, {}); }
  method::SnapshotPoints snapshot_points() const override;
  std::size_t n_snapshot_points() const override { return mesh_.n_domain_points(); }
  bool has_snapshot(scenario::Quantity quantity) const override;
  double snapshot_time_offset(scenario::Quantity quantity) const override;
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;
  void transfer(method::State& state) override;
  void set_communication(parallel::CommunicationMode mode) override;
  parallel::HaloTraffic traffic() const override { return shared_.halo().traffic(); }

 private:
  /// A source as it enters the forces: at each place its weight times s(step).
  struct PlacedSource {
    std::vector<std::ptrdiff_t> place;
    std::vector<Real> weight;
    std::vector<double> s;
  };
  /// A component of a point on an absorbing face or in an absorbing layer: force <- (force - damping velocity) factor.
  struct Damped {
    std::ptrdiff_t place = 0;
    Real damping = 0, factor = 0;
  };

  int n_components() const { return physics_ == Physics::elastic ? mesh_.dim() : 1; }
  std::size_t n_numbers() const { return static_cast<std::size_t>(n_components()) * mesh_.size(); }

  /// Tables of the kernels, absorbing layers, masses and faces, once.
  void build();
  void make_masses(std::vector<double> own);
  void make_damping(std::vector<double> on_faces);
  std::vector<method::MisfitPart> source_misfits() const;
  void place_source(const method::PointSource& source, std::int64_t n_steps);
  std::vector<double> source_samples(const method::PointSource& source, std::int64_t n_steps) const;

  /// f -= K u over the blocks of some colours, or all, of the domain.
  void add_forces(const Colours& colours, const Real* u, Real* f) const;
  void add_all_forces(const Real* u, Real* f) const;
  void move();
  void find_forces();
  void damp();

  void stress_snapshot(scenario::Quantity quantity, std::span<float> values) const;
  template <class Function>
  double sum_over_points(Function f) const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  Physics physics_;
  parallel::Cartesian cuts_;
  parallel::Communicator communicator_;
  Mesh mesh_;
  Materials materials_;
  bool is_built_ = false;
  double least_height_ = 1;  ///< of all elements, as a part of what it is under a flat top
  StiffnessKernels<Real> kernels_;
  Blocks blocks_;
  ElementTables<Real> tables_;
  AbsorbingLayer<Real> absorbing_layer_;
  exec::Buffer<Real> inverse_mass_;  ///< 0 where the field is held
  std::vector<double> damping_;      ///< [n] of damped_places_
  std::vector<std::ptrdiff_t> damped_places_;

  std::vector<method::PointSource> sources_;
  std::vector<method::Receiver> receivers_;
  std::vector<method::Channel> all_channels_;
  method::TimeAccuracy accuracy_;
  double dt_ = 0;
  mutable double largest_step_ = 0;  ///< once it has been asked for
  std::int64_t step_ = 0;
  exec::Buffer<Real> displacement_, velocity_, forces_;  ///< [component][place]
  std::vector<PlacedSource> placed_sources_;
  std::vector<Damped> damped_;
  SharedPoints<Real> shared_;
  Channels channels_;
  std::vector<double> samples_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class SpectralElements<float>;
extern template class SpectralElements<double>;

}  // namespace unda::sem

// A part of the mesh with one law, on one rank, some layers of its elements: a solid by its displacement, or a fluid by the potential of it. It owns its fields,
// the tables of its kernels, its absorbing layers and what acts on its points. A mesh of several parts is a list of them; what they
// do to each other is added between add_outer_forces() and finish_forces().
//
//   solids  rho u_tt = div sigma(u) + sources
//   fluids  chi_tt / kappa = div (grad chi / rho) + sources, with u = grad chi / rho and p = -chi_tt
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

/// The elements of a rank, and how they hang together with those of others; what all parts of a mesh share. It outlives them.
struct RankMesh {
  Mesh mesh;
  parallel::Cartesian cuts;
  parallel::Communicator communicator;
};

/// The faces on which the field of a part is zero: of displacements rigid ones, of the potential free ones.
inline scenario::BoundaryKind held_face(Physics physics) {
  return physics == Physics::elastic ? scenario::BoundaryKind::rigid : scenario::BoundaryKind::free;
}

/// Of a run.
struct StepSettings {
  double dt = 0;
  std::int64_t n_steps = 0;
  double largest_step = 0;       ///< that is stable, where it is known
  double highest_frequency = 0;  ///< of all sources
  method::TimeAccuracy accuracy;
};

template <class Real>
class Region {
 public:
  /// `layers` of the rank's elements; the others are none of its.
  Region(const RankMesh& rank_mesh, const parallel::Range& layers, Physics physics);

  Physics physics() const { return physics_; }
  bool is_solid() const { return physics_ == Physics::elastic; }
  int n_components() const { return is_solid() ? mesh_.dim() : 1; }
  /// Of a field.
  std::size_t n_numbers() const { return static_cast<std::size_t>(n_components()) * mesh_.size(); }
  std::size_t bytes() const { return 3 * n_numbers() * sizeof(Real) + inverse_mass_.bytes() + tables_.bytes(); }
  std::size_t absorbing_bytes() const {
    return damped_places_.size() * (sizeof(Damped) + 16) + absorbing_layer_.bytes();
  }

  /// Tables of the kernels, absorbing layers, masses and faces, once.
  void build(const Materials& materials);
  bool is_built() const { return is_built_; }
  /// By the iteration of largest_eigenvalue.hpp over all elements.
  double stable_step() const;

  void set_step(const StepSettings& settings, const std::vector<method::PointSource>& sources,
                const Materials& materials);
  void set_receivers(const Materials& materials, const std::vector<method::Receiver>& receivers,
                     const std::vector<method::Channel>& all);
  void set_communication(parallel::CommunicationMode mode);
  parallel::HaloTraffic traffic() const { return shared_.halo().traffic(); }

  // A step: v(k+1/2) = v(k-1/2) + dt a(k), u(k+1) = u(k) + dt v(k+1/2), then the forces of the new u.
  /// Velocity and displacement one step on; the forces are used up.
  void move();
  /// Sources, absorbing layers, and the elements whose points other ranks share.
  void add_outer_forces(std::int64_t step);
  /// All other elements while the sums travel; then what acts on whole points.
  void finish_forces();

  const Channels& channels() const { return channels_; }
  void sample(std::span<double> values) const;
  void snapshot(scenario::Quantity quantity, std::span<float> values) const;
  bool has_snapshot(scenario::Quantity quantity) const;
  /// Displacements and velocities; the forces are to follow.
  void start_from(const method::StartingField& field);
  double energy() const;
  bool finite() const;
  method::Extreme extreme() const;
  void transfer(method::State& state);

 private:
  /// A source as it enters the forces: at each place its weight times s(step).
  struct PlacedSource {
    std::vector<std::ptrdiff_t> place;
    std::vector<Real> weight;
    std::vector<double> s;
  };
  /// A component of a point on an absorbing face or in a layer: force <- (force - damping velocity) factor.
  struct Damped {
    std::ptrdiff_t place = 0;
    Real damping = 0, factor = 0;
  };

  void make_masses(std::vector<double> own);
  void make_damping(std::vector<double> on_faces);
  void place_source(const method::PointSource& source, const Materials& materials, const StepSettings& settings);
  std::vector<double> source_samples(const method::PointSource& source, const StepSettings& settings) const;
  double weight_of_source(const method::PointSource& source, const physics::Material& earth, int component,
                          double value, const std::array<double, 3>& gradient) const;

  bool has_element(const Index& e) const { return layers_.contains(e[mesh_.up()]); }
  /// Points between two parts are of both.
  bool has_point(const Index& point) const {
    const int at = point[mesh_.up()];
    return at >= mesh_.degree() * layers_.first && at <= mesh_.degree() * layers_.last;
  }
  /// f -= K u over the blocks of some colours, or all, of the domain.
  void add_forces(const Colours& colours, const Real* u, Real* f) const;
  void add_all_forces(const Real* u, Real* f) const;
  void damp();
  void stress_snapshot(scenario::Quantity quantity, std::span<float> values) const;
  template <class Function>
  double sum_over_points(Function f) const;

  const Mesh& mesh_;
  const parallel::Cartesian& cuts_;
  const parallel::Communicator& communicator_;
  parallel::Range layers_;
  Physics physics_;
  bool is_built_ = false;
  StiffnessKernels<Real> kernels_;
  Blocks blocks_;
  ElementTables<Real> tables_;
  AbsorbingLayer<Real> absorbing_layer_;
  exec::Buffer<Real> inverse_mass_;  ///< 0 where the field is held, and outside the part
  std::vector<double> damping_;      ///< [n] of damped_places_
  std::vector<std::ptrdiff_t> damped_places_;

  double dt_ = 0;
  exec::Buffer<Real> displacement_, velocity_, forces_;  ///< [component][place]; of fluids the potential and its rate
  std::vector<PlacedSource> placed_sources_;
  std::vector<Damped> damped_;
  SharedPoints<Real> shared_;
  Channels channels_;
  parallel::CommunicationMode mode_ = parallel::CommunicationMode::overlap;
};

extern template class Region<float>;
extern template class Region<double>;

}  // namespace unda::sem

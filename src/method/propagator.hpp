// What a numerical method offers, and nothing more. Order, dimension, precision and device stay behind it.
//
// A Propagator, made by a method's make_propagator() from a scenario and a model, is what a method implements. Those who drive
// it never see it as such: they have a Plan (plan.hpp) of known sources and receivers, and out of it, with a time step, a
// Simulation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "exec/device.hpp"
#include "method/misfit_part.hpp"
#include "method/snapshot.hpp"
#include "method/state.hpp"
#include "method/step_bound.hpp"
#include "method/worst_point.hpp"
#include "model/model.hpp"
#include "numerics/time_dispersion.hpp"
#include "numerics/time_function.hpp"
#include "parallel/halo.hpp"
#include "scenario/scenario.hpp"

namespace unda::method {

struct PointSource {
  scenario::SourceKind kind = scenario::SourceKind::explosion;
  Vector position{};
  std::array<double, 6> moment{};  ///< xx yy zz xy xz yz
  Vector force{};
  std::shared_ptr<const numerics::TimeFunction> time_function;
  std::size_t table = 0;  ///< the [[source]] of the scenario that it is of
};

struct Receiver {
  Vector position{};
  scenario::Quantity quantity = scenario::Quantity::velocity;
};

/// One number recorded at every step, or several times in it, with times of its own: sample k belongs to (k + time_offset) interval, k = 0 the start.
struct Channel {
  std::size_t receiver = 0;  ///< in the order of add()
  int component = 0;
  double time_offset = 0;   ///< in intervals
  std::size_t number = 0;   ///< among the channels of all ranks
  double interval = 0;      ///< s; known once the step is
  int samples_of_step = 1;  ///< of polynomials: how many intervals, and samples, a step of the run has
};

/// The highest of the sources' frequencies, Hz; 0 without any.
double highest_frequency(const std::vector<PointSource>& sources);

/// How the recorded steps become traces at the asked times.
struct TimeAccuracy {
  bool corrected = false;   ///< time dispersion: the sources were warped and the traces must be
  numerics::Passband band;  ///< of that correction
  int taylor_terms =
      0;  ///< above 0: a sample is so many numbers, a polynomial in (t - (k - 1) dt)/dt for the last step
};

/// Of a method, on its mesh and model.
struct LargestStep {
  double dt = 0;  ///< stable, s
  StepBound bound;
};

/// What a run costs and how it is discretised, for plan, report and bench.
struct Sizes {
  std::string mesh;             ///< in words: "401 x 401 x 201 points of 25 m"
  std::int64_t cells = 0;       ///< grid points of the domain, or elements
  std::int64_t dofs = 0;        ///< numbers of the wavefield
  int order = 0;                ///< order (fd, dg) or degree (sem)
  double memory_bytes = 0;      ///< of wavefield and medium
  double absorbing_bytes = 0;   ///< of the absorbing layers, on top
  double bytes_per_update = 0;  ///< the least memory traffic of a cell update
  double flops_per_update = 0;
  double updates_per_step = 1;  ///< of a cell, on average: more than 1 where cells have steps of their own
  double extent_of_source =
      0;                       ///< m: over so much of the mesh a source acts; receivers nearer to it do not see a point
  double bytes_of_source = 0;  ///< of each, where there are many
  bool sources_in_turn = false;          ///< these are kept only while a source acts
  double points_per_wavelength = 0;      ///< of the slowest wave at the highest frequency of the sources; 0: no source
  double dispersion_error = 0;           ///< relative error of that wave's speed on this mesh
  double dispersion_order = 0;           ///< the power of the frequency with which that error falls
  std::vector<MisfitPart> misfit_parts;  ///< beside that error, source by source
  std::vector<std::array<std::string, 2>> remarks;  ///< further lines of the plan: a word, and what it says
};

/// A field to start from in place of rest: particle velocity and stress (xx yy zz xy xz yz) at any point and time; for plane
/// waves also the displacement u and, in fluids, its potential, u = grad chi / rho.
struct StartingField {
  std::function<Vector(const Vector& x, double t)> velocity;
  std::function<std::array<double, 6>(const Vector& x, double t)> stress;
  std::function<Vector(const Vector& x, double t)> displacement = {};
  std::function<double(const Vector& x, double t)> potential = {};
};

/// What is known of a wavefield before its first step and at any time after. With several ranks every function here and below is
/// called on all of them, in the same order; sizes, steps, energies and judgements are those of the whole, channels and
/// snapshots those of this rank.
class Discretisation {
 public:
  virtual ~Discretisation() = default;

  virtual Sizes sizes() const = 0;
  virtual std::string physics() const = 0;
  virtual exec::Device device() const = 0;

  /// The points of this rank; a mesh is made anew at each call. Their number comes without it.
  virtual SnapshotPoints snapshot_points() const = 0;
  virtual std::size_t n_snapshot_points() const = 0;
  virtual bool has_snapshot(scenario::Quantity quantity) const = 0;
  /// After k steps a snapshot of the quantity belongs to the time (k + offset) dt.
  virtual double snapshot_time_offset(scenario::Quantity quantity) const = 0;
};

/// A wavefield on its way, step by step: has its step, its sources and receivers, and its field at t = 0.
class Simulation : public Discretisation {
 public:
  /// Into which a step is put; of the host for methods that compute there.
  virtual exec::Queue queue() const { return {}; }
  virtual TimeAccuracy time_accuracy() const = 0;

  /// One step. On a GPU it is asked for, and may not be done yet.
  virtual void advance() = 0;
  /// Until all that was asked for is done.
  virtual void wait() = 0;
  /// What this rank records.
  virtual const std::vector<Channel>& channels() const = 0;
  /// Notes the value of every channel of this rank after the steps done so far.
  virtual void sample() = 0;
  /// What was noted and not taken yet, [step][channel] or, of polynomials, [step][channel][sample of the step][term].
  virtual std::vector<double> take_samples() = 0;

  /// What this rank reads at the probes: points that are read now and then, and not at every step.
  virtual const std::vector<Channel>& probes() const = 0;
  /// Their values as the wavefield stands after the steps done so far. Collective.
  virtual std::vector<double> read_probes() = 0;

  /// Keeps the wavefield as it stands, to be brought to the host while steps go on: what snapshot() shows until let_go().
  /// False where a method cannot: then it shows the steps done so far.
  virtual bool keep_wavefield() { return false; }
  /// Whether the kept wavefield has come.
  virtual bool has_kept_wavefield_come() const { return true; }
  virtual void let_go() {}
  /// The quantity as it stands after the steps done so far on the points of this rank, [point][component].
  virtual void snapshot(scenario::Quantity quantity, std::span<float> values) const = 0;

  /// Kinetic and potential energy, J (2-D: per metre; 1-D: per square metre).
  virtual double energy() const = 0;
  virtual bool finite() const = 0;
  /// The largest value of the wavefield.
  virtual Extreme extreme() const = 0;

  /// Saves or restores everything that changes from step to step.
  virtual void transfer(State& state) = 0;

  /// What went between the ranks since the start.
  virtual parallel::HaloTraffic traffic() const = 0;
};

/// What a method implements. Plan calls the functions of this class: first each add(), then max_step(), and once set_step(),
/// after which those of Simulation may be called.
class Propagator : public Simulation {
 public:
  using StartingField = method::StartingField;

  virtual LargestStep max_step() const = 0;

  virtual void add(const PointSource& source) = 0;
  virtual void add(const Receiver& receiver) = 0;
  /// Of a quantity that has_snapshot().
  virtual void add_probe(const Receiver& probe) = 0;

  virtual void set_communication(parallel::CommunicationMode mode) = 0;
  /// Takes the memory of the wavefield; n_steps are to come.
  virtual void set_step(double dt, std::int64_t n_steps) = 0;
  /// In place of rest, before the first step.
  virtual void start_from(const StartingField& field) = 0;
};

}  // namespace unda::method

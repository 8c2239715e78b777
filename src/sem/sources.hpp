// Sources in a part: their weights on the points of the elements that hold them, and their samples at the steps.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "exec/twin.hpp"
#include "method/source_history.hpp"
#include "sem/element_space.hpp"
#include "sem/fluid_relaxation.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

/// Of a run.
struct StepSettings {
  double dt = 0;
  std::int64_t n_steps = 0;
  double largest_step = 0;       ///< that is stable, where it is known
  double highest_frequency = 0;  ///< of all sources
  double highest_speed = 0;      ///< AbsorbingLayer::highest_speed() of all parts and ranks
  method::TimeAccuracy accuracy;
};

/// At a point of an element, of a source that acts in a solid.
template <class Real>
double bytes_of_weights(int dim) {
  return dim * static_cast<double>(sizeof(Real) + sizeof(int));
}

template <class Real>
class Sources {
 public:
  /// What they act on, the same in all calls; `relaxation`: of fluids.
  struct Ground {
    const ElementSpace& elements;
    Physics physics = Physics::elastic;
    const FluidRelaxation<Real>& relaxation;
  };

  /// Those, of all, that touch a part. The places are known then. `ahead`: places, in order, whose sources may be asked for first.
  void set(const Ground& ground, const std::vector<method::PointSource>& all, const StepSettings& settings,
           const exec::Queue& queue, std::span<const std::ptrdiff_t> ahead = {});
  /// Numbers of a field that they touch, in order.
  const std::vector<std::ptrdiff_t>& places() const { return places_; }
  /// Makes the tables of the block of steps where it is new; how many places they have, of which those ahead come first.
  std::size_t prepare(const Ground& ground, std::int64_t step);
  std::size_t n_ahead() const { return tables_.n_ahead; }
  /// At some of these, to forces on the device.
  void add(const exec::Queue& queue, std::int64_t step, Real* f, std::size_t first, std::size_t last);
  /// At all.
  void add(const Ground& ground, std::int64_t step, Real* f) { add(queue_, step, f, 0, prepare(ground, step)); }

 private:
  /// A source as it enters the forces: at each place its weight times s(step).
  struct Placed {
    std::vector<std::uint32_t> place;  ///< number in places_; where the weight is not zero
    std::vector<Real> weight;
  };
  /// The sources of all places, on the device.
  struct Tables {
    exec::Twin<std::ptrdiff_t> place;
    exec::Twin<std::size_t> first;
    exec::Twin<Real> weight;
    exec::Twin<int> source;
    exec::Twin<double> s;
    std::size_t n_ahead = 0;
  };

  void make_histories(const Ground& ground, const StepSettings& settings);
  void find_places(const Ground& ground);
  void split_for_relaxation(const Ground& ground, std::int64_t n_steps);
  Placed place(const Ground& ground, std::size_t n) const;
  /// Makes the tables for the steps of the block that holds this one.
  void make_block(const Ground& ground, std::int64_t step);
  void add_those_at_rest(const Ground& ground, std::int64_t first_step);
  void put_block_on_device(const Ground& ground, const std::vector<int>& active);

  exec::Queue queue_;
  double dt_ = 0;
  std::vector<method::PointSource> sources_;  ///< that touch this part
  /// Of a fluid: the materials of the elements that a source acts on, in their order.
  std::map<Vector, std::vector<physics::Material>> earth_;
  /// Of each, in fluids that attenuate: the kind of places that it acts on, as forces there are relaxed in one way.
  std::vector<std::optional<std::vector<long long>>> kinds_of_places_;
  std::vector<method::SourceHistory<Real>> histories_;  ///< of each
  std::vector<std::ptrdiff_t> places_;
  std::vector<unsigned char> is_ahead_;  ///< of these
  /// Numbers in places_ of the points and components of an element.
  std::map<Index, std::vector<std::uint32_t>> places_of_elements_;
  std::vector<double> rest_forces_;             ///< at these places, by sources whose moment does not change any more
  std::vector<bool> at_rest_;                   ///< of the sources: in rest_forces_
  Tables tables_;                               ///< of the sources that act in a block of steps
  std::int64_t first_step_ = -1, n_steps_ = 1;  ///< of the block
};

extern template class Sources<float>;
extern template class Sources<double>;

}  // namespace unda::sem

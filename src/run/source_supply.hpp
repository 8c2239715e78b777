// How much the sources of a run have given so far: sum_n w_n int_0^t |s_n(t')| dt', with weights that make sources of
// different kinds and places comparable. In the energy norm an injection f s(t) has the size |f| |s(t)|:
//   moment tensor   |f|^2 = M : C^-1 : M / (2 V)     force   |f|^2 = F . F / (2 rho V)
// The volume V of a cell is left out: only ratios are asked for. How much of an injection becomes energy still differs with the
// kind of a source, its frequencies and its medium (a force that acts slowly gives little of |f|), but not with its strength or its time.
#pragma once

#include <vector>

#include "method/state.hpp"
#include "run/experiment.hpp"
#include "run/supply.hpp"

namespace unda::run {

class SourceSupply {
 public:
  explicit SourceSupply(const Experiment& experiment);

  /// Goes on to time t and a step more, since sources act on half steps; times must not decrease.
  void advance_to(double t);

  /// By kinds: sources of a kind make about as much energy of what they give. Each kind is followed by that of the sources like it
  /// that had not begun when its first had: these act at other points of the mesh.
  const std::vector<Supply>& by_kind() const { return kinds_; }
  void transfer(method::State& state);
  /// The largest stress that a source makes by itself in a cell of volume `cell`, Pa: tells numbers that cannot be held.
  double largest_stress(double cell) const;

 private:
  void part_late_sources();

  struct Source {
    std::shared_ptr<const numerics::TimeFunction> function;
    std::size_t kind = 0;  ///< in kinds_
    double weight = 0;
    double stress = 0;  ///< of a unit of int |s|, times the volume of a cell
    double given = 0, in_all = 0;
  };
  std::vector<Source> sources_;
  std::vector<Supply> kinds_;
  double now_ = 0, step_ = 0, precursor_ = 0;
};

}  // namespace unda::run

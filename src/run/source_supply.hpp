// How much the sources of a run have given so far: sum_n w_n int_0^t |s_n(t')| dt', with weights that make sources of
// different kinds and places comparable. In the energy norm an injection f s(t) has the size |f| |s(t)|:
//   moment tensor   |f|^2 = M : C^-1 : M / (2 V)     force   |f|^2 = F . F / (2 rho V)
// The volume V of a cell is left out: only ratios are asked for.
#pragma once

#include <vector>

#include "run/experiment.hpp"

namespace unda::run {

class SourceSupply {
 public:
  explicit SourceSupply(const Experiment& experiment);

  /// Goes on to time t; times must not decrease.
  void advance_to(double t);

  double total() const;       ///< sum of w_n int |s_n| until now
  double fraction() const;    ///< of what all sources give until the end of the run
  double least_part() const;  ///< of what it gives in all, by the source that has given the smallest part of its own
  double end() const { return end_; }  ///< the time after which all sources rest
  /// The largest stress that a source makes by itself in a cell of volume `cell`, Pa: tells numbers that cannot be held.
  double largest_stress(double cell) const;

 private:
  struct Source {
    std::shared_ptr<const numerics::TimeFunction> function;
    double weight = 0;
    double stress = 0;  ///< of a unit of int |s|, times the volume of a cell
    double given = 0, in_all = 0;
  };
  std::vector<Source> sources_;
  double now_ = 0, step_ = 0, end_ = 0;
};

}  // namespace unda::run

// Judges the energy of a wavefield, sampled in the course of a run. The discrete equations never make energy: it may
// rise only as far as the sources supply it. Two rules follow.
//   Sources at rest:    the energy does not rise far above the least that it has been since then.
//   Sources at work:    sqrt(E(t)) <= sum_n |f_n| int_0^t |s_n| dt' in the energy norm, so that E / supply with
//                       supply = (sum_n w_n int |s_n|)^2 does not rise far above what it was at the beginning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "method/state.hpp"

namespace unda::run {

class EnergyWatch {
 public:
  struct Sample {
    double energy = 0;           ///< J
    double supply = 0;           ///< (sum of w_n int |s_n|)^2, in any unit
    bool sources_rest = false;   ///< all sources have ended
    bool supply_counts = false;  ///< the supply is no longer too small to compare with
    bool judge_supply = false;   ///< every source has given a good part of what it gives
  };

  /// Nothing where all is well, else what happened, in words.
  std::optional<std::string> add(const Sample& sample);
  void transfer(method::State& state);

 private:
  std::optional<std::string> judge_rest(double energy);
  std::optional<std::string> judge_supply(const Sample& sample);

  double peak_ = 0;                                    ///< of the energy
  double window_peak_ = 0, least_window_ = -1;         ///< largest energy of this window; the least of those before
  std::int64_t in_window_ = 0;                         ///< samples
  double largest_ratio_ = -1, energy_at_largest_ = 0;  ///< of energy over supply
};

}  // namespace unda::run

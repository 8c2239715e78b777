// Judges the energy of a wavefield, sampled in the course of a run. The discrete equations never make energy: in the energy norm
// a(t) = sqrt(E(t)) they give, for any t' < t,
//   a(t) <= a(t') + sum_n |f_n| int_t'^t |s_n| dt.
// The supply S = sum_n w_n int |s_n| stands for the sum but for a factor a kind of source, which its beginning shows. Two rules follow.
//   Sources at rest:    while they give next to nothing, before, between or after their times, the energy does not rise far above
//                       the least that it has been in this rest.
//   Sources at work:    a(t) stays below a multiple of sum_k c_k S_k, with c_k = a / S_k as kind k has begun. A kind that has not
//                       shown its factor may have a much larger one than others; what is negligible even then hides nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "method/state.hpp"
#include "run/supply.hpp"

namespace unda::run {

class EnergyWatch {
 public:
  struct Sample {
    double energy = 0;           ///< J
    std::vector<Supply> supply;  ///< of each kind of source, in any unit
    bool supply_counts = true;   ///< all energy comes from these sources
  };

  /// Nothing where all is well, else what happened, in words.
  std::optional<std::string> add(const Sample& sample);
  void transfer(method::State& state);

 private:
  /// Amplitudes that the supply accounts for.
  struct Account {
    double known = 0;      ///< of the kinds whose factors are known
    double new_given = 0;  ///< supply of the others
    double most = 0;       ///< what these may make at most
  };

  bool is_rest(const Sample& sample);
  std::optional<std::string> judge_rest(double energy);
  std::optional<std::string> judge_supply(const Sample& sample) const;
  Account account(const std::vector<Supply>& supply) const;
  void learn(const Sample& sample);
  double largest_factor() const;
  double factor(const std::vector<Supply>& supply, std::size_t kind) const;

  double peak_ = 0;                             ///< of the energy
  double window_peak_ = 0, least_window_ = -1;  ///< largest energy of this window; the least of those before
  std::int64_t in_window_ = 0;                  ///< samples
  double rest_gain_ = 0;                        ///< amplitude that sources may have added since this rest began
  std::vector<double> given_;                   ///< soon after the last sample, by kind
  std::vector<double> factors_;                 ///< c of each kind that has shown it, else 0
  double low_ = 0;                              ///< least amplitude since new kinds have begun to matter
  double covered_ = 0;                          ///< what they had given before
  double new_factor_ = 0;                       ///< that they have shown since
  bool new_prevail_ = false;                    ///< their waves were most of the field then
};

}  // namespace unda::run

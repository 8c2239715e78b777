// The two rules of the energy.
#include "run/energy_watch.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace unda::run {
namespace {

constexpr double allowed_growth = 4;  // at rest: leapfrog's own sum oscillates, by so much for the shortest waves
constexpr double allowed_rise = 16;   // of energy over supply: weights know the medium at a source, not its cell
constexpr double negligible = 1e-8;   // of the largest energy: a ten-thousandth of the amplitude
constexpr std::int64_t window = 8;    // samples, of which the largest stands for all

}  // namespace

std::optional<std::string> EnergyWatch::add(const Sample& sample) {
  peak_ = std::max(peak_, sample.energy);
  if (sample.energy <= negligible * peak_ && !sample.sources_rest) return {};
  return sample.sources_rest ? judge_rest(sample.energy) : judge_supply(sample);
}

std::optional<std::string> EnergyWatch::judge_rest(double energy) {
  if (least_window_ > 0 && energy > allowed_growth * least_window_ && energy > negligible * peak_)
    return fmt::format("the energy grew from {:.3g} to {:.3g} J with no source active", least_window_, energy);
  window_peak_ = std::max(window_peak_, energy);
  // The first window is one sample long, so that short runs are judged too.
  if (++in_window_ < window && least_window_ >= 0) return {};
  least_window_ = least_window_ < 0 ? window_peak_ : std::min(least_window_, window_peak_);
  window_peak_ = 0;
  in_window_ = 0;
  return {};
}

std::optional<std::string> EnergyWatch::judge_supply(const Sample& sample) {
  if (!sample.supply_counts || !(sample.supply > 0)) return {};
  const double ratio = sample.energy / sample.supply;
  if (sample.judge_supply && largest_ratio_ > 0 && ratio > allowed_rise * largest_ratio_)
    return fmt::format("the energy grew from {:.3g} to {:.3g} J, {:.3g} times as much as the sources account for",
                       energy_at_largest_, sample.energy, ratio / largest_ratio_);
  // What the beginning has shown is the measure for the rest: a limit that followed the ratio would never be reached.
  if (ratio <= largest_ratio_ || (sample.judge_supply && largest_ratio_ > 0)) return {};
  largest_ratio_ = ratio;
  energy_at_largest_ = sample.energy;
  return {};
}

void EnergyWatch::transfer(method::State& state) {
  for (double* value : {&peak_, &window_peak_, &least_window_, &largest_ratio_, &energy_at_largest_})
    state.value(*value);
  state.value(in_window_);
}

}  // namespace unda::run

// The two rules of the energy.
#include "run/energy_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace unda::run {
namespace {

constexpr double allowed_growth = 4;  // at rest: leapfrog's own sum oscillates, by so much for the shortest waves
constexpr double allowed_rise = 4;    // of amplitudes: weights know the medium at a source, not its cell
constexpr double place_rise =
    16;  // of the factor of a source over one like it at another place: nodes and corners of elements
constexpr double unknown_rise = 1e4;  // of the factor of a new kind of source over those that are known
constexpr double negligible = 1e-8;   // of the largest energy: a ten-thousandth of the amplitude
constexpr std::int64_t window = 8;    // samples, of which the largest stands for all
// Parts of its supply: from which on a source counts, and with which it has shown its factor.
constexpr double first_part = 0.01, good_part = 0.1;

}  // namespace

std::optional<std::string> EnergyWatch::add(const Sample& sample) {
  given_.resize(sample.supply.size(), 0);
  factors_.resize(sample.supply.size(), 0);
  const bool rest = is_rest(sample);  // by the peak until now, which growth has not raised
  peak_ = std::max(peak_, sample.energy);
  auto what = rest ? judge_rest(sample.energy) : judge_supply(sample);
  if (!what) learn(sample);
  return what;
}

double EnergyWatch::largest_factor() const {
  return factors_.empty() ? 0 : *std::max_element(factors_.begin(), factors_.end());
}

/// c of a kind, 0 where nothing tells it.
double EnergyWatch::factor(const std::vector<Supply>& supply, std::size_t kind) const {
  if (factors_[kind] > 0 || supply[kind].like < 0) return factors_[kind];
  return place_rise * factors_[static_cast<std::size_t>(supply[kind].like)];
}

/// Whether all that sources may have added since they last were at work stays negligible.
bool EnergyWatch::is_rest(const Sample& sample) {
  const double largest = largest_factor();
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const double more = sample.supply[k].soon - given_[k];
    given_[k] = sample.supply[k].soon;
    if (!(more > 0)) continue;
    if (const double known = factor(sample.supply, k); known > 0)
      rest_gain_ += known * more;
    else
      rest_gain_ += largest > 0 ? unknown_rise * largest * more : std::numeric_limits<double>::infinity();
  }
  if (allowed_rise * allowed_rise * rest_gain_ <= std::sqrt(negligible * peak_)) return true;
  rest_gain_ = 0;
  window_peak_ = 0;
  least_window_ = -1;
  in_window_ = 0;
  return false;
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

EnergyWatch::Account EnergyWatch::account(const std::vector<Supply>& supply) const {
  Account sums;
  for (std::size_t k = 0; k < supply.size(); ++k) {
    const double known = factor(supply, k);
    sums.known += known * supply[k].given;
    if (!(known > 0)) sums.new_given += supply[k].given;
  }
  sums.most = unknown_rise * largest_factor() * sums.new_given;
  return sums;
}

std::optional<std::string> EnergyWatch::judge_supply(const Sample& sample) const {
  if (!sample.supply_counts || !(largest_factor() > 0)) return {};
  const Account sums = account(sample.supply);
  const double accounted = sums.known + sums.most, times = std::sqrt(sample.energy) / accounted;
  if (!(times > allowed_rise)) return {};
  return fmt::format("the energy grew to {:.3g} J, {:.3g} times as much as the sources account for", sample.energy,
                     times * times);
}

/// The factors of kinds that are new, from the beginning of what they give.
void EnergyWatch::learn(const Sample& sample) {
  if (!sample.supply_counts) return;
  const double amplitude = std::sqrt(sample.energy), largest = largest_factor();
  const Account sums = account(sample.supply);
  const bool matter = sums.new_given > 0 && (largest <= 0 || sums.most > sums.known);
  if (!matter) {
    low_ = amplitude;
    covered_ = sums.new_given;
    new_factor_ = 0;
    new_prevail_ = false;
  }
  double all = 0, counting = 0;
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    all += sample.supply[k].given;
    if (factor(sample.supply, k) <= 0 && sample.supply[k].largest_part >= first_part)
      counting += sample.supply[k].given;
  }
  if (matter) low_ = std::min(low_, amplitude);
  if (matter && 2 * counting >= sums.new_given && (amplitude - low_) / sums.new_given > new_factor_) {
    new_factor_ = (amplitude - low_) / sums.new_given;
    new_prevail_ = amplitude > 3 * low_;
  }
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Supply& supply = sample.supply[k];
    const bool has_shown =
        supply.given >= good_part * supply.in_all || (supply.largest_part >= good_part && 2 * supply.given >= all);
    // A factor that older waves have covered is at least that of other kinds.
    if (factor(sample.supply, k) <= 0 && supply.given > 0 && has_shown && matter && sums.new_given >= 2 * covered_)
      factors_[k] = new_prevail_ ? new_factor_ : std::max(new_factor_, largest);
  }
}

void EnergyWatch::transfer(method::State& state) {
  for (double* value : {&peak_, &window_peak_, &least_window_, &rest_gain_, &low_, &covered_, &new_factor_})
    state.value(*value);
  state.value(in_window_);
  state.value(new_prevail_);
  state.list(given_);
  state.list(factors_);
}

}  // namespace unda::run

// Sampling many sources in the order of their starts, so that neighbours share the kernels of the time-dispersion correction.
#include "numerics/source_samples.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "exec/for_each.hpp"

namespace unda::numerics {
namespace {

constexpr std::size_t batch_size = 64;    // sources at a time
constexpr std::int64_t chunk_size = 512;  // steps at a time: their kernels are in memory

struct Range {
  std::int64_t first = 0, last = -1;  ///< steps j at which s(j dt) may differ from zero
};

Range range_of(const TimeFunction& s, const SampleTimes& times) {
  Range range;
  range.first = std::max<std::int64_t>(0, std::llround(std::floor(s.start() / times.dt)));
  range.last = std::min(static_cast<std::int64_t>(std::ceil(std::min(s.end() / times.dt, 1e15))), times.n_steps);
  return range;
}

class Sampler {
 public:
  Sampler(const std::vector<const TimeFunction*>& functions, const SampleTimes& times)
      : functions_(functions), times_(times), order_(functions.size()), ranges_(functions.size()) {
    for (std::size_t i = 0; i < functions.size(); ++i) ranges_[i] = range_of(*functions[i], times);
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return ranges_[a].first < ranges_[b].first; });
  }

  template <class Take>
  void run(const Take& take) {
    for (std::size_t first = 0; first < order_.size(); first += batch_size) {
      const std::span batch(order_.data() + first, std::min(batch_size, order_.size() - first));
      std::vector<std::vector<double>> samples(batch.size());
      std::vector<std::int64_t> from(batch.size(), 0);
      sum_up(batch, samples, from);
      exec::for_each_heavy(batch.size(), [&](std::size_t n) { hand_over(batch[n], from[n], samples[n], take); });
    }
  }

 private:
  void sum_up(std::span<const std::size_t> batch, std::vector<std::vector<double>>& samples,
              std::vector<std::int64_t>& from) {
    Range all{times_.n_steps, -1};
    for (const std::size_t i : batch) {
      all.first = std::min(all.first, ranges_[i].first);
      all.last = std::max(all.last, ranges_[i].last);
    }
    for (std::int64_t low = all.first; low <= all.last; low += chunk_size) {
      const std::int64_t high = std::min(low + chunk_size - 1, all.last);
      make_kernels(low, high);
      exec::for_each_heavy(batch.size(), [&](std::size_t n) { add(batch[n], low, high, samples[n], from[n]); });
    }
  }

  void make_kernels(std::int64_t low, std::int64_t high) {
    if (!times_.corrected) return;
    std::erase_if(kernels_, [&](const auto& k) { return k.first < low || k.first > high; });
    std::vector<std::pair<std::int64_t, StepWeights*>> missing;
    for (std::int64_t j = low; j <= high; ++j)
      if (const auto [at, is_new] = kernels_.try_emplace(j); is_new) missing.emplace_back(j, &at->second);
    exec::for_each_heavy(missing.size(), [&](std::size_t n) {
      *missing[n].second = corrected_source_kernel(static_cast<long>(missing[n].first), times_.offset, times_.band);
    });
  }

  void add(std::size_t i, std::int64_t low, std::int64_t high, std::vector<double>& samples, std::int64_t& from) const {
    low = std::max(low, ranges_[i].first);
    high = std::min(high, ranges_[i].last);
    const TimeFunction& s = *functions_[i];
    for (std::int64_t j = low; j <= high; ++j) {
      const double value = s.value((static_cast<double>(j) + (times_.corrected ? 0 : times_.offset)) * times_.dt);
      if (value == 0) continue;
      if (!times_.corrected) {
        static constexpr double one = 1;
        put(j, {&one, 1}, value, samples, from);
      } else {
        const StepWeights& kernel = kernels_.at(j);
        put(kernel.first, kernel.weights, value, samples, from);
      }
    }
  }

  /// Kernels of later steps start later and end later, but for rounding.
  void put(std::int64_t first, std::span<const double> weights, double value, std::vector<double>& samples,
           std::int64_t& from) const {
    if (samples.empty()) from = std::max<std::int64_t>(0, first);
    if (first < from && from > 0) {
      const std::int64_t more = from - std::max<std::int64_t>(0, first);
      samples.insert(samples.begin(), static_cast<std::size_t>(more), 0.0);
      from -= more;
    }
    const auto end = std::min<std::int64_t>(first + static_cast<std::int64_t>(weights.size()), times_.n_steps);
    if (end > from + static_cast<std::int64_t>(samples.size()))
      samples.resize(static_cast<std::size_t>(end - from), 0.0);
    for (std::int64_t k = std::max(first, from); k < end; ++k)
      samples[static_cast<std::size_t>(k - from)] += value * weights[static_cast<std::size_t>(k - first)];
  }

  template <class Take>
  void hand_over(std::size_t i, std::int64_t from, const std::vector<double>& samples, const Take& take) const {
    double all = 0;
    for (const double v : samples) all += std::abs(v);
    const double most = 50 * times_.band.tolerance * all;  // at either end
    std::size_t first = 0, end = samples.size();
    for (double sum = 0; first < end && (sum += std::abs(samples[first])) <= most; ++first) {
    }
    for (double sum = 0; end > first && (sum += std::abs(samples[end - 1])) <= most; --end) {
    }
    take(i, from + static_cast<std::int64_t>(first), std::span(samples.data() + first, end - first));
  }

  const std::vector<const TimeFunction*>& functions_;
  SampleTimes times_;
  std::vector<std::size_t> order_;
  std::vector<Range> ranges_;
  std::map<std::int64_t, StepWeights> kernels_;
};

}  // namespace

void sample_sources(const std::vector<const TimeFunction*>& functions, const SampleTimes& times,
                    const std::function<void(std::size_t, std::int64_t, std::span<const double>)>& take) {
  Sampler(functions, times).run(take);
}

}  // namespace unda::numerics

// The channels of several parts as one list, by their numbers.
#pragma once

#include <algorithm>
#include <vector>

#include "sem/channels.hpp"

namespace unda::sem {

struct OrderedChannels {
  std::vector<method::Channel> owned;
  std::vector<std::array<std::size_t, 2>> places;  ///< of each: part, and place among its own

  /// `parts`: those of each part.
  static OrderedChannels of(const std::vector<Channels*>& parts) {
    struct Owned {
      method::Channel channel;
      std::array<std::size_t, 2> place;
    };
    std::vector<Owned> all;
    for (std::size_t r = 0; r < parts.size(); ++r)
      for (std::size_t n = 0; n < parts[r]->owned().size(); ++n) all.push_back({parts[r]->owned()[n], {r, n}});
    std::sort(all.begin(), all.end(),
              [](const Owned& a, const Owned& b) { return a.channel.number < b.channel.number; });
    OrderedChannels ordered;
    for (const Owned& one : all) {
      ordered.owned.push_back(one.channel);
      ordered.places.push_back(one.place);
    }
    return ordered;
  }

  /// What was noted and not taken yet, in that order.
  std::vector<double> take(const std::vector<Channels*>& parts) const {
    if (parts.size() == 1) return parts.front()->take();
    std::vector<std::vector<double>> of_parts;
    std::size_t n_samples = 0;
    for (Channels* part : parts) {
      of_parts.push_back(part->take());
      if (const std::size_t n = part->owned().size(); n > 0) n_samples = of_parts.back().size() / n;
    }
    std::vector<double> all;
    all.reserve(n_samples * places.size());
    for (std::size_t sample = 0; sample < n_samples; ++sample)
      for (const auto& [part, n] : places) all.push_back(of_parts[part][sample * parts[part]->owned().size() + n]);
    return all;
  }
};

/// The channels of a receiver, or a probe, as it is added to others.
inline void add_channels(const method::Receiver& receiver, int dim, std::vector<method::Receiver>& receivers,
                         std::vector<method::Channel>& all) {
  // Velocity stands half a step before all else.
  const double offset = receiver.quantity == scenario::Quantity::velocity ? -0.5 : 0;
  for (int c = 0; c < scenario::n_components(receiver.quantity, dim); ++c)
    all.push_back({receivers.size(), c, offset, all.size()});
  receivers.push_back(receiver);
}

}  // namespace unda::sem

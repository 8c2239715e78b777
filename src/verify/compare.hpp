// unda compare: how far traces are from others, receiver by receiver.
// What is measured, and against what, is told in docs/guide.md ("What compare measures").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numerics/zero_phase_filter.hpp"
#include "verify/common_times.hpp"
#include "verify/match_receivers.hpp"

namespace unda::verify {

struct CompareOptions {
  numerics::Corners corners;                   ///< the same zero-phase Butterworth filter on both sides
  std::string group;                           ///< only these receivers; empty: all
  std::optional<scenario::Quantity> quantity;  ///< only this one
  double position_tolerance = 0;               ///< m; 0: 1e-6 of the largest coordinate
  std::size_t most_detailed = 2000;            ///< receivers, the worst, that get shifts, envelope and phase misfits
};

/// A receiver weaker than this part of the strongest of its group and quantity is measured against that floor.
inline constexpr double weak_receiver = 1e-4;
/// A component weaker than this part of all components of its receiver has no figures of its own.
inline constexpr double weak_component = 1e-3;

/// Of one component. a: trace, b: reference; |.| the root of the sum of squares over the common times.
struct ComponentMisfit {
  std::string name;
  double misfit = 0;                 ///< |a_c - b_c| / |b|, b with all its components
  std::optional<double> own_misfit;  ///< |a_c - b_c| / |b_c|
  std::optional<double> shift;       ///< s, positive: the trace is late
  std::optional<double> envelope, phase;
};

struct ReceiverMisfit {
  std::string group, label;  ///< of the trace
  Vector position{};
  scenario::Quantity quantity{};
  double misfit =
      0;  ///< |a - b| / |b| over all components and samples; infinite where the reference is zero throughout
  bool weak = false;  ///< measured against the floor
  std::vector<ComponentMisfit> components;
};

/// All receivers of a group together.
struct GroupMisfit {
  std::string group;
  scenario::Quantity quantity{};
  std::size_t n_receivers = 0;
  double misfit = 0;
};

struct Comparison {
  std::string trace, reference;  ///< their names
  CommonTimes common;
  std::vector<std::string> notes;
  std::vector<GroupMisfit> groups;
  std::vector<ReceiverMisfit> receivers;
  std::size_t worst = 0;  ///< index of the receiver and quantity with the largest misfit

  const ReceiverMisfit& worst_receiver() const { return receivers[worst]; }
};

/// Throws InputError where the two have nothing in common, or cannot be brought to the same times without loss.
Comparison compare(const NamedTraces& traces, const NamedTraces& reference, const CompareOptions& options);

}  // namespace unda::verify

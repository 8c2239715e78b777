// Which receivers of two sets of traces are the same: by group and label, and they must lie at the same place.
#pragma once

#include <string>
#include <vector>

#include "output/traces.hpp"

namespace unda::verify {

struct ReceiverPair {
  std::size_t trace = 0, reference = 0;  ///< index within the group
};

struct GroupPair {
  std::size_t trace = 0, reference = 0;  ///< index of the group
  std::vector<ReceiverPair> receivers;
};

struct NamedTraces {
  const output::Traces& traces;
  std::string name;  ///< for messages: the file
};

struct Matching {
  std::vector<GroupPair> groups;
  std::vector<std::string> notes;  ///< what was left out
};

/// Files without groups (CSV, SAC) have one without a name, which goes with any; their receivers are known by label or,
/// where no label is the same, by position. `only`: the one group to take; empty: all. `tolerance`: by how much
/// positions may differ, m; 0: 1e-6 of the largest coordinate. Throws InputError where nothing is common or a receiver
/// stands elsewhere.
Matching match_receivers(const NamedTraces& traces, const NamedTraces& reference, const std::string& only,
                         double tolerance);

}  // namespace unda::verify

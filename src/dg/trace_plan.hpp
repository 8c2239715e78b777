// Where the traces of faces lie, and what goes where when an element has been predicted. Neighbours of one cluster see each other's
// trace as it stands. Between clusters the slow side leaves two traces for the fast one, those of the first and the second half of its
// step; the fast side leaves the sum over its two steps, which are one of the slow side. Star states are linear in traces, so that both
// sides find the same flux: what leaves one element enters the other.
#pragma once

#include <array>
#include <vector>

#include "dg/clusters.hpp"
#include "dg/hand_over_items.hpp"
#include "dg/placement.hpp"
#include "parallel/halo_link.hpp"

namespace unda::dg {

struct TracePlan {
  /// Messages of one cluster to and from one rank: after each of its steps, or of sums, after every second.
  struct Message {
    int rank = 0, cluster = 0;
    bool of_sums = false;
    std::vector<parallel::Run> send, receive;
  };

  std::size_t n_traces = 0;        ///< those of elements, one of zeros, then those of other ranks and between clusters
  std::vector<int> beyond;         ///< [place][face]: number of the trace there, in the first of two steps of a cluster
  std::vector<int> beyond_second;  ///< and in the second; empty: there is one cluster
  std::vector<TraceRecord> halves, sums;  ///< of faces beyond which steps are half, or twice, as long; by own trace
  std::vector<std::size_t> first_half, first_sum;  ///< by block, and one past the last
  std::vector<Message> messages;

  bool has_halves(std::size_t block) const { return first_half[block] < first_half[block + 1]; }
  const std::vector<int>& beyond_in(bool second) const {
    return second && !beyond_second.empty() ? beyond_second : beyond;
  }
};

/// `trace`: numbers from one trace to the next, `n_used` of them to be sent.
TracePlan plan_traces(const Sharing& sharing, const Placement& placement, const Clusters& clusters, std::size_t trace,
                      std::ptrdiff_t n_used);

}  // namespace unda::dg

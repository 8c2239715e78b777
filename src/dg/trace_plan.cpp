// Numbering traces.
#include "dg/trace_plan.hpp"

#include <algorithm>
#include <map>

namespace unda::dg {
namespace {

class Planner {
 public:
  Planner(const Sharing& sharing, const Placement& placement, const Clusters& clusters, std::size_t trace,
          std::ptrdiff_t n_used)
      : sharing_(sharing),
        placement_(placement),
        clusters_(clusters),
        trace_(static_cast<std::ptrdiff_t>(trace)),
        n_used_(n_used),
        n_own_(4 * placement.element.size()),
        next_(static_cast<int>(n_own_) + 1),
        record_(clusters.n > 1 ? n_own_ : 0, -1) {
    plan_.beyond.assign(n_own_, static_cast<int>(n_own_));
    if (clusters.n > 1) make_records();
    plan_.beyond_second.assign(clusters.n > 1 ? n_own_ : 0, static_cast<int>(n_own_));
    for_each_face([&](const Face& face) {
      if (!sharing_.is_cut(face.element, face.own % 4)) {
        const int other = 4 * placement_.place_of[face.beyond.element] + face.beyond.face;
        look_at(face, face.faster() || face.slower() ? record_[static_cast<std::size_t>(other)] : other);
      } else {
        cut_[sharing_.rank_at(face.beyond.element)].push_back(face);
      }
    });
    for (auto& [rank, faces] : cut_) plan_messages(rank, faces);
    plan_.n_traces = static_cast<std::size_t>(next_);
  }
  TracePlan take() { return std::move(plan_); }

 private:
  struct Face {
    int own = 0;  ///< the number of its trace
    int element = 0;
    mesh::Neighbour beyond;
    int cluster = 0, cluster_beyond = 0;
    std::array<int, 2>
        key{};  ///< of cut faces: element and face on the lower rank, or of the lower element; the same on both sides
    bool faster() const { return cluster_beyond < cluster; }  ///< the other side
    bool slower() const { return cluster_beyond > cluster; }
  };

  template <class Function>
  void for_each_face(Function f) const {
    for (std::size_t own = 0; own < n_own_; ++own) {
      const int e = placement_.element[own / 4];
      if (e < 0) continue;
      const mesh::Neighbour& n = sharing_.mesh.neighbours[static_cast<std::size_t>(e)][own % 4];
      if (!n.exists()) continue;
      Face face{static_cast<int>(own),
                e,
                n,
                clusters_.cluster_of(static_cast<std::size_t>(e)),
                clusters_.cluster_of(static_cast<std::size_t>(n.element)),
                {}};
      const int rank = sharing_.rank_at(n.element);
      const bool low = rank == sharing_.rank ? e < n.element : sharing_.rank < rank;
      face.key = low ? std::array<int, 2>{e, face.own % 4} : std::array<int, 2>{n.element, n.face};
      f(face);
    }
  }

  /// What faces between clusters leave for the other side.
  void make_records() {
    for_each_face([&](const Face& face) {
      if (!face.faster() && !face.slower()) return;
      record_[static_cast<std::size_t>(face.own)] = next_;
      (face.faster() ? plan_.halves : plan_.sums).push_back({face.own, next_});
      next_ += face.faster() ? 2 : 1;
    });
  }

  /// From a face at a trace, in the second of two steps at the second half of what has twice the step.
  void look_at(const Face& face, int trace) {
    plan_.beyond[static_cast<std::size_t>(face.own)] = trace;
    if (clusters_.n > 1) plan_.beyond_second[static_cast<std::size_t>(face.own)] = trace + (face.slower() ? 1 : 0);
  }

  /// Of one trace or two.
  void add_runs(int trace, int n, std::vector<parallel::Run>& to) const {
    for (int k = 0; k < n; ++k) to.push_back({(trace + k) * trace_, n_used_});
  }

  TracePlan::Message& message(int rank, int cluster, bool of_sums) {
    for (TracePlan::Message& m : plan_.messages)
      if (m.rank == rank && m.cluster == cluster && m.of_sums == of_sums) return m;
    return plan_.messages.emplace_back(TracePlan::Message{rank, cluster, of_sums, {}, {}});
  }

  void plan_messages(int rank, std::vector<Face>& faces) {
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.key < b.key; });
    for (std::size_t i = 0; i < faces.size(); ++i) {
      const Face& face = faces[i];
      const int given = face.faster() || face.slower() ? record_[static_cast<std::size_t>(face.own)] : face.own;
      add_runs(given, face.faster() ? 2 : 1, message(rank, face.cluster, face.slower()).send);
      add_runs(next_, face.slower() ? 2 : 1, message(rank, face.cluster_beyond, face.faster()).receive);
      // A rank that sends to itself gets each trace back in the place where it sent it: it belongs to the other side.
      look_at(faces[rank == sharing_.rank ? i ^ 1 : i], next_);
      next_ += face.slower() ? 2 : 1;
    }
  }

  const Sharing& sharing_;
  const Placement& placement_;
  const Clusters& clusters_;
  std::ptrdiff_t trace_, n_used_;
  std::size_t n_own_;
  int next_;
  std::vector<int> record_;               ///< by own trace: that of the other side's view; -1: it is the trace itself
  std::map<int, std::vector<Face>> cut_;  ///< by rank
  TracePlan plan_;
};

/// Where the records of each block begin.
std::vector<std::size_t> firsts(const std::vector<TraceRecord>& records, const Placement& placement) {
  const std::size_t block = placement.n_blocks == 0 ? 1 : placement.element.size() / placement.n_blocks;
  std::vector<std::size_t> first;
  std::size_t n = 0;
  for (std::size_t b = 0; b <= placement.n_blocks; ++b) {
    while (n < records.size() && static_cast<std::size_t>(records[n].own) < 4 * b * block) ++n;
    first.push_back(n);
  }
  return first;
}

}  // namespace

TracePlan plan_traces(const Sharing& sharing, const Placement& placement, const Clusters& clusters, std::size_t trace,
                      std::ptrdiff_t n_used) {
  TracePlan plan = Planner(sharing, placement, clusters, trace, n_used).take();
  plan.first_half = firsts(plan.halves, placement);
  plan.first_sum = firsts(plan.sums, placement);
  return plan;
}

}  // namespace unda::dg

// Edges and speeds of elements, and telling all ranks.
#include "sem/unstructured/element_crossing.hpp"

#include <algorithm>
#include <array>

namespace unda::sem {
namespace {

/// The shortest edge along each axis of the element, m; and the longest of all.
struct Edges {
  std::array<double, 3> shortest{HUGE_VAL, HUGE_VAL, HUGE_VAL};
  double longest = 0;
};

Edges edges_of(const mesh::Hexahedra& mesh, std::size_t e) {
  Edges edges;
  const auto node = [&](int corner) {
    return mesh.nodes[static_cast<std::size_t>(mesh.corners[e][static_cast<std::size_t>(corner)])];
  };
  for (int c = 0; c < mesh.n_corners(); ++c)
    for (int a = 0; a < mesh.dim; ++a) {
      if ((c >> a) % 2 == 1) continue;
      const double edge = norm(node(c | 1 << a) - node(c));
      auto& shortest = edges.shortest[static_cast<std::size_t>(a)];
      shortest = std::min(shortest, edge);
      edges.longest = std::max(edges.longest, edge);
    }
  return edges;
}

}  // namespace

void ElementCrossing::include(const WholeMesh& whole, std::size_t e, std::span<const physics::Material> materials) {
  const Edges edges = edges_of(whole.elements(), e);
  double speed = 0, slowest = HUGE_VAL, inverse = 0;
  for (const physics::Material& m : materials) {
    speed = std::max(speed, m.vp());
    slowest = std::min(slowest, m.slowest());
  }
  longest_time_ = std::max(longest_time_, edges.longest / slowest);
  for (const double edge : edges.shortest) inverse += 1 / (edge * edge);
  const double shortest = *std::min_element(edges.shortest.begin(), edges.shortest.end());
  shortest_of_all_ = std::min(shortest_of_all_, shortest);
  const double rate = speed * speed * inverse;
  if (rate < rate_ || (rate == rate_ && e > element_)) return;
  rate_ = rate;
  element_ = e;
  speed_ = speed;
  shortest_ = shortest;
  longest_ = edges.longest;
}

void ElementCrossing::include(const ElementCrossing& other) {
  const double shortest_of_all = std::min(shortest_of_all_, other.shortest_of_all_);
  const double longest_time = std::max(longest_time_, other.longest_time_);
  if (other.rate_ > rate_ || (other.rate_ == rate_ && other.element_ < element_)) *this = other;
  shortest_of_all_ = shortest_of_all;
  longest_time_ = longest_time;
}

/// Of equal ones that of the lowest number.
method::StepBound ElementCrossing::of_all(const WholeMesh& whole, const parallel::Communicator& ranks) const {
  const double rate = ranks.max(rate_);
  const double element = ranks.min(rate_ == rate ? static_cast<double>(element_) : HUGE_VAL);
  const bool is_mine = rate_ == rate && static_cast<double>(element_) == element;
  std::array<double, 3> told{speed_, shortest_, longest_};
  ranks.broadcast(told, static_cast<int>(ranks.min(is_mine ? ranks.rank() : ranks.size())));
  method::StepBound bound;
  bound.position = whole.elements().centre(static_cast<std::size_t>(element));
  if (whole.dim() == 2) bound.position[1] = NAN;
  bound.speed = told[0];
  bound.shortest = told[1];
  bound.longest = told[2];
  bound.is_smallest = bound.shortest <= (1 + 1e-6) * ranks.min(shortest_of_all_);
  return bound;
}

}  // namespace unda::sem

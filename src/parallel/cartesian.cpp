// Cutting boxes.
#include "parallel/cartesian.hpp"

#include <cstdint>

namespace unda::parallel {

Cartesian::Cartesian(const std::array<int, 3>& n_ranks, const std::array<int, 3>& n_points,
                     const std::array<bool, 3>& periodic, int rank)
    : n_ranks_(n_ranks), n_points_(n_points), periodic_(periodic) {
  for (int a = 0; a < 3; ++a) {
    place_[a] = rank % n_ranks[a];
    rank /= n_ranks[a];
  }
}

Range Cartesian::range(int axis, int place) const {
  const std::int64_t n = n_points_[axis], p = n_ranks_[axis];
  return {static_cast<int>(n * place / p), static_cast<int>(n * (place + 1) / p)};
}

int Cartesian::place_of(int axis, int point) const {
  int place = static_cast<int>(static_cast<std::int64_t>(point) * n_ranks_[axis] / n_points_[axis]);
  while (range(axis, place).last <= point) ++place;
  while (range(axis, place).first > point) --place;
  return place;
}

int Cartesian::rank_at(const std::array<int, 3>& place) const {
  return place[0] + n_ranks_[0] * (place[1] + n_ranks_[1] * place[2]);
}

int Cartesian::neighbour(int axis, int side) const {
  if (n_ranks_[axis] == 1 && !(periodic_[axis] && with_self_)) return -1;
  std::array<int, 3> place = place_;
  place[axis] += side == 0 ? -1 : 1;
  if (place[axis] < 0 || place[axis] >= n_ranks_[axis]) {
    if (!periodic_[axis]) return -1;
    place[axis] = (place[axis] + n_ranks_[axis]) % n_ranks_[axis];
  }
  return rank_at(place);
}

bool ranks_fit(const std::array<int, 3>& n_ranks, const std::array<int, 3>& n_points, const std::array<int, 3>& least) {
  for (int a = 0; a < 3; ++a)
    if (n_ranks[a] > 1 && n_points[a] / n_ranks[a] < least[a]) return false;
  return true;
}

std::optional<std::array<int, 3>> choose_ranks(int n_ranks, const std::array<int, 3>& n_points,
                                               const std::array<int, 3>& least) {
  std::optional<std::array<int, 3>> best;
  double best_cost = 0;
  for (int p = 1; p <= n_ranks; ++p) {
    if (n_ranks % p != 0) continue;
    for (int q = 1; q <= n_ranks / p; ++q) {
      if (n_ranks / p % q != 0) continue;
      const std::array<int, 3> ranks{p, q, n_ranks / p / q};
      if (!ranks_fit(ranks, n_points, least)) continue;
      double cost = 0;
      for (int a = 0; a < 3; ++a) {
        const double area = static_cast<double>(n_points[(a + 1) % 3]) * n_points[(a + 2) % 3];
        cost += (ranks[a] - 1) * area * (a == 0 ? 4 : 1);
      }
      // Among equals, cuts across the slowest axis.
      if (!best || cost < best_cost || (cost == best_cost && ranks[2] > (*best)[2])) {
        best = ranks;
        best_cost = cost;
      }
    }
  }
  return best;
}

}  // namespace unda::parallel

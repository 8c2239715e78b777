// A box of points cut among ranks along its axes.
#pragma once

#include <array>
#include <optional>

namespace unda::parallel {

struct Range {
  int first = 0, last = 0;  ///< first <= index < last
  int count() const { return last - first; }
  bool contains(int index) const { return index >= first && index < last; }
};

class Cartesian {
 public:
  Cartesian() = default;
  /// n_ranks by axis; their product is the number of ranks. Ranks count along axis 0 first.
  Cartesian(const std::array<int, 3>& n_ranks, const std::array<int, 3>& n_points, const std::array<bool, 3>& periodic,
            int rank);

  const std::array<int, 3>& n_ranks() const { return n_ranks_; }
  /// The points of this rank along an axis, and of the ranks at a place along it.
  Range range(int axis) const { return range(axis, place_[axis]); }
  Range range(int axis, int place) const;
  /// The place along the axis of the rank that holds a point.
  int place_of(int axis, int point) const;
  int rank_at(const std::array<int, 3>& place) const;
  const std::array<int, 3>& place() const { return place_; }
  /// The rank on the low (0) or high (1) side along an axis; -1 where there is none. Along a periodic axis with one rank
  /// there is none either, or the rank itself after exchange_with_self().
  int neighbour(int axis, int side) const;
  bool is_cut(int axis, int side) const { return neighbour(axis, side) >= 0; }
  void exchange_with_self() { with_self_ = true; }

 private:
  std::array<int, 3> n_ranks_{1, 1, 1}, n_points_{1, 1, 1}, place_{0, 0, 0};
  std::array<bool, 3> periodic_{false, false, false};
  bool with_self_ = false;
};

/// Ranks by axis with the least surface between them, every rank having `least` points along an axis that is cut. Cuts
/// across axis 0 count four times: rows get shorter and messages scattered. Nothing where no way fits.
std::optional<std::array<int, 3>> choose_ranks(int n_ranks, const std::array<int, 3>& n_points,
                                               const std::array<int, 3>& least);

/// Whether ranks given by axis fit.
bool ranks_fit(const std::array<int, 3>& n_ranks, const std::array<int, 3>& n_points, const std::array<int, 3>& least);

}  // namespace unda::parallel

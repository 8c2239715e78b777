// Many point sources on the grid: the points of a fault. Stencils are products of weights along the axes, so that a source takes a few
// dozen numbers and not thousands, and histories are kept only while a source acts. What all of them give to a field in one
// step is summed up on the host and added at once, on the host and on devices alike.
#pragma once

#include <array>
#include <vector>

#include "exec/twin.hpp"
#include "fd/arrays.hpp"
#include "method/source_history.hpp"

namespace unda::fd {

/// Consecutive points along an axis, and their weights.
template <class Real>
struct WeightedRun {
  int first = 0;
  std::vector<Real> weights;
};

template <class Real>
class SourceCloud {
 public:
  explicit SourceCloud(std::vector<method::SourceHistory<Real>> histories) : histories_(std::move(histories)) {}

  /// A part of the stencil of a source in a field: the product of its runs.
  void add(std::size_t source, int field, const std::array<const WeightedRun<Real>*, 3>& runs);
  /// After the last add(). Of `shape` sizes and strides of the fields are read.
  void finish(const View<Real>& shape, const exec::Queue& queue);

  /// Sums up what all sources give at this step; false where it is nothing.
  bool sum_up(std::int64_t step);

  /// What sum_up() found for a field: values to be added at offsets from node (0, 0, 0).
  struct FieldSums {
    int field = 0;
    bool any = false;  ///< at this step
    exec::Twin<std::ptrdiff_t> offset;
    exec::Twin<Real> value;
    std::vector<std::array<int, 2>> rows;  ///< (j, k) of the rows touched at any time, without ghosts
  };
  std::vector<FieldSums>& fields() { return sums_; }
  exec::Twin<Real>& one() { return one_; }  ///< the number 1
  double bytes() const;

 private:
  struct Box {
    std::uint32_t source = 0;
    std::array<int, 3> first{}, count{};
    std::size_t weights = 0;  ///< along x, then y, then z
  };
  /// The points of a row that some box touches, as one piece.
  struct Row {
    int low = 0, high = -1;
    std::size_t base = 0;  ///< of the first, in value
  };
  struct Field {
    std::vector<Box> boxes;
    std::array<int, 2> least{}, count{};  ///< of (j, k)
    std::vector<Row> rows;                ///< [k][j]
    Row& row(int j, int k) {
      return rows[static_cast<std::size_t>(k - least[1]) * static_cast<std::size_t>(count[0]) +
                  static_cast<std::size_t>(j - least[0])];
    }
  };
  void lay_out(Field& field, FieldSums& sums, const View<Real>& shape, const exec::Queue& queue);
  void sum_up(Field& field, std::size_t n_values, std::int64_t step, Real* value);
  void add_box(Field& field, const Box& box, Real s, Real* value);

  std::vector<method::SourceHistory<Real>> histories_;
  std::vector<Real> weights_;
  std::vector<Field> fields_;
  std::vector<FieldSums> sums_;
  exec::Twin<Real> one_;
};

extern template class SourceCloud<float>;
extern template class SourceCloud<double>;

}  // namespace unda::fd

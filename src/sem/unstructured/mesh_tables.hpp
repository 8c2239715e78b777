// What the stiffness kernels read of elements of any mesh besides the field: places, metric, moduli.
#pragma once

#include "exec/buffer.hpp"
#include "sem/medium.hpp"
#include "sem/unstructured/elements.hpp"

namespace unda::sem {

template <class Real>
class MeshTables {
 public:
  MeshTables() = default;
  /// Throws InputError for elements that are inverted at a point. Without moduli.
  MeshTables(const Elements& elements, Physics physics);
  void take(std::size_t slot, std::span<const physics::Material> materials) {
    moduli_.take(physics_, dim_, slot, materials);
  }
  const Moduli<Real>& moduli() const { return moduli_; }
  /// The volume that a point stands for in an element, with the weight of the integration.
  double volume(std::size_t slot, int point) const { return metric_number(slot, point, 0); }
  double inverse(std::size_t slot, int point, int b, int a) const {
    return metric_number(slot, point, 1 + dim_ * b + a);
  }
  ElementArrays<Real> arrays() const;
  std::size_t bytes() const { return bytes_of(metric_) + moduli_.bytes() + (place_.size() + run_.size()) * 4; }

 private:
  static std::size_t bytes_of(const exec::Buffer<Real>& buffer) { return buffer.bytes(); }
  std::size_t at(std::size_t slot, int point, int number) const;
  double metric_number(std::size_t slot, int point, int number) const {
    return static_cast<double>(metric_[at(slot, point, number)]);
  }
  void fill_places(const Elements& elements);
  void fill_metric(const Elements& elements);

  int dim_ = 3, n_points_ = 0;
  Physics physics_ = Physics::elastic;
  std::ptrdiff_t component_ = 0;
  std::vector<Real> derivative_;
  exec::Buffer<std::int32_t> place_, run_;
  exec::Buffer<Real> metric_;
  Moduli<Real> moduli_;
};

extern template class MeshTables<float>;
extern template class MeshTables<double>;

}  // namespace unda::sem

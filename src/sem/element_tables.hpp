// What the stiffness kernels read besides the field: derivatives, weights, places, moduli and the rise of deformed elements.
#pragma once

#include "sem/medium.hpp"

namespace unda::sem {

template <class Real>
class ElementTables {
 public:
  ElementTables() = default;
  /// Without moduli, which come element by element.
  ElementTables(const Mesh& mesh, Physics physics, bool moduli_by_point);
  void take(const Mesh& mesh, const Index& element, std::span<const physics::Material> materials) {
    moduli_.take(mesh, physics_, element, materials);
  }
  const Moduli<Real>& moduli() const { return moduli_; }

  ElementArrays<Real> arrays() const;
  const std::vector<std::ptrdiff_t>& offset() const { return offset_; }
  bool moduli_by_point() const { return moduli_.by_point; }
  std::size_t bytes() const { return moduli_.bytes() + rise_.bytes(); }

 private:
  void make_derivatives(const Mesh& mesh);
  void make_heights(const Mesh& mesh);
  void make_rise(const Mesh& mesh);

  Physics physics_ = Physics::elastic;
  std::ptrdiff_t component_ = 0, layer_ = 0;
  Moduli<Real> moduli_;
  std::vector<std::ptrdiff_t> offset_, rise_offset_;
  std::array<std::vector<Real>, 3> derivative_;
  std::vector<Real> derivative_up_, weight_, half_height_;
  exec::Buffer<Real> rise_;
  std::ptrdiff_t rise_up_ = 0, rise_layer_ = 0;
};

extern template class ElementTables<float>;
extern template class ElementTables<double>;

}  // namespace unda::sem

// Sources and receivers in elements of any mesh: the polynomials of an element at a point of it.
#pragma once

#include "sem/asked_places.hpp"
#include "sem/element_space.hpp"
#include "sem/unstructured/elements.hpp"

namespace unda::sem {

/// Of a point on faces between elements the lowest counts, for receivers; a source acts on all of its kind alike. Elements are told by their
/// slots.
class MeshSpace final : public ElementSpace {
 public:
  MeshSpace(const Elements& elements, bool fluid) : elements_(elements), fluid_(fluid) {}
  int dim() const override { return elements_.whole().dim(); }
  int degree() const override { return elements_.whole().degree(); }
  std::size_t size() const override { return elements_.size(); }
  std::optional<PointBasis> basis_at(const Vector& x) const override;
  std::vector<PointBasis> source_bases(const Vector& x) const override;
  physics::Material near(const Index& element, const Vector& x) const override;
  std::ptrdiff_t first_place(const Index& /*element*/) const override { return 0; }
  std::ptrdiff_t offset(const Index& element, int point) const override {
    return elements_.place(static_cast<std::size_t>(element[0]), point);
  }
  bool offsets_are_alike() const override { return false; }

 private:
  PointBasis basis_in(const mesh::HexahedronPoint& place, int slot) const;

  const Elements& elements_;
  bool fluid_;
  mutable AskedPlaces places_;
};

}  // namespace unda::sem

// What sources and receivers ask of the elements of a rank, whatever their layout: which hold a point, where the numbers of their points
// lie, and what they are made of.
#pragma once

#include "sem/materials.hpp"
#include "sem/point_basis.hpp"

namespace unda::sem {

class ElementSpace {
 public:
  virtual ~ElementSpace() = default;
  virtual int dim() const = 0;
  virtual int degree() const = 0;
  /// Places of a component.
  virtual std::size_t size() const = 0;
  /// As those of point_basis.hpp.
  virtual std::optional<PointBasis> basis_at(const Vector& x) const = 0;
  virtual std::vector<PointBasis> source_bases(const Vector& x) const = 0;
  /// On an interface the side of the element. Asked from the model once; not for several threads at a time.
  virtual physics::Material near(const Index& element, const Vector& x) const = 0;
  /// Of the points of an element, from which place on, in which order; of boxes the latter is the same for all.
  virtual std::ptrdiff_t first_place(const Index& element) const = 0;
  virtual std::ptrdiff_t offset(const Index& element, int point) const = 0;
  virtual bool offsets_are_alike() const = 0;

  int physical(int axis) const { return dim() == 2 && axis == 1 ? 2 : axis; }
  int points_of_an_element() const {
    const int n = degree() + 1;
    return dim() == 3 ? n * n * n : n * n;
  }
};

/// Of the elements of a box. Mesh and materials must outlive it.
class BoxSpace final : public ElementSpace {
 public:
  BoxSpace(const Mesh& mesh, const Materials& materials) : mesh_(mesh), materials_(materials) {}
  int dim() const override { return mesh_.dim(); }
  int degree() const override { return mesh_.degree(); }
  std::size_t size() const override { return mesh_.size(); }
  std::optional<PointBasis> basis_at(const Vector& x) const override { return sem::basis_at(mesh_, x); }
  std::vector<PointBasis> source_bases(const Vector& x) const override {
    return sem::source_bases(mesh_, materials_.model(), x);
  }
  physics::Material near(const Index& e, const Vector& x) const override { return materials_.near(e, x); }
  std::ptrdiff_t first_place(const Index& e) const override { return mesh_.first_place(e); }
  std::ptrdiff_t offset(const Index& /*e*/, int point) const override { return mesh_.offset(point); }
  bool offsets_are_alike() const override { return true; }

 private:
  const Mesh& mesh_;
  const Materials& materials_;
};

}  // namespace unda::sem

// Numbers of the points of the polynomials in a mesh of hexahedra or quadrilaterals, the same from every element that has them, however
// the element is turned: those of corners, then of edges, of faces and of the inside.
#pragma once

#include "mesh/hexahedra.hpp"
#include "scenario/scenario.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// Refuses a mesh whose faces, or whose points on a rank, have no room in the 32 bits that number them.
void check_counts(const scenario::Scenario& scenario, double n_elements, int degree, int n_ranks);

class PointNumbers {
 public:
  /// The mesh must outlive it.
  PointNumbers(const mesh::Hexahedra& mesh, int degree);

  std::int64_t operator()(std::size_t element, const Index& point) const;
  std::int64_t count() const { return first_inside_ + static_cast<std::int64_t>(mesh_.size()) * n_inside_; }
  /// Those below are of points that elements may share.
  std::int64_t first_inside() const { return first_inside_; }

 private:
  int n_edges() const { return mesh_.dim == 3 ? 12 : 4; }
  void number_edges();
  void number_faces();
  std::int64_t on_edge(std::size_t element, const Index& point, int axis) const;
  std::int64_t on_face(std::size_t element, const Index& point, int axis) const;

  const mesh::Hexahedra& mesh_;
  int degree_, n_inside_ = 1;
  std::vector<int> edges_, faces_;  ///< [element][edge or face]
  std::int64_t first_of_edges_ = 0, first_of_faces_ = 0, first_inside_ = 0;
};

}  // namespace unda::sem

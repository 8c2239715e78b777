// A mesh of hexahedra, in 2-D of quadrilaterals in x and z, straight or curved, and who is whose neighbour. Made by a reader, then
// connected once; plain data after that.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "mesh/bins.hpp"
#include "mesh/faces.hpp"

namespace unda::mesh {

/// How a point moves with the coordinates of its element, [axis of the element]; in 2-D the third is such that formulas in space hold.
using Tangents = std::array<Vector, 3>;

/// The volume of the unit of the reference element; in 2-D the area.
double determinant(const Tangents& t);

/// Corners and shape points of an element are those of a grid, the first axis fastest: 2 corners, and order + 1 points, along each.
/// Face 2 a + side is the one across axis a.
struct Hexahedra {
  std::string name;                                 ///< for messages: the file
  std::vector<std::array<std::string, 2>> remarks;  ///< for the plan: a word, and what it says
  int dim = 3;
  int order = 1;              ///< of the polynomials that give the shape: 1, or 2 where elements are curved
  std::vector<Vector> nodes;  ///< of the corners, and others
  std::vector<std::array<int, 8>> corners;  ///< nodes; in 2-D four, and -1
  std::vector<Vector> shape;                ///< [element][shape point]
  std::vector<int> region;                  ///< of an element
  std::map<int, std::string> region_name;   ///< of those that have one
  std::vector<std::array<Neighbour, 6>> neighbours;
  /// What a face without neighbour is: a Face of the box, or a boundary_code(); -1 beside a neighbour, or where there is no face.
  std::vector<std::array<signed char, 6>> boundary;

  std::size_t size() const { return corners.size(); }
  int n_corners() const { return dim == 3 ? 8 : 4; }
  int n_faces() const { return 2 * dim; }
  int n_shape() const { return dim == 3 ? (order + 1) * (order + 1) * (order + 1) : (order + 1) * (order + 1); }
  const Vector* shape_of(std::size_t element) const {
    return shape.data() + element * static_cast<std::size_t>(n_shape());
  }
  /// Coordinates of an element go from -1 to 1.
  Vector position(std::size_t element, const Vector& xi) const;
  Tangents tangents(std::size_t element, const Vector& xi) const;
  Vector centre(std::size_t element) const { return position(element, {0, 0, 0}); }
  /// The four corners of a face, in 2-D the two of a side, by rising number; -1 where there is none.
  std::array<int, 4> face_nodes(std::size_t element, int face) const;
  /// At a point of a face, out of the element; its length is the area of the unit of the reference face, in 2-D the length.
  Vector outward_area(std::size_t element, int face, const Vector& xi) const;
  BoundingBox box_of(std::size_t element) const;
  BoundingBox box() const;
};

inline Vector centre_of_face(const Hexahedra& mesh, std::size_t element, int face) {
  Vector xi{0, 0, 0};
  xi[static_cast<std::size_t>(face / 2)] = face % 2 == 0 ? -1 : 1;
  return mesh.position(element, xi);
}

/// A face of the boundary that a mesh file says something about.
struct TaggedFace {
  std::array<int, 4> nodes{};  ///< corners by rising number; in 2-D the first two are -1
  int boundary = 0;            ///< a Face of the box, or a boundary_code()
};

/// Finds neighbours and boundaries. A face of the boundary without tag is that side of the box to which its normal points. Throws
/// InputError for elements that are folded, flat or inverted, faces that do not fit their neighbours', nodes that hang on faces, and
/// tagged faces within the mesh.
void connect(Hexahedra& mesh, const std::vector<TaggedFace>& tagged);

}  // namespace unda::mesh

// A mesh of tetrahedra and who is whose neighbour. Made by a generator or a reader, then connected once; plain data after that.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "mesh/faces.hpp"
#include "mesh/levels.hpp"
#include "scenario/scenario.hpp"

namespace unda::mesh {

struct Tetrahedra {
  std::string name;  ///< for messages: the file, or what made it
  std::vector<Vector> nodes;
  /// Four nodes an element. Once connected they stand by rising number, nodes that a period apart are one counting as one,
  /// so that the neighbours of a face see its corners in the same order (numerics::tetrahedron_faces).
  std::vector<std::array<int, 4>> corners;
  std::vector<int> region;                           ///< of an element; empty: all in region 0
  std::vector<std::array<Neighbour, 4>> neighbours;  ///< by element and face
  std::map<int, std::string> region_name;            ///< of those that have one
  /// What a face without neighbour is: a Face of the box, or a boundary_code(); -1 beside a neighbour.
  std::vector<std::array<signed char, 4>> boundary;

  /// Where boxes follow interfaces that are not level, facets are not quite on them: the layer of boxes of an element, and by layer a
  /// point of the medium that it is made of. Else empty.
  std::vector<int> layer;
  std::vector<Vector> layer_point;

  std::size_t n_absorbing = 0;  ///< elements outside the domain, behind absorbing faces: the last of all
  /// Of these, in their order: the element of the domain whose medium goes on in them. Empty: the model itself does.
  std::vector<int> grown_from;

  std::size_t size() const { return corners.size(); }
  std::size_t n_in_domain() const { return size() - n_absorbing; }
  Vector corner(std::size_t element, int n) const { return nodes[static_cast<std::size_t>(corners[element][n])]; }
  Vector centre(std::size_t element) const;
  double volume(std::size_t element) const;
  /// Of the sphere that touches the four faces.
  double inradius(std::size_t element) const;
};

/// A facet of the boundary that a mesh file says something about.
struct TaggedFacet {
  std::array<int, 3> nodes{};
  int boundary = 0;  ///< a Face of the box, or a boundary_code()
};

/// Finds neighbours and boundaries; faces of periodic sides become neighbours across the domain. A face of the boundary
/// without tag is that side of the box to which its normal points. Throws InputError for a face that three elements share,
/// elements without volume, periodic sides that do not match.
void connect(Tetrahedra& mesh, const scenario::Scenario& scenario, const std::vector<TaggedFacet>& tagged = {});

/// The elements of a list of rising numbers, with their nodes and regions. Not connected.
Tetrahedra part_of(const Tetrahedra& mesh, const std::vector<int>& elements);

/// Boxes, each cut into six tetrahedra along the same diagonal, so that opposite sides match; first those of the domain. Not
/// connected yet.
Tetrahedra cut_boxes(const Levels& levels);

}  // namespace unda::mesh

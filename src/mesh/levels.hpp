// How the methods on meshes divide a domain into boxes: evenly along x and y, and along z evenly within each layer of the
// model, with faces on the layers' tops. Where the top, or a layer's, is a surface, the planes between it and the next follow it, each
// by its share of the height. Behind absorbing faces an absorbing layer of boxes may go on outside the domain.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "mesh/surface.hpp"
#include "model/model.hpp"

namespace unda::mesh {

/// A plane of boxes that is the bottom or the top of the domain or an interface.
struct Anchor {
  int plane = 0;
  model::Boundary boundary;
  std::string key;  ///< of the scenario, for messages
  /// How far above the boundary the corners of boxes in the domain lie, x first; empty: on it (mesh/balanced_facets.hpp).
  std::vector<double> lift = {};
};

struct Levels {
  int dim = 3;
  std::array<int, 3> n{1, 1, 1};  ///< boxes along x, y, z; one along y in 2-D
  std::array<scenario::Interval, 3> extent{};
  /// z of the planes between boxes from the bottom up, n[2] + 1 of them. Those that follow a surface are not there, but as if it were
  /// level: a topography at its highest, others half way between lowest and highest.
  std::vector<double> plane;
  std::vector<Anchor> anchors;  ///< from the bottom of the domain up to its top
  std::shared_ptr<const Surface> surface;
  double spacing = 0;                             ///< the largest edge that was asked for, m
  std::array<std::array<int, 2>, 3> absorbing{};  ///< boxes outside the domain, at the low and the high end of x, y, z
  double growth = 1;                              ///< of boxes in the absorbing layers, from one to the next outwards
  std::array<scenario::Interval, 3> domain{};     ///< without the absorbing layers

  bool is_deformed() const;
  /// Whether the boxes between plane k and k + 1 are deformed.
  bool is_deformed(int k) const;
  /// The first anchor above plane k, of those that have one below; nothing outside the domain.
  const Anchor* anchor_above(int k) const;
  /// Whether plane k is an interface of the model; of layers alone these are known.
  bool is_interface(int k) const;
  bool has_interfaces() const { return anchors.size() > 2; }
  double edge(int axis) const { return domain[axis].length() / n_in_domain(axis); }  ///< in the domain along x or y
  /// x or y at an index that may lie between the divisions.
  double coordinate(int axis, double index) const;
  /// z of plane k over (x, y); outside the domain that over the nearest point of it.
  double height(int k, double x, double y) const;
  /// How far above its plane's height the corner (i, j, k) lies; outside the domain as the nearest corner in it.
  double lift(int i, int j, int k) const;
  /// The corner (i, j, k) of the boxes.
  Vector corner(int i, int j, int k) const;
  std::int64_t n_boxes() const { return static_cast<std::int64_t>(n[0]) * n[1] * n[2]; }
  int n_in_domain(int axis) const { return n[axis] - absorbing[axis][0] - absorbing[axis][1]; }
  std::int64_t n_absorbing_boxes() const;
  /// Of the domain: "40 x 40 x 17 boxes of 500 x 500 x 470.6 to 500 m"
  std::string describe(const std::string& boxes) const;
};

/// The largest edge where a slowest wave is that: mesh.spacing, or so many wavelengths at mesh.max_frequency.
double edge_for(const scenario::Scenario& scenario, double slowest, double wavelengths);

/// Edges are at most mesh.spacing; or, from mesh.max_frequency, at most `wavelengths` of the slowest wave at it: along x and y
/// the slowest of the model, along z that of the layer, or that around the depth where the model is a grid. Throws InputError.
Levels make_levels(const scenario::Scenario& scenario, const model::Model& model, double wavelengths);

/// Adds boxes behind the absorbing faces: the first as wide as the one it touches, each next `growth` times as wide. Below and above
/// the domain they are not flatter than wide, however thin the layer is that they touch.
void add_absorbing_boxes(const scenario::Scenario& scenario, int n_boxes, double growth, Levels& levels);

}  // namespace unda::mesh

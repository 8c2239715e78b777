// The absorbing layers of a rank on a device: their elements in packs, their points, and a step of both (layer_arrays.hpp, layer_points.hpp).
#pragma once

#include <vector>

#include "exec/twin.hpp"
#include "method/state.hpp"
#include "sem/device/elements.hpp"
#include "sem/device/layer_arrays.hpp"
#include "sem/device/layer_points.hpp"
#include "sem/kernels/absorbing_layer.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// The elements as the host has them, whose numbers are copied.
template <class Real>
struct HostLayers {
  struct Element {
    Index index{};
    std::size_t pack = 0;
    int lane = 0;
  };
  std::vector<Element> elements;
  const AbsorbingPack<Real>* packs = nullptr;
  const Real* constants = nullptr;                       ///< in packs
  std::size_t n_shape = 0, n_moduli = 0, n_profile = 0;  ///< numbers of an element, the last of a stretched axis
  AbsorbingArrays<Real> arrays;  ///< of it the places, the shapes and what memory variables lose in a step
  std::array<Real, 2> per_metre{};
  /// Of the points of the rank along the axes: kinds of points, and the kind of three of them together.
  std::array<std::vector<int>, 3> kind;
  std::array<int, 3> n_kinds{1, 1, 1};
  std::vector<LayerKind<Real>> kinds;  ///< [kind along z][along y][along x]
  std::vector<int> n_memories;         ///< likewise
  Real gathering = 0;
};

template <class Real>
class DeviceLayers {
 public:
  DeviceLayers() = default;
  DeviceLayers(const Mesh& mesh, Physics physics, const HostLayers<Real>& host, const exec::Queue& queue);

  /// The forces of all elements, each by itself, at the displacement u half a step after the velocity v; comes once a step.
  void find_forces(const Real* u, const Real* v);
  /// Adds them up at points beside cuts, at those of periodic faces, and at all others.
  void add_forces_at_cuts(const exec::Queue& queue, Real* f) { add_forces(queue, f, Shared::cut); }
  void add_forces_at_pairs(Real* f) { add_forces(queue_, f, Shared::pair); }
  void add_other_forces(Real* f) { add_forces(queue_, f, Shared::no); }
  /// Adds up what is not added up yet, inertia and damping, and moves all points.
  void move(const Motion<Real>& motion, Real* f) {
    for (Points& points : points_) finish(points, motion, f, points.shared == Shared::no, true);
  }
  /// Inertia and damping of all points, whose forces are whole and stay in f.
  void finish_forces(const Motion<Real>& motion, Real* f) {
    for (Points& points : points_) finish(points, motion, f, false, false);
  }
  /// Whether a place, of the first component, is one of its points.
  bool has(std::ptrdiff_t place) const { return !has_.empty() && has_[static_cast<std::size_t>(place)]; }
  void transfer(method::State& state);

  std::size_t bytes() const;
  /// Of so many elements and points that are stretched along as many axes; `numbers`: constants and memories of an element.
  static double bytes_for(double elements, double points, double numbers, int n_axes, int points_of_an_element,
                          int n_components) {
    return elements * ((numbers + n_components * points_of_an_element) * sizeof(Real) +
                       points_of_an_element * sizeof(std::uint32_t)) +
           points * (n_components * n_axes * sizeof(Real) + 3 * sizeof(std::uint32_t));
  }

 private:
  enum class Shared { no, pair, cut };
  /// Points with as many memories and terms (one, two, four or eight) that are shared in one way.
  struct Points {
    std::size_t first = 0, n = 0, first_term = 0;
    int n_memories = 0, n_terms = 0;
    Shared shared = Shared::no;
    exec::Twin<Real> memory;
  };
  static constexpr std::size_t n_ranges = 4 * 3 * 4;

  void make_packs(const HostLayers<Real>& host);
  void make_points(const Mesh& mesh, const HostLayers<Real>& host);
  void add_forces(const exec::Queue& queue, Real* f, Shared shared);
  void finish(Points& points, const Motion<Real>& motion, Real* f, bool adds_forces, bool moves);
  LayerPoints<Real> there(Points& points);

  exec::Queue queue_;
  Physics physics_ = Physics::elastic;
  int dim_ = 3, n_components_ = 1;
  Line<max_degree + 1, Real> line_{};
  LayerArrays<Real> arrays_;
  Real gathering_ = 0;
  std::vector<LayerPack<Real>> packs_;
  std::vector<LayerPackRange> ranges_;
  std::array<Points, n_ranges> points_;
  std::vector<bool> has_;
  exec::Twin<LayerPack<Real>> packs_there_;
  exec::Twin<std::ptrdiff_t> offset_;
  exec::Twin<Real> constants_, memory_, forces_;
  exec::Twin<LayerKind<Real>> kinds_;
  exec::Twin<std::uint32_t> place_, kind_, term_;
};

extern template class DeviceLayers<float>;
extern template class DeviceLayers<double>;

}  // namespace unda::sem

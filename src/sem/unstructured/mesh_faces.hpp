// What faces at the edge of any mesh do to a part: points that are held, and absorbing faces, which push back with their impedance times
// the velocity (Stacey 1988).
#pragma once

#include <functional>

#include "sem/kernels/stiffness.hpp"
#include "sem/unstructured/elements.hpp"

namespace unda::sem {

struct MeshFaces {
  std::vector<bool> held;  ///< [place]
  /// What a velocity of 1 meets, [place]: matrices of n_components^2 numbers, rho vp n n^T + rho vs (1 - n n^T) times the area, in
  /// anisotropic solids the impedance matrix of the face; for the potential 1/(rho c) times the area. Empty: no absorbing face.
  std::vector<double> damping;
};

/// What the faces of an element add, of this rank's elements alone. `material`: of a point of it, as faces take it. `held` has its size.
void add_faces(const Elements& elements, Physics physics, std::size_t slot,
               const std::function<physics::Material(int point)>& material, MeshFaces& found);

/// f(face, point, outward area with the weight of the integration) for the points of a face of an element.
void for_each_point_of_face(const WholeMesh& whole, std::size_t element, int face,
                            const std::function<void(int point, const Vector& area)>& f);

/// Forces at points of absorbing faces, with the mean of the velocities before and after the step:
/// f <- factor (f - damping v), factor = (1 + dt/2 damping/m)^-1.
template <class Real>
struct DampByMatrix {
  const std::ptrdiff_t* place;
  const Real *damping, *factor;  ///< [point][row][column]
  const Real* v;
  Real* f;
  std::ptrdiff_t component;
  int n;

  constexpr void operator()(std::size_t at) const {
    const Real *d = damping + at * static_cast<std::size_t>(n * n), *g = factor + at * static_cast<std::size_t>(n * n);
    Real rest[3]{};
    for (int i = 0; i < n; ++i) {
      rest[i] = f[place[at] + i * component];
      for (int j = 0; j < n; ++j) rest[i] -= d[i * n + j] * v[place[at] + j * component];
    }
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      for (int j = 0; j < n; ++j) sum += g[i * n + j] * rest[j];
      f[place[at] + i * component] = sum;
    }
  }
};

/// Points on absorbing faces, ready for a step.
template <class Real>
class AbsorbingFaces {
 public:
  AbsorbingFaces() = default;
  /// `damping` of all ranks.
  AbsorbingFaces(const std::vector<double>& damping, const Real* inverse_mass, int n_components, double dt);
  /// `component`: places of a field's component.
  void damp(const Real* v, Real* f, std::ptrdiff_t component) const;

 private:
  int n_ = 0;
  std::vector<std::ptrdiff_t> place_;
  std::vector<Real> damping_, factor_;
};

extern template class AbsorbingFaces<float>;
extern template class AbsorbingFaces<double>;

}  // namespace unda::sem

// The five operations of a step for one field of one element by the formula: what the simulated device runs, what fast kernels of a
// GPU are compared with, and what it runs at orders that have none.
#pragma once

#include "dg/device/flux.hpp"
#include "dg/device/sparse_matrix.hpp"
#include "exec/arithmetic.hpp"

namespace unda::dg {

/// Elements of blocks on a device, from the place `first` on. View: of the medium, MediumView or GeneralView.
template <class Real, class View = MediumView<Real>>
struct DeviceElements {
  FieldLayout layout;
  const Real* medium = nullptr;
  std::size_t first = 0;

  constexpr View medium_at(std::size_t place) const { return View::of(medium, layout.width, place); }
};

/// What a field's rate is made of, in one element of an array of fields.
template <class Real>
struct FluxSources {
  Flux<Real> flux;
  const Real* source[3];

  template <class View>
  static constexpr FluxSources of(const DeviceElements<Real, View>& elements, std::size_t place, std::size_t field,
                                  const Real* fields) {
    const Flux<Real> flux = flux_of(elements.medium_at(place), static_cast<int>(field));
    FluxSources sources{flux, {}};
    for (int j = 0; j < 3; ++j)
      sources.source[j] = fields + elements.layout.first(place, static_cast<std::size_t>(flux.source[j]));
    return sources;
  }
  /// Along axis a of the unit tetrahedron; `at`: where the coefficient lies in each source.
  constexpr Real along(int a, std::size_t at) const {
    Real value = flux.weight[a][0] * source[0][at];
    for (int j = 1; j < 3; ++j) value = exec::multiply_add(flux.weight[a][j], source[j][at], value);
    return value;
  }
};

/// integral = dt q, number by number.
template <class Real>
struct StartIntegral {
  const Real* q;
  Real* integral;
  Real dt;
  constexpr void operator()(std::size_t n) const { integral[n] = dt * q[n]; }
};

/// `to`: d/dt of `from`; adds `factor` times it to the integral, where there is one. By element and field.
template <class Real, class View = MediumView<Real>>
struct DeriveField {
  DeviceElements<Real, View> elements;
  SparseOperators<Real> operators;
  std::size_t n_from, n_to;  ///< coefficients that are not zero
  const Real* from;
  Real *to, *integral;
  Real factor;

  constexpr void operator()(std::size_t i, std::size_t field) const {
    const FieldLayout& layout = elements.layout;
    const std::size_t place = elements.first + i, stride = layout.width, own = layout.first(place, field);
    const auto sources = FluxSources<Real>::of(elements, place, field, from);
    for (std::size_t k = 0; k < n_to; ++k) {
      const Real rate = coefficient(sources, k);
      to[own + k * stride] = rate;
      if (integral != nullptr) integral[own + k * stride] += factor * rate;
    }
  }
  constexpr Real coefficient(const FluxSources<Real>& sources, std::size_t k) const {
    Real sum = 0;
    for (int a = 0; a < 3; ++a) {
      const SparseMatrix<Real>& matrix = operators.derivative[a];
      for (int n = matrix.first[k]; n < matrix.first[k + 1]; ++n) {
        const auto l = static_cast<std::size_t>(matrix.column[n]);
        if (l >= n_from) break;
        sum = exec::multiply_add(matrix.value[n], sources.along(a, l * elements.layout.width), sum);
      }
    }
    return sum;
  }
};

/// The same by element and, in turn, field and coefficient: for elements so few that a thread a field would leave a device idle.
template <class Real, class View = MediumView<Real>>
struct DeriveCoefficient {
  DeviceElements<Real, View> elements;
  SparseOperators<Real> operators;
  const Real* from;
  Real* to;

  constexpr void operator()(std::size_t i, std::size_t row) const {
    const std::size_t n = elements.layout.n_basis, field = row / n, k = row % n, place = elements.first + i;
    const DeriveField<Real, View> of_field{elements, operators, n, n, from, to, nullptr, 0};
    to[elements.layout.first(place, field) + k * elements.layout.width] =
        of_field.coefficient(FluxSources<Real>::of(elements, place, field, from), k);
  }
};

/// q_k -= integral of dphi_k/dx_j times the flux along x_j. By element and field.
template <class Real, class View = MediumView<Real>>
struct AddVolumeTerm {
  DeviceElements<Real, View> elements;
  SparseOperators<Real> operators;
  const Real* integral;
  Real* q;

  constexpr void operator()(std::size_t i, std::size_t field) const {
    const FieldLayout& layout = elements.layout;
    const std::size_t place = elements.first + i, stride = layout.width, own = layout.first(place, field);
    const auto sources = FluxSources<Real>::of(elements, place, field, integral);
    for (std::size_t k = 0; k < layout.n_basis; ++k) {
      Real sum = q[own + k * stride];
      for (int a = 0; a < 3; ++a) {
        const SparseMatrix<Real>& matrix = operators.stiffness[a];
        for (int n = matrix.first[k]; n < matrix.first[k + 1]; ++n) {
          const auto l = static_cast<std::size_t>(matrix.column[n]);
          sum = exec::multiply_add(-matrix.value[n], sources.along(a, l * stride), sum);
        }
      }
      q[own + k * stride] = sum;
    }
  }
};

/// What is projected to a face: a component of traction or velocity.
template <class Real>
struct FaceSource {
  const Real* source[3];
  Real normal[3];
  bool is_traction;

  /// `field`: among those of a face.
  template <class View>
  static constexpr FaceSource of(const DeviceElements<Real, View>& elements, std::size_t place, int face, int field,
                                 const Real* fields) {
    const View m = elements.medium_at(place);
    FaceSource found{{}, {m.normal(face, 0), m.normal(face, 1), m.normal(face, 2)}, field < 3};
    for (int j = 0; j < 3; ++j)
      found.source[j] =
          fields +
          elements.layout.first(place, static_cast<std::size_t>(field < 3 ? physics::Symmetric<3, Real>::place(field, j)
                                                                          : vx + field - 3));
    return found;
  }
  constexpr Real operator()(std::size_t at) const {
    Real value = source[0][at];
    if (!is_traction) return value;
    value *= normal[0];
    for (int j = 1; j < 3; ++j) value = exec::multiply_add(normal[j], source[j][at], value);
    return value;
  }
};

/// Traction or velocity on a face. By element and, in turn, face and field of it.
template <class Real, class View = MediumView<Real>>
struct ProjectToFace {
  DeviceElements<Real, View> elements;
  SparseOperators<Real> operators;
  const Real* integral;
  Real* traces;  ///< [place][face][trace]
  std::size_t n_face, n_trace;

  constexpr void operator()(std::size_t i, std::size_t face_and_field) const {
    const std::size_t place = elements.first + i, stride = elements.layout.width;
    const int face = static_cast<int>(face_and_field) / n_face_fields,
              field = static_cast<int>(face_and_field) % n_face_fields;
    const auto source = FaceSource<Real>::of(elements, place, face, field, integral);
    Real* trace =
        traces + (4 * place + static_cast<std::size_t>(face)) * n_trace + static_cast<std::size_t>(field) * n_face;
    const SparseMatrix<Real>& matrix = operators.projection[face];
    for (std::size_t m = 0; m < n_face; ++m) {
      Real sum = 0;
      for (int n = matrix.first[m]; n < matrix.first[m + 1]; ++n) {
        const std::size_t at = static_cast<std::size_t>(matrix.column[n]) * stride;
        sum = exec::multiply_add(matrix.value[n], source(at), sum);
      }
      trace[m] = sum;
    }
  }
};

/// What a field gets through a face, mode by mode, of the star state between the traces on both sides.
template <class Real, class View>
struct StarFlux {
  typename View::Face face_law;
  FaceShare<Real> share;
  const Real *here, *there;
  std::size_t n_face;

  /// `faces`: something with traces, beyond, n_face and n_trace.
  template <class Faces>
  static constexpr StarFlux of(const Faces& faces, const View& m, std::size_t place, int face, int field) {
    const typename View::Face law = m.face_law(face);
    const std::size_t number = 4 * place + static_cast<std::size_t>(face);
    return {law, face_share_of(m, face, law.side.scale, field), faces.traces + number * faces.n_trace,
            faces.traces + static_cast<std::size_t>(faces.beyond[number]) * faces.n_trace, faces.n_face};
  }
  constexpr Real operator()(std::size_t mode) const {
    physics::FaceState<Real> minus{}, plus{};
    for (std::size_t c = 0; c < 3; ++c) {
      minus.traction[c] = here[c * n_face + mode];
      minus.velocity[c] = here[(3 + c) * n_face + mode];
      plus.traction[c] = there[c * n_face + mode];
      plus.velocity[c] = there[(3 + c) * n_face + mode];
    }
    const physics::FaceState<Real> star = face_law.star(minus, plus);
    Real sum = 0;
    for (int j = 0; j < 3; ++j) {
      const int source = share.source[j];
      sum = exec::multiply_add(share.weight[j], source < 3 ? star.traction[source] : star.velocity[source - 3], sum);
    }
    return sum;
  }
};

/// The star states of the four faces, back into the element. By element and field.
template <class Real, class View = MediumView<Real>>
struct AddFaceTerms {
  static constexpr std::size_t most_modes = numerics::n_triangular(8);
  DeviceElements<Real, View> elements;
  SparseOperators<Real> operators;
  const Real* traces;
  const int* beyond;  ///< [place][face]: number of the trace there
  Real* q;
  std::size_t n_face, n_trace;

  constexpr void operator()(std::size_t i, std::size_t field) const {
    const FieldLayout& layout = elements.layout;
    const std::size_t place = elements.first + i;
    const View m = elements.medium_at(place);
    Real* own = q + layout.first(place, field);
    for (int face = 0; face < 4; ++face) {
      const auto flux_through = StarFlux<Real, View>::of(*this, m, place, face, static_cast<int>(field));
      Real flux[most_modes] = {};
      for (std::size_t mode = 0; mode < n_face; ++mode) flux[mode] = flux_through(mode);
      const SparseMatrix<Real>& matrix = operators.lift[face];
      for (std::size_t k = 0; k < layout.n_basis; ++k) {
        Real sum = own[k * layout.width];
        for (int n = matrix.first[k]; n < matrix.first[k + 1]; ++n)
          sum = exec::multiply_add(matrix.value[n], flux[matrix.column[n]], sum);
        own[k * layout.width] = sum;
      }
    }
  }
};

}  // namespace unda::dg

// Stretched elements, a pack of them at a time, their points gathered from where they lie. They are few: of degrees the compiler
// knows the default alone.
#include "sem/kernels/absorbing_layer.hpp"

#include <vector>

#include "sem/kernels/stiffness_cpu.hpp"

namespace unda::sem {
namespace {

template <int Dim>
struct Points {
  int n;
  int count() const { return Dim == 3 ? n * n * n : n * n; }
  int columns() const { return Dim == 3 ? n * n : n; }
  int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? n : n * n; }
  int along(int axis, int p) const { return p / stride(axis) % n; }
};

/// sum over m of matrix[m] x[m stride]
template <class Real>
[[gnu::always_inline]] inline Pack<Real> line_sum(const Real* matrix, int matrix_stride, const Pack<Real>* x,
                                                  int stride, int n) {
  Pack<Real> sum = fill_pack(matrix[0]) * x[0];
  for (int m = 1; m < n; ++m) sum = scaled_add(matrix[m * matrix_stride], x[m * stride], sum);
  return sum;
}

/// Degree 0: as the arrays say.
template <class Law, int Dim, class Real, int Degree>
void absorbing_stiffness(const AbsorbingArrays<Real>& all, const AbsorbingPack<Real>& e, const Real* u_all,
                         const Real* v_all, Real* f_all) {
  using P = Pack<Real>;
  constexpr int nc = Law::n_components, n_shape = 2 + 2 * (Dim - 1);
  const ElementArrays<Real>& s = all.elements;
  const Points<Dim> points{(Degree > 0 ? Degree : all.degree) + 1};
  const int n = points.n, n_points = points.count(), n_columns = points.columns();
  thread_local std::vector<P> scratch;
  scratch.resize(static_cast<std::size_t>(nc * n_points * (Dim + 1)));
  P *u = scratch.data(), *flux = u + nc * n_points;  // [component][point]; [axis][component][point]
  for (int c = 0; c < nc; ++c)
    for (int p = 0; p < n_points; ++p) {
      const Real* at = u_all + c * s.component + s.offset[p];
      for (int lane = 0; lane < pack_size<Real>; ++lane) u[c * n_points + p][lane] = at[e.first[lane]];
      if (v_all == nullptr) continue;
      const Real* velocity = v_all + c * s.component + s.offset[p];
      for (int lane = 0; lane < pack_size<Real>; ++lane)
        u[c * n_points + p][lane] += e.viscosity[lane] * velocity[e.first[lane]];
    }
  const P* constants = reinterpret_cast<const P*>(all.constants);
  P* memory = all.memory ? reinterpret_cast<P*>(all.memory) + e.memory : nullptr;
  Stretch<Law, Dim, Real, P, 1> stretch{e.stretched, {}, {memory, memory, 1}, fill_pack(all.fading)};
  for (int p = 0; p < n_points; ++p) {
    const std::array<int, 3> at{points.along(0, p), points.along(1, p), Dim == 3 ? points.along(2, p) : 0};
    P g[Dim][nc], stress[Dim][nc], modulus[Law::n_moduli];
    for (int a = 0; a < Dim; ++a)
      for (int c = 0; c < nc; ++c)
        g[a][c] = line_sum(s.derivative[a] + at[a] * n, 1, u + c * n_points + p - at[a] * points.stride(a),
                           points.stride(a), n);
    for (int a = 0; a < Dim; ++a) stretch.profile[a] = constants + e.profile[a] + n_profiles * at[a];
    const P* shape = constants + e.shape + (all.deformed ? p % n_columns * n_shape : 0);
    for (int m = 0; m < Law::n_moduli; ++m)
      modulus[m] = s.weight[p] * shape[0] *
                   constants[e.moduli + static_cast<std::size_t>((all.moduli_by_point ? p : 0) * Law::n_moduli + m)];
    Slant<Dim, nc, P> slant{shape[1], {}};
    const Real above = s.weight[n_points + at[Dim - 1]], below = Real(1) - above;
    for (int a = 0; a + 1 < Dim; ++a)
      slant.slope[a] = shape[1] * (below * shape[2 + a] + above * shape[2 + Dim - 1 + a]);
    slant.to_gradient(g);
    stretch.flux(g, modulus, stress);
    slant.from_stress(stress);
    for (int a = 0; a < Dim; ++a)
      for (int c = 0; c < nc; ++c) flux[(a * nc + c) * n_points + p] = stress[a][c];
  }
  for (int c = 0; c < nc; ++c)
    for (int p = 0; p < n_points; ++p) {
      P sum{};
      for (int a = 0; a < Dim; ++a) {
        const int at = points.along(a, p);
        sum += line_sum(s.derivative[a] + at, n, flux + (a * nc + c) * n_points + p - at * points.stride(a),
                        points.stride(a), n);
      }
      Real* to = f_all + c * s.component + s.offset[p];
      for (int lane = 0; lane < e.count; ++lane) to[e.first[lane]] -= sum[lane];
    }
}

template <class Law, int Dim, class Real>
AbsorbingKernel<Real> kernel_of_degree(int degree) {
  return degree == 4 ? absorbing_stiffness<Law, Dim, Real, 4> : absorbing_stiffness<Law, Dim, Real, 0>;
}

}  // namespace

template <class Real>
AbsorbingKernel<Real> absorbing_kernel(Physics physics, int dim, int degree) {
  if (physics == Physics::acoustic)
    return dim == 3 ? kernel_of_degree<AcousticStress, 3, Real>(degree)
                    : kernel_of_degree<AcousticStress, 2, Real>(degree);
  if (physics == Physics::anisotropic)
    return dim == 3 ? kernel_of_degree<AnisotropicStress<3>, 3, Real>(degree)
                    : kernel_of_degree<AnisotropicStress<2>, 2, Real>(degree);
  return dim == 3 ? kernel_of_degree<ElasticStress<3>, 3, Real>(degree)
                  : kernel_of_degree<ElasticStress<2>, 2, Real>(degree);
}

template AbsorbingKernel<float> absorbing_kernel<float>(Physics, int, int);
template AbsorbingKernel<double> absorbing_kernel<double>(Physics, int, int);

}  // namespace unda::sem

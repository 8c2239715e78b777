// A rung on the way to the fast step of discontinuous Galerkin: the operations of the plain step one after another, a thread a field of
// an element, all fields in memory, with the non-zeros of the matrices as literals in the instructions, as Mu, Chen and Wang (2013) have
// them.
#include <memory>

#include "dg/device/plain_items.hpp"
#include "dg/generated/gpu_operators_4.hpp"
#include "dg/generated/gpu_operators_5.hpp"
#include "dg/generated/gpu_operators_6.hpp"
#include "dg_way.hpp"
#include "exec/run_gpu.cuh"
#include "exec/twin.hpp"

namespace unda::dg {
namespace {

template <class Real>
struct Along {
  Real of[3];
};

/// What coefficient k of a field's sources gives along the axes of the unit tetrahedron.
template <class Real>
struct LoadAlong {
  FluxSources<Real> sources;
  __device__ Along<Real> operator()(int k) const {
    const std::size_t at = static_cast<std::size_t>(k) * device_block;
    return {{sources.along(0, at), sources.along(1, at), sources.along(2, at)}};
  }
};

template <int Order, class Real, class Matrices, int Level>
struct WiredDerivative {
  DeviceElements<Real> elements;
  const Real* from;
  Real *to, *integral, factor;

  __device__ void operator()(std::size_t i, std::size_t field) const {
    constexpr int n = numerics::n_tetrahedral(Order - 1 - Level);
    const std::size_t place = elements.first + i, own = elements.layout.first(place, field);
    Real next[n];
    Matrices::template derive<Level>(LoadAlong<Real>{FluxSources<Real>::of(elements, place, field, from)}, next);
#pragma unroll
    for (int k = 0; k < n; ++k) {
      to[own + k * device_block] = next[k];
      integral[own + k * device_block] += factor * next[k];
    }
  }
};

template <int Order, class Real, class Matrices>
struct WiredVolumeTerm {
  DeviceElements<Real> elements;
  const Real* integral;
  Real* q;

  __device__ void operator()(std::size_t i, std::size_t field) const {
    constexpr int n = numerics::n_tetrahedral(Order);
    const std::size_t place = elements.first + i;
    Real* own = q + elements.layout.first(place, field);
    Real sum[n];
#pragma unroll
    for (int k = 0; k < n; ++k) sum[k] = own[k * device_block];
    Matrices::subtract_stiffness(LoadAlong<Real>{FluxSources<Real>::of(elements, place, field, integral)}, sum);
#pragma unroll
    for (int k = 0; k < n; ++k) own[k * device_block] = sum[k];
  }
};

template <int Order, class Real, class Matrices, int face>
struct WiredProjection {
  DeviceElements<Real> elements;
  const Real* integral;
  Real* traces;

  __device__ void operator()(std::size_t i, std::size_t field) const {
    constexpr int n = numerics::n_triangular(Order);
    const std::size_t place = elements.first + i;
    const auto source = FaceSource<Real>::of(elements, place, face, static_cast<int>(field), integral);
    Real trace[n];
    Matrices::template project<face>([&](int k) { return source(static_cast<std::size_t>(k) * device_block); }, trace);
    Real* to = traces + (4 * place + face) * trace_numbers<Real>(Order) + field * n;
#pragma unroll
    for (int m = 0; m < n; ++m) to[m] = trace[m];
  }
};

template <int Order, class Real, class Matrices>
struct WiredFaceTerms {
  DeviceElements<Real> elements;
  const Real* traces;
  const int* beyond;
  Real* q;
  std::size_t n_face = numerics::n_triangular(Order), n_trace = trace_numbers<Real>(Order);

  __device__ void operator()(std::size_t i, std::size_t field) const {
    constexpr int n = numerics::n_tetrahedral(Order);
    const std::size_t place = elements.first + i;
    Real* own = q + elements.layout.first(place, field);
    Real sum[n];
#pragma unroll
    for (int k = 0; k < n; ++k) sum[k] = own[k * device_block];
    add<0>(place, field, sum);
    add<1>(place, field, sum);
    add<2>(place, field, sum);
    add<3>(place, field, sum);
#pragma unroll
    for (int k = 0; k < n; ++k) own[k * device_block] = sum[k];
  }

 private:
  template <int face>
  __device__ void add(std::size_t place, std::size_t field, Real* sum) const {
    const auto flux = StarFlux<Real, MediumView<Real>>::of(*this, elements.medium_at(place), place, face, static_cast<int>(field));
    Matrices::template add_lift<face>([&](int m) { return flux(static_cast<std::size_t>(m)); }, sum);
  }
};

template <int Order, class Real, class Matrices>
class WiredStep {
 public:
  WiredStep(std::size_t n_blocks, const exec::Queue& queue) : queue_(queue) {
    for (exec::Twin<Real>* array : {&integral_, &now_, &next_})
      *array = exec::Twin<Real>(n_blocks * layout_.block_numbers(), queue);
  }
  void predict(const StepArrays<Real>& arrays, const BlockRange& blocks, Real dt) {
    using exec::Access;
    Real* integral = integral_.device(Access::read_write);
    const DeviceElements<Real> elements = elements_of(arrays, blocks);
    const std::size_t first = blocks.first * layout_.block_numbers();
    exec::run(queue_, blocks.size() * layout_.block_numbers(),
              StartIntegral<Real>{arrays.q + first, integral + first, dt});
    derive<0>(elements, blocks, arrays.q, now_.device(Access::read_write), next_.device(Access::read_write), dt, dt);
    run(blocks, n_fields, WiredVolumeTerm<Order, Real, Matrices>{elements, integral, arrays.q});
    run(blocks, n_face_fields, WiredProjection<Order, Real, Matrices, 0>{elements, integral, arrays.traces});
    run(blocks, n_face_fields, WiredProjection<Order, Real, Matrices, 1>{elements, integral, arrays.traces});
    run(blocks, n_face_fields, WiredProjection<Order, Real, Matrices, 2>{elements, integral, arrays.traces});
    run(blocks, n_face_fields, WiredProjection<Order, Real, Matrices, 3>{elements, integral, arrays.traces});
  }
  void correct(const StepArrays<Real>& arrays, const BlockRange& blocks) {
    run(blocks, n_fields,
        WiredFaceTerms<Order, Real, Matrices>{elements_of(arrays, blocks), arrays.traces, arrays.beyond, arrays.q});
  }

 private:
  DeviceElements<Real> elements_of(const StepArrays<Real>& arrays, const BlockRange& blocks) const {
    return {layout_, arrays.medium, blocks.first * layout_.width};
  }
  template <class Item>
  void run(const BlockRange& blocks, std::size_t n_rows, const Item& item) {
    exec::detail::run_rows_on_gpu(queue_, blocks.size() * layout_.width, n_rows, item);
  }
  template <int Level>
  void derive(const DeviceElements<Real>& elements, const BlockRange& blocks, const Real* from, Real* to, Real* other,
              Real dt, Real factor) {
    factor *= dt / Real(Level + 2);
    run(blocks, n_fields,
        WiredDerivative<Order, Real, Matrices, Level>{elements, from, to, integral_.device(exec::Access::read_write),
                                                      factor});
    if constexpr (Level + 2 < Order) derive<Level + 1>(elements, blocks, to, other, to, dt, factor);
  }

  exec::Queue queue_;
  FieldLayout layout_{device_block, static_cast<std::size_t>(numerics::n_tetrahedral(Order))};
  exec::Twin<Real> integral_, now_, next_;
};

}  // namespace

template <int Order, class Real>
Way<Real> way_with_literals(std::size_t n_blocks, const exec::Queue& queue) {
  const auto step = std::make_shared<WiredStep<Order, Real, GpuOperators<Order, Real>>>(n_blocks, queue);
  return {[step](const StepArrays<Real>& a, const BlockRange& b, Real dt) { step->predict(a, b, dt); },
          [step](const StepArrays<Real>& a, const BlockRange& b) { step->correct(a, b); }};
}

template Way<float> way_with_literals<4, float>(std::size_t, const exec::Queue&);
template Way<float> way_with_literals<5, float>(std::size_t, const exec::Queue&);
template Way<float> way_with_literals<6, float>(std::size_t, const exec::Queue&);
template Way<double> way_with_literals<4, double>(std::size_t, const exec::Queue&);
template Way<double> way_with_literals<5, double>(std::size_t, const exec::Queue&);

}  // namespace unda::dg

// The GPU's fast step of elements that attenuate, on threads of the host, against the plain step of devices; without mechanisms, elastic.
#include <cuda_runtime.h>  // tests/gpu_on_host
#include <random>

#include <gtest/gtest.h>

#include "dg/device/device_step.hpp"
#include "dg/device/relaxing_corrector.cuh"
#include "dg/device/relaxing_predictor.cuh"
#include "dg/generated/gpu_operators_2.hpp"
#include "dg/generated/gpu_operators_5.hpp"
#include "difference.hpp"

namespace unda::dg::gpu_kernels_test {
namespace {

constexpr std::size_t n_blocks = 2, n_elements = n_blocks * device_block, first = 1;

template <class Real>
std::vector<Real> random_numbers(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> number(-1, 1);
  std::vector<Real> values(n);
  for (Real& value : values) value = number(random);
  return values;
}

/// Blocks of which the second attenuates.
template <int Order, class Real>
struct State {
  static constexpr std::size_t n_basis = static_cast<std::size_t>(numerics::n_tetrahedral(Order));
  int n_mechanisms;
  Real dt{0.02};
  std::vector<Real> medium = random_numbers<Real>(n_elements * MediumView<Real>::n_numbers, 1),
                    q = random_numbers<Real>(n_elements * n_fields * n_basis, 2),
                    traces = random_numbers<Real>((4 * n_elements + 1) * trace_numbers<Real>(Order), 3),
                    integral = std::vector<Real>(q.size()), moduli, memory, rates;
  std::vector<int> beyond;

  explicit State(int mechanisms)
      : n_mechanisms(mechanisms),
        moduli(random_numbers<Real>(device_block * 2 * static_cast<std::size_t>(mechanisms), 5)),
        memory(random_numbers<Real>(device_block * n_memory_numbers(mechanisms, static_cast<int>(n_basis)), 6)),
        rates(device_block * RelaxingShape<Order, Real>::rate_numbers) {
    std::mt19937 random(4);
    std::uniform_int_distribution<int> trace(0, static_cast<int>(4 * n_elements));
    for (std::size_t i = 0; i < 4 * n_elements; ++i) beyond.push_back(trace(random));
  }
  StepArrays<Real> arrays() { return {medium.data(), q.data(), traces.data(), beyond.data(), integral.data()}; }
  RelaxingArrays<Real> relaxing() {
    const std::vector<double> all{0.4, 1.5, 4.0};
    return {{moduli.data(), memory.data(), device_block, n_basis, n_mechanisms},
            relaxing_step<Real>({all.begin(), all.begin() + n_mechanisms}, static_cast<double>(dt)),
            rates.data()};
  }
};

template <int Order, class Real>
void step_plainly(State<Order, Real>& s) {
  DeviceStep<Real> step(make_operators<Real>(Order), n_blocks, exec::Queue(), {}, false, 1);
  step.predict(s.arrays(), s.relaxing(), {{first, n_blocks}, 0}, s.dt);
  step.correct(s.arrays(), s.relaxing(), {{first, n_blocks}, 0});
}

template <int Order, class Real>
void step_by_kernels(State<Order, Real>& s) {
  using Shape = RelaxingShape<Order, Real>;
  using Matrices = GpuOperators<Order, Real>;
  const StepArrays<Real> arrays = s.arrays();
  const RelaxingArrays<Real> relaxing = s.relaxing();
  const dim3 threads{Shape::lanes, n_fields, 1};
  const auto predict = [&]<int parts>(std::integral_constant<int, parts>) {
    gpu_on_host::launch<Real>(
        {1, 1, 1}, threads, (Shape::field_bytes + Shape::staging_bytes + Shape::rates_bytes) / sizeof(Real),
        [&](Real* shared) {
          GpuRelaxingPredictor<Order, Real, Matrices, parts>(arrays, relaxing, first, 0, shared).run(s.dt);
        });
  };
  if constexpr (Shape::in_one_kernel) {
    predict(std::integral_constant<int, Part::all_parts>());
  } else {
    predict(std::integral_constant<int, Part::integrate>());
    gpu_on_host::launch<Real>({1, 1, 1}, threads, Shape::staging_bytes / sizeof(Real), [&](Real* shared) {
      GpuPredictor<Order, Real, Matrices, Part::project>(arrays, first, shared).run(s.dt);
    });
    predict(std::integral_constant<int, Part::add_volume>());
  }
  gpu_on_host::launch<Real>({1, 1, 1}, threads, Shape::correct_bytes / sizeof(Real), [&](Real* shared) {
    GpuRelaxingCorrector<Order, Real, Matrices>(arrays, relaxing, first, 0, shared).run();
  });
}

template <int Order, class Real>
void compare(int n_mechanisms, double tolerance) {
  State<Order, Real> right(n_mechanisms), found(n_mechanisms);
  step_plainly(right);
  step_by_kernels(found);
  for (int face = 0; face < 4 * static_cast<int>(n_elements); ++face)  // numbers after those of a trace are never read
    for (std::size_t n = n_face_fields * static_cast<std::size_t>(numerics::n_triangular(Order));
         n < trace_numbers<Real>(Order); ++n)
      for (State<Order, Real>* s : {&right, &found})
        s->traces[static_cast<std::size_t>(face) * trace_numbers<Real>(Order) + n] = 0;
  EXPECT_LT(difference(found.traces, right.traces), tolerance);
  EXPECT_LT(difference(found.q, right.q), tolerance);
  EXPECT_LT(difference(found.memory, right.memory), tolerance);
}

TEST(GpuKernels, RelaxAsThePlainStepDoes) {
  compare<5, float>(3, 1e-6);
  compare<2, double>(3, 1e-14);
  compare<5, double>(2, 1e-14);  // in several kernels
}

}  // namespace
}  // namespace unda::dg::gpu_kernels_test

// Predicting in halves: fields and traces are those of the plain prediction, and the first half is what half the step gives.
#include <random>

#include <gtest/gtest.h>

#include "dg/kernels/kernels.hpp"
#include "dg/kernels/orders.hpp"
#include "dg/kernels/relaxing.hpp"
#include "difference.hpp"
#include "exec/buffer.hpp"

namespace unda::dg::halves_test {
namespace {

constexpr int n_mechanisms = 3;

template <class Real>
struct Block {
  exec::Buffer<Pack<Real>> medium, moduli, q, memory;
  exec::Buffer<Real> traces, first_half;

  Block(int order, std::size_t n_medium) {
    std::mt19937 random(5);
    std::uniform_real_distribution<Real> number(-1, 1);
    const auto fill = [&](exec::Buffer<Pack<Real>>& to, std::size_t n) {
      to = exec::Buffer<Pack<Real>>(n);
      for (Pack<Real>& pack : to)
        for (int place = 0; place < pack_size<Real>; ++place) pack[place] = number(random);
    };
    fill(medium, n_medium);
    fill(moduli, 2 * n_mechanisms);
    fill(q, block_numbers<Real>(order) / pack_size<Real>);
    fill(memory, n_memory_numbers(n_mechanisms, numerics::n_tetrahedral(order)));
    traces = exec::Buffer<Real>(4 * pack_size<Real> * trace_numbers<Real>(order));
    first_half = exec::Buffer<Real>(traces.size());
  }
};

template <class Real>
double difference_of(const exec::Buffer<Pack<Real>>& a, const exec::Buffer<Pack<Real>>& b) {
  return difference(reinterpret_cast<const Real*>(a.data()), reinterpret_cast<const Real*>(b.data()),
                    a.size() * pack_size<Real>);
}

template <class Real>
void compare(int order, bool anisotropic, double tolerance) {
  const Operators<Real> operators = make_operators<Real>(order);
  const Real dt(0.3);
  for (const StepKernels<Real>& kernels :
       {cpu_kernels<Real>(order, anisotropic), reference_kernels<Real>(anisotropic)}) {
    Block<Real> a(order, kernels.n_medium), b(order, kernels.n_medium), c(order, kernels.n_medium);
    kernels.predict(operators, a.medium.data(), dt, a.q.data(), a.traces.data());
    kernels.predict_in_halves(operators, b.medium.data(), dt, b.q.data(), b.traces.data(), b.first_half.data());
    kernels.predict(operators, c.medium.data(), dt / 2, c.q.data(), c.traces.data());
    EXPECT_LT(difference_of<Real>(a.q, b.q), tolerance) << "order " << order;
    EXPECT_LT(difference(a.traces.data(), b.traces.data(), a.traces.size()), tolerance) << "order " << order;
    EXPECT_LT(difference(b.first_half.data(), c.traces.data(), c.traces.size()), tolerance) << "order " << order;
  }
}

/// The strain rates of the recursion do not depend on the step, so that half of it needs no mechanisms of its own.
template <class Real>
void compare_relaxing(int order, double tolerance) {
  const Operators<Real> operators = make_operators<Real>(order);
  const std::vector<double> rates{0.4, 1.5, 4.0};
  const RelaxingStep<Real> whole = relaxing_step<Real>(rates, 0.3), half = relaxing_step<Real>(rates, 0.15);
  for (const RelaxingKernels<Real>& kernels : {cpu_relaxing_kernels<Real>(order), reference_relaxing_kernels<Real>()}) {
    constexpr std::size_t n_medium = MediumView<Real>::n_numbers;
    Block<Real> a(order, n_medium), b(order, n_medium), c(order, n_medium);
    kernels.predict(operators, whole, a.medium.data(), a.moduli.data(), Real(0.3), a.q.data(), a.memory.data(),
                    a.traces.data());
    kernels.predict_in_halves(operators, whole, b.medium.data(), b.moduli.data(), Real(0.3), b.q.data(),
                              b.memory.data(), b.traces.data(), b.first_half.data());
    kernels.predict(operators, half, c.medium.data(), c.moduli.data(), Real(0.15), c.q.data(), c.memory.data(),
                    c.traces.data());
    EXPECT_LT(difference_of<Real>(a.q, b.q), tolerance) << "order " << order;
    EXPECT_LT(difference_of<Real>(a.memory, b.memory), tolerance) << "order " << order;
    EXPECT_LT(difference(a.traces.data(), b.traces.data(), a.traces.size()), tolerance) << "order " << order;
    EXPECT_LT(difference(b.first_half.data(), c.traces.data(), c.traces.size()), tolerance) << "order " << order;
  }
}

template <int... Order>
void compare_orders(std::integer_sequence<int, Order...>) {
  for (const int order : {Order...}) {
    for (const bool anisotropic : {false, true}) {
      compare<float>(order, anisotropic, 1e-5);
      compare<double>(order, anisotropic, 1e-13);
    }
    compare_relaxing<float>(order, 3e-5);
    compare_relaxing<double>(order, 1e-13);
  }
}

TEST(PredictingInHalves, IsPredicting) { compare_orders(Orders{}); }

}  // namespace
}  // namespace unda::dg::halves_test

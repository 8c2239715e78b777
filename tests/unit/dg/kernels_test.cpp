// The fast steps against the plain ones, for every order of the build and both precisions, on packs of different elements.
#include "dg/kernels/kernels.hpp"

#include <random>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "dg/kernels/orders.hpp"
#include "difference.hpp"
#include "exec/buffer.hpp"

namespace unda::dg::kernels_test {
namespace {

template <class Real>
struct Block {
  exec::Buffer<Pack<Real>> medium, q;
  exec::Buffer<Real> traces;  ///< of two blocks: this one and another
  std::vector<int> beyond;
};

template <class Real>
Block<Real> random_block(int order, std::size_t n_medium) {
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> number(-1, 1);
  Block<Real> b;
  b.medium = exec::Buffer<Pack<Real>>(n_medium);
  for (Pack<Real>& pack : b.medium)
    for (int place = 0; place < pack_size<Real>; ++place) pack[place] = number(random);
  b.q = exec::Buffer<Pack<Real>>(block_numbers<Real>(order) / pack_size<Real>);
  for (Pack<Real>& pack : b.q)
    for (int place = 0; place < pack_size<Real>; ++place) pack[place] = number(random);
  b.traces = exec::Buffer<Real>(2 * 4 * pack_size<Real> * trace_numbers<Real>(order));
  for (Real& value : b.traces) value = number(random);
  std::uniform_int_distribution<int> trace(0, 8 * pack_size<Real> - 1);
  for (int n = 0; n < 4 * pack_size<Real>; ++n) b.beyond.push_back(trace(random));
  return b;
}

template <class Real>
void compare(int order, bool anisotropic, double tolerance) {
  const Operators<Real> operators = make_operators<Real>(order);
  const StepKernels<Real> fast = cpu_kernels<Real>(order, anisotropic), plain = reference_kernels<Real>(anisotropic);
  EXPECT_EQ(fast.n_medium, plain.n_medium);
  Block<Real> a = random_block<Real>(order, fast.n_medium), b = random_block<Real>(order, fast.n_medium);
  const auto numbers = [](const exec::Buffer<Pack<Real>>& q) { return reinterpret_cast<const Real*>(q.data()); };
  const std::size_t n = block_numbers<Real>(order), n_used = n_face_fields * static_cast<std::size_t>(operators.n_face);

  fast.predict(operators, a.medium.data(), Real(0.02), a.q.data(), a.traces.data());
  plain.predict(operators, b.medium.data(), Real(0.02), b.q.data(), b.traces.data());
  EXPECT_LT(difference(numbers(a.q), numbers(b.q), n), tolerance) << "predict, order " << order;
  for (int face = 0; face < 4 * pack_size<Real>; ++face) {
    const std::size_t first = static_cast<std::size_t>(face) * trace_numbers<Real>(order);
    EXPECT_LT(difference(a.traces.data() + first, b.traces.data() + first, n_used), tolerance)
        << "trace " << face << ", order " << order;
  }
  fast.correct(operators, a.medium.data(), a.traces.data(), a.traces.data(), a.beyond.data(), a.q.data());
  plain.correct(operators, b.medium.data(), b.traces.data(), b.traces.data(), b.beyond.data(), b.q.data());
  EXPECT_LT(difference(numbers(a.q), numbers(b.q), n), tolerance) << "correct, order " << order;
}

template <int... Order>
void compare_orders(std::integer_sequence<int, Order...>) {
  for (const int order : {Order...}) {
    for (const bool anisotropic : {false, true}) {
      compare<float>(order, anisotropic, 1e-5);
      compare<double>(order, anisotropic, 1e-13);
    }
  }
}

TEST(StepKernels, FastStepsAreThePlainOnes) { compare_orders(Orders{}); }

TEST(StepKernels, OrdersThatABuildLacksAreRefused) { EXPECT_THROW(cpu_kernels<float>(9), RunError); }

}  // namespace
}  // namespace unda::dg::kernels_test

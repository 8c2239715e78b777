// Elements that attenuate: the fast steps against the plain ones, and what a mechanism does in a step against its equation.
#include "dg/kernels/relaxing.hpp"

#include <random>

#include <gtest/gtest.h>

#include "dg/kernels/kernels.hpp"
#include "dg/kernels/orders.hpp"
#include "difference.hpp"
#include "exec/buffer.hpp"

namespace unda::dg::relaxing_test {
namespace {

constexpr int n_mechanisms = 3;

template <class Real>
struct Block {
  exec::Buffer<Pack<Real>> medium, moduli, q, memory;
  exec::Buffer<Real> traces;
  std::vector<int> beyond;

  explicit Block(int order, bool anisotropic = false) {
    std::mt19937 random(11);
    std::uniform_real_distribution<Real> number(-1, 1);
    auto fill = [&](exec::Buffer<Pack<Real>>& to, std::size_t n) {
      to = exec::Buffer<Pack<Real>>(n);
      for (Pack<Real>& pack : to)
        for (int place = 0; place < pack_size<Real>; ++place) pack[place] = number(random);
    };
    fill(medium, anisotropic ? GeneralView<Real>::n_numbers : MediumView<Real>::n_numbers);
    fill(moduli, n_kept_moduli(anisotropic) * n_mechanisms);
    fill(q, block_numbers<Real>(order) / pack_size<Real>);
    fill(memory, n_memory_numbers(n_mechanisms, numerics::n_tetrahedral(order)));
    traces = exec::Buffer<Real>(2 * 4 * pack_size<Real> * trace_numbers<Real>(order));
    for (Real& value : traces) value = number(random);
    std::uniform_int_distribution<int> trace(0, 8 * pack_size<Real> - 1);
    for (int n = 0; n < 4 * pack_size<Real>; ++n) beyond.push_back(trace(random));
  }
};

template <class Real>
double difference_of_packs(const exec::Buffer<Pack<Real>>& a, const exec::Buffer<Pack<Real>>& b) {
  return difference(reinterpret_cast<const Real*>(a.data()), reinterpret_cast<const Real*>(b.data()),
                    a.size() * pack_size<Real>);
}

template <class Real>
void compare(int order, bool anisotropic, double tolerance) {
  const Operators<Real> operators = make_operators<Real>(order);
  const RelaxingKernels<Real> fast = cpu_relaxing_kernels<Real>(order, anisotropic),
                              plain = reference_relaxing_kernels<Real>(anisotropic);
  const Real dt(0.3);
  const RelaxingStep<Real> step = relaxing_step<Real>({0.4, 1.5, 4.0}, 0.3);
  Block<Real> a(order, anisotropic), b(order, anisotropic);
  const std::size_t strain = n_memory_numbers(n_mechanisms - 1, operators.n_basis);
  fast.predict(operators, step, a.medium.data(), a.moduli.data(), dt, a.q.data(), a.memory.data(), a.traces.data());
  plain.predict(operators, step, b.medium.data(), b.moduli.data(), dt, b.q.data(), b.memory.data(), b.traces.data());
  EXPECT_LT(difference_of_packs<Real>(a.q, b.q), tolerance) << "predict, order " << order;
  EXPECT_LT(difference_of_packs<Real>(a.memory, b.memory), tolerance) << "predict, memories, order " << order;
  for (int face = 0; face < 4 * pack_size<Real>; ++face) {
    const std::size_t first = static_cast<std::size_t>(face) * trace_numbers<Real>(order);
    EXPECT_LT(difference(a.traces.data() + first, b.traces.data() + first,
                         n_face_fields * static_cast<std::size_t>(operators.n_face)),
              tolerance)
        << "trace " << face << ", order " << order;
  }
  fast.correct(operators, a.medium.data(), a.traces.data(), a.traces.data(), a.beyond.data(), a.q.data(),
               a.memory.data() + strain);
  plain.correct(operators, b.medium.data(), b.traces.data(), b.traces.data(), b.beyond.data(), b.q.data(),
                b.memory.data() + strain);
  EXPECT_LT(difference_of_packs<Real>(a.q, b.q), tolerance) << "correct, order " << order;
  EXPECT_LT(difference_of_packs<Real>(a.memory, b.memory), tolerance) << "correct, strains, order " << order;
}

template <int... Order>
void compare_orders(std::integer_sequence<int, Order...>) {
  for (const int order : {Order...}) {
    compare<float>(order, false, 3e-5);
    compare<double>(order, false, 1e-13);
    compare<double>(order, true, 1e-12);
  }
}

TEST(RelaxingKernels, FastStepsAreThePlainOnes) { compare_orders(Orders{}); }

/// Without mechanisms the step is the elastic one.
TEST(RelaxingKernels, NoMechanismsNoDifference) {
  const Operators<double> operators = make_operators<double>(5);
  Block<double> a(5), b(5);
  cpu_relaxing_kernels<double>(5).predict(operators, {}, a.medium.data(), nullptr, 0.1, a.q.data(), a.memory.data(),
                                          a.traces.data());
  cpu_kernels<double>(5).predict(operators, b.medium.data(), 0.1, b.q.data(), b.traces.data());
  EXPECT_LT(difference_of_packs<double>(a.q, b.q), 1e-14);
  EXPECT_LT(difference(a.traces.data(), b.traces.data(), a.traces.size()), 1e-14);
}

/// de/dt = t^j/j!: s(dt) by the factors against the equation integrated in small steps.
TEST(RelaxingStep, SolvesTheEquationOfAMechanism) {
  for (const double rate : {0.1, 3.0, 40.0})
    for (int j = 0; j < 7; ++j) {
      const double dt = 0.05;
      const int n = 20000;
      auto strain_rate = [j](double t) { return std::pow(t, j) / std::tgamma(j + 1); };
      double s = 0, strain = 0;
      for (int i = 0; i < n; ++i) {
        const double h = dt / n, decay = std::exp(-rate * h / 2), gain = strain_rate((i + 0.5) * h) * h;
        s = decay * (decay * s + gain);
        strain += gain;
      }
      const RelaxingStep<double> step = relaxing_step<double>({rate}, dt);
      EXPECT_NEAR(strain - step.lost[0][j], s, 1e-8 * strain) << rate << " " << j;
      EXPECT_DOUBLE_EQ(step.decay[0], std::exp(-rate * dt));
    }
}

}  // namespace
}  // namespace unda::dg::relaxing_test

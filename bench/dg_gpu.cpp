// The step of discontinuous Galerkin on a GPU by itself: dg_gpu check|ladder|ELEMENTS [ORDER]
// check: the fast step against the plain one on the host, on elements with random media and neighbours. Otherwise speeds, in millions of
// element updates a second, with neighbours as far away as in a mesh of boxes; ladder: those of Mu, Chen and Wang (2013), matrices with
// their zeros, their non-zeros from memory, and non-zeros as literals.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include <fmt/format.h>

#include "dg/device/device_step.hpp"
#include "dg/device/gpu_orders.hpp"
#include "exec/upload.hpp"

namespace unda::dg {
namespace {

using exec::Access;

/// The arrays of a step with random fields; on any device the same numbers.
template <class Real>
struct Problem {
  Problem(const Operators<Real>& operators, const FastStep<Real>& fast, std::size_t n_blocks, bool wild,
          const exec::Queue& queue)
      : step(operators, n_blocks, queue, fast), n(n_blocks) {
    const int order = operators.order;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> number(-1, 1);
    const std::size_t n_elements = n_blocks * device_block, n_trace = trace_numbers<Real>(order);
    const auto fill = [&](std::size_t size, double scale) {
      exec::Twin<Real> twin(size, queue);
      Real* values = twin.host(Access::write);
      std::vector<Real> piece(std::min<std::size_t>(size, 1 << 18));
      for (Real& value : piece) value = static_cast<Real>(scale * number(random));
      for (std::size_t i = 0; i < size; ++i) values[i] = piece[i % piece.size()];
      twin.release_host();
      return twin;
    };
    medium = fill(n_elements * MediumView<Real>::n_numbers, wild ? 1 : 1e-3);
    q = fill(n_blocks * step.layout().block_numbers(), 1);
    traces = fill((4 * n_elements + 1) * n_trace, 1);
    std::vector<int> list(4 * n_elements);
    std::uniform_int_distribution<int> any(0, static_cast<int>(4 * n_elements));
    const long far[4] = {1, -1, 37, -1901};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const long e = static_cast<long>(i / 4) + far[i % 4] * (1 + static_cast<long>(i / 4 % 3)),
                 all = static_cast<long>(n_elements);
      list[i] = wild ? any(random) : static_cast<int>((e % all + all) % all * 4 + static_cast<long>(i % 4 ^ 1));
    }
    beyond = exec::upload(list, queue);
  }
  StepArrays<Real> arrays() {
    return {medium.device(Access::read), q.device(Access::read_write), traces.device(Access::read_write),
            beyond.device(Access::read)};
  }
  void predict() { step.predict(arrays(), {0, n}, Real(0.02)); }
  void correct() { step.correct(arrays(), {0, n}); }

  DeviceStep<Real> step;
  std::size_t n;
  exec::Twin<Real> medium, q, traces;
  exec::Twin<int> beyond;
};

/// Of rows of numbers, of which the first `n_used` count.
template <class Real>
double difference(exec::Twin<Real>& a, exec::Twin<Real>& b, std::size_t row, std::size_t n_used) {
  const Real *x = a.host(Access::read), *y = b.host(Access::read);
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % row >= n_used) continue;
    wrong =
        std::max(wrong, std::isfinite(x[i]) ? std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i])) : 1e99);
    all = std::max(all, std::abs(static_cast<double>(y[i])));
  }
  return wrong / all;
}

template <class Real>
bool check(int order, const exec::Queue& gpu) {
  constexpr std::size_t n_blocks = 9;
  const Operators<Real> operators = make_operators<Real>(order);
  Problem<Real> fast(operators, fast_step<Real>(order, gpu.device()), n_blocks, true, gpu),
      plain(operators, {}, n_blocks, true, {});
  const std::size_t n_trace = trace_numbers<Real>(order),
                    n_used = static_cast<std::size_t>(n_face_fields * operators.n_face);
  double worst = 0;
  for (int n = 0; n < 2; ++n) {
    fast.predict();
    plain.predict();
    worst =
        std::max({worst, difference(fast.q, plain.q, 1, 1), difference(fast.traces, plain.traces, n_trace, n_used)});
    fast.correct();
    plain.correct();
    worst = std::max(worst, difference(fast.q, plain.q, 1, 1));
  }
  const bool right = worst < (sizeof(Real) == 4 ? 2e-5 : 1e-13);
  fmt::print("order {} {}: largest difference {:.2e}{}\n", order, sizeof(Real) == 4 ? "single" : "double", worst,
             right ? "" : "  WRONG");
  return right;
}

template <class Function>
double seconds(const exec::Queue& queue, int repeats, Function f) {
  f();
  queue.wait();
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < repeats; ++n) f();
  queue.wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repeats;
}

template <class Real>
void time(const char* rung, const Operators<Real>& operators, const FastStep<Real>& fast, std::size_t n_elements,
          const exec::Queue& gpu) {
  Problem<Real> p(operators, fast, (n_elements + device_block - 1) / device_block, false, gpu);
  const double predict = seconds(gpu, 20, [&] { p.predict(); }), correct = seconds(gpu, 20, [&] { p.correct(); });
  const double n = static_cast<double>(p.n) * device_block / 1e6;
  fmt::print("order {} {}{}: {:.1f} M updates/s; first half {:.3f} ms, second half {:.3f} ms for {:.4g} M elements\n",
             operators.order, sizeof(Real) == 4 ? "single" : "double", rung, n / (predict + correct), 1e3 * predict,
             1e3 * correct, n);
  std::fflush(stdout);
}

/// With all entries of rows that have any, zeros among them.
template <class Real, std::size_t n>
void fill(std::array<std::vector<Entry<Real>>, n>& matrices, int n_rows, int n_columns) {
  for (std::vector<Entry<Real>>& entries : matrices) {
    std::vector<Real> values(static_cast<std::size_t>(n_rows * n_columns));
    for (const Entry<Real>& e : entries) values[static_cast<std::size_t>(e.row * n_columns + e.column)] = e.value;
    entries.clear();
    for (int r = 0; r < n_rows; ++r)
      for (int c = 0; c < n_columns; ++c)
        entries.push_back({r, c, values[static_cast<std::size_t>(r * n_columns + c)]});
  }
}

template <class Real>
void climb(int order, std::size_t n_elements, const exec::Queue& gpu) {
  const Operators<Real> sparse = make_operators<Real>(order);
  Operators<Real> dense = sparse;
  fill(dense.stiffness, dense.n_basis, dense.n_basis);
  fill(dense.face, dense.n_basis, dense.n_face);
  time<Real>(", dense", dense, {}, n_elements, gpu);
  time<Real>(", sparse", sparse, {}, n_elements, gpu);
  time<Real>(", literals", sparse, fast_step<Real>(order, gpu.device()), n_elements, gpu);
}

template <class Real, class Function, int... Order>
bool for_orders(std::integer_sequence<int, Order...>, Function f) {
  bool all = true;
  ((all = f(Order, Real{}) && all), ...);
  return all;
}

int run(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "1000000";
  const bool is_number = what.find_first_not_of("0123456789") == std::string::npos;
  const std::size_t n = is_number ? std::stoull(what) : 200000;
  const int only = argc > 2 ? std::atoi(argv[2]) : 0;
  const exec::Device device{exec::DeviceKind::gpu, 0};
  exec::use(device);
  const exec::Queue gpu(device);
  const auto one = [&](int order, auto real) {
    using Real = decltype(real);
    if (only != 0 && order != only) return true;
    if (what == "check") return check<Real>(order, gpu);
    if (what == "ladder")
      climb<Real>(order, n, gpu);
    else
      time<Real>("", make_operators<Real>(order), fast_step<Real>(order, gpu.device()), n, gpu);
    return true;
  };
  bool right = for_orders<float>(GpuOrders<float>{}, one);
  right = for_orders<double>(GpuOrders<double>{}, one) && right;
  return right ? 0 : 1;
}

}  // namespace
}  // namespace unda::dg

int main(int argc, char** argv) { return unda::dg::run(argc, argv); }

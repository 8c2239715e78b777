// The step of discontinuous Galerkin on a GPU by itself: dg_gpu check|ELEMENTS [ORDER]
// check: the fast step against the plain one on the host, on elements with random media and neighbours. Otherwise speeds, in millions of
// element updates a second.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "dg/device/gpu_orders.hpp"
#include "dg_problem.hpp"

namespace unda::dg {
namespace {

template <class Real>
bool check(int order, const exec::Queue& gpu) {
  const Operators<Real> operators = make_operators<Real>(order);
  const Way<Real> fast = way_of(operators, fast_step<Real>(order, gpu.device()), n_compared_blocks, gpu),
                  plain = way_of<Real>(operators, {}, n_compared_blocks, {});
  const double worst = difference(order, fast, gpu, plain, {});
  const bool right = worst < rounding<Real>;
  fmt::print("order {} {}: largest difference {:.2e}{}\n", order, name_of_precision<Real>(), worst,
             right ? "" : "  WRONG");
  return right;
}

template <class Real>
void time(int order, std::size_t n_elements, const exec::Queue& gpu) {
  Problem<Real> p(order, (n_elements + device_block - 1) / device_block, false, gpu);
  const Way<Real> fast = way_of(make_operators<Real>(order), fast_step<Real>(order, gpu.device()), p.n, gpu);
  const double predict = seconds(gpu, 20, [&] { p.predict(fast); }),
               correct = seconds(gpu, 20, [&] { p.correct(fast); });
  const double n = static_cast<double>(p.n) * device_block / 1e6;
  fmt::print("order {} {}: {:.1f} M updates/s; first half {:.3f} ms, second half {:.3f} ms for {:.4g} M elements\n",
             order, name_of_precision<Real>(), n / (predict + correct), 1e3 * predict, 1e3 * correct, n);
  std::fflush(stdout);
}

template <class Real, class Function, int... Order>
bool for_orders(std::integer_sequence<int, Order...>, Function f) {
  bool all = true;
  ((all = f(Order, Real{}) && all), ...);
  return all;
}

int run(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "1000000";
  const int only = argc > 2 ? std::atoi(argv[2]) : 0;
  const exec::Device device{exec::DeviceKind::gpu, 0};
  exec::use(device);
  const exec::Queue gpu(device);
  const auto one = [&](int order, auto real) {
    using Real = decltype(real);
    if (only != 0 && order != only) return true;
    if (what == "check") return check<Real>(order, gpu);
    time<Real>(order, std::stoull(what), gpu);
    return true;
  };
  bool right = for_orders<float>(GpuOrders<float>{}, one);
  right = for_orders<double>(GpuOrders<double>{}, one) && right;
  return right ? 0 : 1;
}

}  // namespace
}  // namespace unda::dg

int main(int argc, char** argv) { return unda::dg::run(argc, argv); }

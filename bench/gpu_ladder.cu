// How the update on a GPU got fast: the same step of the same grid by kernels of growing skill, order 8, single precision.
//   gpu_ladder [points an axis]     (a table for docs/performance.md; bench/gpu --ladder runs it)
// Rungs: a loop over points that reads all neighbours through the caches; a march along the slowest axis with the values across
// planes in registers; the same with rows on whole lines of the cache; 2 and 4 points a thread; both stages in one pass.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "fd/device/march.cuh"
#include "fd/schemes/acoustic.hpp"
#include "fd/schemes/acoustic_second_order.hpp"
#include "fd/schemes/elastic.hpp"

namespace {

using namespace unda;
using namespace unda::fd;

constexpr int radius = 4;

/// Arrays of a scheme on the GPU, with rows that start `lead` numbers into a line.
template <class Scheme>
struct Setting {
  View<float> view;
  Box box;
  std::vector<std::shared_ptr<void>> memory;

  Setting(int n, int lead) {
    const exec::Device gpu{exec::DeviceKind::gpu, 0};
    const std::ptrdiff_t row = (n + 31) / 32 * 32 + 32 + (lead != 0 ? 16 : 0), plane = row * (n + 2 * radius);
    auto array = [&] {
      memory.push_back(exec::allocate(gpu, (plane * (n + 2 * radius) + 512) * sizeof(float)));
      return static_cast<float*>(memory.back().get()) + radius * (plane + row) + 32 + lead;
    };
    view.stride = {1, row, plane};
    view.n = {n, n, n};
    view.row_length = static_cast<int>(row);
    view.dt = 1e-4F;
    view.inverse_spacing = {1, 1, 1};
    for (std::size_t f = 0; f < Scheme::fields.size(); ++f) view.field[f] = array();
    view.into = view.field;
    view.into[0] = array();
    float* shared = nullptr;
    for (std::size_t m = 0; m < Scheme::medium.size(); ++m) {
      const Parameter& parameter = Scheme::medium[m];
      if (parameter.may_be_mean) {
        if (shared == nullptr) shared = array();
        const int axis = parameter.half[0] != 0 ? 0 : parameter.half[1] != 0 ? 1 : 2;
        view.parameter[m] = shared;
        view.parameter_step[m] = axis == 0 ? 1 : view.stride[axis];
      } else {
        view.parameter[m] = array();
      }
      view.parameter_stride[m] = view.stride;
    }
    box = {{0, 0, 0}, view.n};
  }
};

/// G points/s of the median of several runs.
template <class Step>
double rate(const exec::Queue& queue, int n, Step step) {
  std::vector<double> ms;
  const auto stream = static_cast<cudaStream_t>(queue.stream());
  cudaEvent_t start, end;
  exec::detail::check_gpu_call(cudaEventCreate(&start), "making an event");
  exec::detail::check_gpu_call(cudaEventCreate(&end), "making an event");
  for (int run = 0; run < 11; ++run) {
    cudaEventRecord(start, stream);
    step();
    cudaEventRecord(end, stream);
    exec::detail::check_gpu_call(cudaEventSynchronize(end), "computing");
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, start, end);
    ms.push_back(elapsed);
  }
  std::sort(ms.begin(), ms.end());
  return static_cast<double>(n) * n * n / ms[ms.size() / 2] / 1e6;
}

template <class Scheme, class... Update>
void plain(const exec::Queue& queue, const Setting<Scheme>& s, Stage<Update...>) {
  const Differences<float> difference(radius);
  (exec::launch<exec::Gpu>(queue, s.box.n, UpdatePoint<Scheme, Update, float>{s.view, difference, s.box.first}), ...);
}

template <int Points, class Scheme, class... Update>
void marching(const exec::Queue& queue, const Setting<Scheme>& s, Stage<Update...>) {
  (detail::UpdateOnBox<exec::Gpu, Scheme, Update, void, float>::template run<radius, Points>(queue, s.view, {}, s.box),
   ...);
}

template <class Scheme>
void climb(const char* name, int n, const exec::Queue& queue) {
  auto all_stages = [](auto visit) {
    std::apply([&](auto... stage) { (visit(stage), ...); }, typename Scheme::Stages{});
  };
  double at_points = 0, at_odd_rows = 0;
  {
    const Setting<Scheme> odd(n, 16);
    at_points = rate(queue, n, [&] { all_stages([&](auto stage) { plain(queue, odd, stage); }); });
    at_odd_rows = rate(queue, n, [&] { all_stages([&](auto stage) { marching<1>(queue, odd, stage); }); });
  }
  Setting<Scheme> s(n, 0);
  const double one = rate(queue, n, [&] { all_stages([&](auto stage) { marching<1>(queue, s, stage); }); });
  const double two = rate(queue, n, [&] { all_stages([&](auto stage) { marching<2>(queue, s, stage); }); });
  double four = 0, fused = 0;
  if constexpr (Scheme::fields.size() < 5)
    four = rate(queue, n, [&] { all_stages([&](auto stage) { marching<4>(queue, s, stage); }); });
  if constexpr (requires { typename Scheme::Rate; })
    fused = rate(queue, n, [&] {
      detail::UpdateOnBox<exec::Gpu, Scheme, typename Scheme::Rate, typename Scheme::Pressure,
                          float>::template run<radius, 2>(queue, s.view, {}, s.box);
      std::swap(s.view.field[0], s.view.into[0]);
    });
  auto cell = [](double value) { return value > 0 ? std::to_string(value).substr(0, 5) : std::string(" "); };
  std::printf("| %s, %d^3 | %s | %s | %s | %s | %s | %s |\n", name, n, cell(at_points).c_str(),
              cell(at_odd_rows).c_str(), cell(one).c_str(), cell(two).c_str(), cell(four).c_str(), cell(fused).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 800;
  const unda::exec::Device gpu{unda::exec::DeviceKind::gpu, 0};
  unda::exec::use(gpu);
  const unda::exec::Queue queue(gpu);
  std::printf(
      "| G points/s | points, all neighbours from the caches | march | rows on cache lines | 2 points a thread | 4 "
      "points "
      "a thread | both stages in one pass |\n|---|---|---|---|---|---|---|\n");
  climb<unda::fd::Acoustic<3>>("acoustic", n, queue);
  climb<unda::fd::AcousticSecondOrder<3>>("acoustic, second order", n, queue);
  climb<unda::fd::Elastic<3, false>>("elastic", n * 5 / 8 / 32 * 32, queue);
  return 0;
}

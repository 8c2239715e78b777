// How the update on a GPU got fast: the same step of the same grid by kernels of growing skill, order 8, single precision.
//   gpu_ladder [points an axis]     (a table for docs/performance.md; bench/gpu --ladder runs it)
// Rungs: a loop over points that reads all neighbours through the caches; a march along the slowest axis with the values across
// planes in registers; the same with rows on whole lines of the cache; 2 and 4 points a thread; both stages in one pass. Then
// the rungs of gpu_rungs.cuh, each compared with the march before it is timed.
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
#include "gpu_rungs.cuh"

namespace {

using namespace unda;
using namespace unda::fd;

constexpr int radius = 4, ghosts = 2 * radius;

/// Arrays of a scheme on the GPU, with rows that start `lead` numbers into a line.
template <class Scheme>
struct Setting {
  View<float> view;
  Box box;
  std::vector<std::shared_ptr<void>> memory;

  Setting(int n, int lead) {
    const exec::Device gpu{exec::DeviceKind::gpu, 0};
    const std::ptrdiff_t row = (n + 31) / 32 * 32 + 32 + (lead != 0 ? 16 : 0), plane = row * (n + 2 * ghosts);
    auto array = [&] {
      memory.push_back(exec::allocate(gpu, (plane * (n + 2 * ghosts) + 512) * sizeof(float)));
      return static_cast<float*>(memory.back().get()) + ghosts * (plane + row) + 32 + lead;
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

/// Numbers that differ from point to point.
template <class Scheme>
struct FillPoint {
  View<float> view;
  constexpr void operator()(int i, int j, int k) const {
    const std::ptrdiff_t here = i + j * view.stride[1] + k * view.stride[2];
    for (std::size_t f = 0; f < Scheme::fields.size(); ++f)
      view.field[f][here] = static_cast<float>((i * 37 + j * 101 + k * 53 + static_cast<int>(f) * 17) % 97) - 48;
    for (std::size_t m = 0; m < Scheme::medium.size(); ++m)
      const_cast<float*>(view.parameter[m])[here] = 1 + static_cast<float>((i * 13 + j * 7 + k * 29) % 11);
  }
};
struct LargestDifference {
  View<float> a, b;
  int n_fields;
  float* rows;
  constexpr void operator()(int j, int k, int) const {
    float largest = 0;
    for (int f = 0; f < n_fields; ++f)
      for (int i = 0; i < a.n[0]; ++i) {
        const float d = a.row(f, j, k)[i] - b.row(f, j, k)[i];
        largest = d > largest ? d : -d > largest ? -d : largest;
      }
    rows[j + k * a.n[1]] = largest;
  }
};

/// The rungs beside the ladder: a whole step each, velocities then pressure.
struct Beside {
  Setting<Acoustic<3>> from, into;
  rungs::Waves waves;
  dim3 grid;

  explicit Beside(int n) : from(n, 0), into(n, 0) {
    auto array = [](const View<float>& view, int field) { return view.field[field]; };
    waves = {array(from.view, 0),
             {array(from.view, 1), array(from.view, 2), array(from.view, 3)},
             from.view.parameter[1],
             from.view.parameter[0],
             array(into.view, 0),
             {array(into.view, 1), array(into.view, 2), array(into.view, 3)},
             from.view.stride[1],
             from.view.stride[2],
             n,
             from.view.dt};
    grid = dim3((n + rungs::tile_x - 1) / rungs::tile_x, (n + rungs::tile_y - 1) / rungs::tile_y,
                (n + rungs::planes - 1) / rungs::planes);
  }
  void product(const exec::Queue& queue, const Setting<Acoustic<3>>& s) const {
    marching<4>(queue, s, Stage<Acoustic<3>::Velocity>{});
    marching<4>(queue, s, Stage<Acoustic<3>::Pressure>{});
  }
  /// In place: pressure by the march.
  template <class Bring>
  void tiles(const exec::Queue& queue) const {
    rungs::Waves w = waves;
    for (int a = 0; a < 3; ++a) w.v_new[a] = const_cast<float*>(w.v[a]);
    rungs::velocity_from_tiles<Bring>
        <<<grid, dim3(rungs::tile_x, rungs::tile_y), 0, static_cast<cudaStream_t>(queue.stream())>>>(w);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting tiles");
    marching<4>(queue, from, Stage<Acoustic<3>::Pressure>{});
  }
  void one_pass(const exec::Queue& queue) const {
    rungs::both_stages<<<grid, dim3(rungs::wide, rungs::high), 0, static_cast<cudaStream_t>(queue.stream())>>>(waves);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting one pass");
  }
};

float largest_difference(const exec::Queue& queue, int n_fields, const View<float>& a, const View<float>& b) {
  const std::size_t n = static_cast<std::size_t>(a.n[1]) * a.n[2];
  const auto rows = exec::allocate({exec::DeviceKind::gpu, 0}, n * sizeof(float));
  exec::launch<exec::Gpu>(queue, {a.n[1], a.n[2], 1},
                          LargestDifference{a, b, n_fields, static_cast<float*>(rows.get())});
  std::vector<float> found(n);
  exec::copy(queue, found.data(), rows.get(), n * sizeof(float), exec::Direction::to_host);
  queue.wait();
  return *std::max_element(found.begin(), found.end());
}

/// Without the points near the sides: what one pass finds beyond the grid on its way is not zero as the ghosts are.
template <class Scheme>
View<float> inner_part(View<float> view) {
  for (std::size_t f = 0; f < Scheme::fields.size(); ++f)
    view.field[f] += ghosts * (1 + view.stride[1] + view.stride[2]);
  for (int& n : view.n) n -= 2 * ghosts;
  return view;
}

/// Second-order waves: two steps a pass, and the march twice.
struct TwoSteps {
  Setting<AcousticSecondOrder<3>> from, into;

  explicit TwoSteps(int n) : from(n, 0), into(n, 0) {}
  void one_pass(const exec::Queue& queue) const {
    const View<float>&a = from.view, &b = into.view;
    const int n = a.n[0];
    const rungs::SecondOrderWaves waves{
        a.field[0], a.field[1], a.parameter[0], b.field[0], b.field[1], a.stride[1], a.stride[2], n, a.dt};
    const dim3 grid((n + rungs::tile_x - 1) / rungs::tile_x, (n + rungs::tile_y - 1) / rungs::tile_y,
                    (n + rungs::planes - 1) / rungs::planes);
    rungs::two_steps<<<grid, dim3(rungs::wide, rungs::high), 0, static_cast<cudaStream_t>(queue.stream())>>>(waves);
    exec::detail::check_gpu_call(cudaGetLastError(), "starting two steps");
  }
  void marches(const exec::Queue& queue) {
    for (int step = 0; step < 2; ++step) {
      detail::UpdateOnBox<exec::Gpu, AcousticSecondOrder<3>, AcousticSecondOrder<3>::Rate,
                          AcousticSecondOrder<3>::Pressure, float>::run<radius, 2>(queue, from.view, {}, from.box);
      std::swap(from.view.field[0], from.view.into[0]);
    }
  }
};

bool two_steps_are_right(const exec::Queue& queue) {
  TwoSteps expected(128), found(128);
  for (auto* both : {&expected, &found})
    exec::launch<exec::Gpu>(queue, both->from.box.n, FillPoint<AcousticSecondOrder<3>>{both->from.view});
  expected.marches(queue);
  found.one_pass(queue);
  const float difference = largest_difference(queue, 2, inner_part<AcousticSecondOrder<3>>(expected.from.view),
                                              inner_part<AcousticSecondOrder<3>>(found.into.view));
  if (difference != 0) std::fprintf(stderr, "two steps: off by %g\n", static_cast<double>(difference));
  return difference == 0;
}

/// Whether the rungs compute what the march does, on a small grid with zeros around it.
bool right(const exec::Queue& queue) {
  const int n = 128;
  bool all = true;
  auto check = [&](const char* name, auto step, bool elsewhere) {
    Beside beside(n);
    Setting<Acoustic<3>> expected(n, 0);
    for (const auto* s : {&beside.from, &expected})
      exec::launch<exec::Gpu>(queue, s->box.n, FillPoint<Acoustic<3>>{s->view});
    beside.product(queue, expected);
    step(beside);
    const View<float> found = elsewhere ? beside.into.view : beside.from.view;
    const float difference =
        elsewhere ? largest_difference(queue, 4, inner_part<Acoustic<3>>(expected.view), inner_part<Acoustic<3>>(found))
                  : largest_difference(queue, 4, expected.view, found);
    if (difference != 0) std::fprintf(stderr, "%s: off by %g\n", name, static_cast<double>(difference));
    all = all && difference == 0;
  };
  check(
      "tiles", [&](Beside& b) { b.tiles<rungs::ByThreads>(queue); }, false);
  check(
      "bulk copies", [&](Beside& b) { b.tiles<rungs::ByBulkCopies>(queue); }, false);
  check(
      "one pass", [&](Beside& b) { b.one_pass(queue); }, true);
  return all;
}

void climb_beside(int n, const exec::Queue& queue) {
  {
    TwoSteps waves(n);
    std::printf(
        "\n| G points/s | the march | two steps in one pass |\n|---|---|---|\n| acoustic, second order, %d^3 | %.1f | "
        "%.1f "
        "|\n",
        n, 2 * rate(queue, n, [&] { waves.marches(queue); }), 2 * rate(queue, n, [&] { waves.one_pass(queue); }));
  }
  const Beside beside(n);
  std::printf(
      "\n| G points/s | the march | planes of p in shared memory | brought by bulk copies | both stages in one pass |\n"
      "|---|---|---|---|---|\n| acoustic, %d^3 | %.1f | %.1f | %.1f | %.1f |\n",
      n, rate(queue, n, [&] { beside.product(queue, beside.from); }),
      rate(queue, n, [&] { beside.tiles<rungs::ByThreads>(queue); }),
      rate(queue, n, [&] { beside.tiles<rungs::ByBulkCopies>(queue); }),
      rate(queue, n, [&] { beside.one_pass(queue); }));
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
  if (!right(queue) || !two_steps_are_right(queue)) return 1;
  climb_beside(n, queue);
  return 0;
}

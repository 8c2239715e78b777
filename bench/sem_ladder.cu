// How spectral elements on a GPU got fast: steps of the same box by the kernels of two papers, of what followed, and of the program.
//   sem_ladder [elements an axis]     (a table for docs/performance.md; bench/sem_speed --ladder runs it)
// Degree 4, elastic waves, single precision. The forces of each rung are compared with the program's on a small box first.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "exec/upload.hpp"
#include "mesh/levels.hpp"
#include "model/model.hpp"
#include "scenario/reader.hpp"
#include "sem/device/domain_forces.hpp"
#include "sem/materials.hpp"
#include "sem_rungs.cuh"

namespace {

using namespace unda;
using namespace unda::bench;
using exec::Access;

constexpr float edge = 100;  // of elements, m

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "sem_ladder: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// The box as the program has it.
struct Product {
  Product(const std::array<int, 3>& n, const exec::Queue& queue) : queue(queue) {
    const auto path = std::filesystem::temp_directory_path() / "unda_sem_ladder.toml";
    std::ofstream(path)
        << "[domain]\nx = [0, " << n[0] * edge << "]\ny = [0, " << n[1] * edge << "]\nz = [" << -n[2] * edge
        << ", 0]\n[model]\nkind = 'uniform'\nvp = 3000\nvs = 1600\nrho = 2000\n[boundary]\ndefault = 'free'\n"
        << "[mesh]\nspacing = " << edge * 1.0001 << "\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\n"
        << "[[receivers]]\npositions = [[1, 1, -1]]\n";
    const scenario::Scenario s = scenario::read_scenario(path, {});
    const auto model = model::make_model(s);
    mesh::Levels levels = mesh::make_levels(s, *model, 0.8);
    const sem::Index count = levels.n;
    mesh = std::make_unique<sem::Mesh>(s, std::move(levels), degree, parallel::Cartesian({1, 1, 1}, count, {}, 0));
    const sem::Materials materials(*mesh, *model, true);
    sem::ElementTables<float> tables(*mesh, sem::Physics::elastic, false);
    materials.for_each_element([&](const sem::Index& e, const auto& of_element) { tables.take(*mesh, e, of_element); });
    forces = sem::DeviceDomainForces<float>(*mesh, sem::Physics::elastic, tables, queue);
    const std::size_t size = 3 * mesh->size();
    u = exec::Twin<float>(size, queue);
    v = exec::Twin<float>(size, queue);
    f = exec::Twin<float>(size, queue);
    inverse_mass = exec::Twin<float>(mesh->size(), queue);
  }
  void step() {
    const sem::Motion<float> motion{u.device(Access::read_write), v.device(Access::read_write),
                                    inverse_mass.device(Access::read), 1e-6F};
    forces.find(u.device(Access::read), f.device(Access::read_write), motion);
    forces.move_rest(motion);
  }

  exec::Queue queue;
  std::unique_ptr<sem::Mesh> mesh;
  sem::DeviceDomainForces<float> forces;
  exec::Twin<float> u, v, f, inverse_mass;
};

__global__ void fill(Elements elements, int* point, float* metric) {
  const std::size_t e = blockIdx.x, x = e % elements.n[0], y = e / elements.n[0] % elements.n[1];
  const std::size_t z = e / elements.n[0] / elements.n[1], p = threadIdx.x, row = elements.n[0] * degree + 1;
  const std::size_t plane = row * (elements.n[1] * degree + 1), at = e * padded + p;
  const std::size_t i = p % n_line, j = p / n_line % n_line, k = p / n_square;
  point[at] = static_cast<int>((z * degree + k) * plane + (y * degree + j) * row + x * degree + i);
  const float weight[n_line] = {0.1F, 49 / 90.0F, 32 / 45.0F, 49 / 90.0F, 0.1F};
  for (int number = 0; number < 9; ++number)
    metric[number * elements.count() * padded + at] = number % 4 == 0 ? 2 / edge : 0.0F;
  if (p < n_cube)
    metric[9 * elements.count() * padded + at] = weight[i] * weight[j] * weight[k] * edge * edge * edge / 8;
}

/// The box as meshes without structure are kept.
struct Listed {
  Listed(const std::array<int, 3>& n, const exec::Queue& queue)
      : queue(queue),
        stream(static_cast<cudaStream_t>(queue.stream())),
        elements{{n[0], n[1], n[2]}, nullptr, nullptr, nullptr, nullptr} {
    const std::size_t count = elements.count();
    n_points = 1;
    for (int a = 0; a < 3; ++a) n_points *= static_cast<std::size_t>(n[a]) * degree + 1;
    point = exec::Twin<int>(count * padded, queue);
    metric = exec::Twin<float>(10 * count * padded, queue);
    fill<<<static_cast<unsigned>(count), padded, 0, stream>>>(elements, point.device(Access::write),
                                                              metric.device(Access::write));
    const double rho = 2000, mu = rho * 1600 * 1600, lambda = rho * 3000 * 3000 - 2 * mu;
    lambdas = exec::upload(std::vector<float>(count, static_cast<float>(lambda)), queue);
    mus = exec::upload(std::vector<float>(count, static_cast<float>(mu)), queue);
    elements.point = point.device(Access::read);
    elements.metric = metric.device(Access::read);
    elements.lambda = lambdas.device(Access::read);
    elements.mu = mus.device(Access::read);
    for (int colour = 0; colour < 8; ++colour) {
      std::vector<int> list;
      for (std::size_t e = 0; e < count; ++e) {
        const std::size_t x = e % n[0], y = e / n[0] % n[1], z = e / n[0] / n[1];
        if (x % 2 + 2 * (y % 2) + 4 * (z % 2) == static_cast<std::size_t>(colour)) list.push_back(static_cast<int>(e));
      }
      colours.push_back(exec::upload(list, queue));
    }
    for (exec::Twin<float>* field : {&u, &v, &f}) *field = exec::Twin<float>(3 * n_points, queue);
    inverse_mass = exec::Twin<float>(n_points, queue);
  }
  void move() {
    move_points<<<static_cast<unsigned>((3 * n_points + 255) / 256), 256, 0, stream>>>(
        u.device(Access::read_write), v.device(Access::read_write), f.device(Access::read_write),
        inverse_mass.device(Access::read), 1e-6F, n_points);
  }

  exec::Queue queue;
  cudaStream_t stream;
  Elements elements;
  std::size_t n_points;
  exec::Twin<int> point;
  exec::Twin<float> metric, lambdas, mus, u, v, f, inverse_mass;
  std::vector<exec::Twin<int>> colours;
};

struct Rung {
  std::string name;
  std::function<void(Listed&)> forces;
};

std::vector<Rung> rungs() {
  const auto u = [](Listed& s) { return s.u.device(Access::read); };
  const auto f = [](Listed& s) { return s.f.device(Access::read_write); };
  constexpr int tile_bytes = 3 * tile_points * tile_points * n_line * static_cast<int>(sizeof(float));
  check(cudaFuncSetAttribute(tile_of_elements, cudaFuncAttributeMaxDynamicSharedMemorySize, tile_bytes),
        "shared memory");
  return {{"a thread an element, neighbours computed again (Cao et al., b)",
           [=](Listed& s) {
             const auto count = static_cast<unsigned>(s.elements.count());
             thread_of_element_and_neighbours<<<(count + 63) / 64, 64, 0, s.stream>>>(s.elements, u(s), f(s));
           }},
          {"a thread an element, odd and even by turns in shared memory (Cao et al., c)",
           [=](Listed& s) {
             const auto pairs = [](int n, int of) { return static_cast<unsigned>((n + 2 * of - 1) / (2 * of)); };
             const dim3 grid(pairs(s.elements.n[0], tile), pairs(s.elements.n[1], tile), pairs(s.elements.n[2], 1));
             for (int colour = 0; colour < 8; ++colour)
               tile_of_elements<<<grid, dim3(tile, tile), tile_bytes, s.stream>>>(s.elements, u(s), f(s), colour);
           }},
          {"a block an element, a thread a point, colours (Komatitsch et al.)",
           [=](Listed& s) {
             for (exec::Twin<int>& list : s.colours)
               block_of_element<false><<<static_cast<unsigned>(list.size()), padded, 0, s.stream>>>(
                   s.elements, u(s), f(s), list.device(Access::read));
           }},
          {"the same, atomic sums in place of colours",
           [=](Listed& s) {
             block_of_element<true>
                 <<<static_cast<unsigned>(s.elements.count()), padded, 0, s.stream>>>(s.elements, u(s), f(s), nullptr);
           }},
          {"a warp an element, one axis in registers, atomic sums", [=](Listed& s) {
             constexpr int warps = 8;
             const auto count = static_cast<unsigned>(s.elements.count());
             warp_of_element<warps><<<(count + warps - 1) / warps, 32 * warps, 0, s.stream>>>(s.elements, u(s), f(s));
           }}};
}

/// The largest difference of forces from the program's, over the largest force.
void compare(const std::vector<Rung>& all, const exec::Queue& queue) {
  const std::array<int, 3> n{19, 10, 7};
  Product product(n, queue);
  Listed listed(n, queue);
  for (int a = 0; a < 3; ++a)
    if (product.mesh->n(a) != n[a])
      std::exit((std::fprintf(stderr, "sem_ladder: the program takes other elements\n"), 1));
  std::mt19937 random(7);
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<std::ptrdiff_t> place(listed.n_points);
  {
    float *here = product.u.host(Access::read_write), *there = listed.u.host(Access::read_write);
    std::size_t p = 0;
    for (int k = 0; k <= n[2] * degree; ++k)
      for (int j = 0; j <= n[1] * degree; ++j)
        for (int i = 0; i <= n[0] * degree; ++i, ++p) {
          place[p] = product.mesh->place({i, j, k});
          for (std::size_t c = 0; c < 3; ++c)
            there[3 * p + c] = here[c * product.mesh->size() + place[p]] = number(random);
        }
  }
  product.forces.find(product.u.device(Access::read), product.f.device(Access::read_write));
  const float* right = product.f.host(Access::read);
  for (const Rung& rung : all) {
    float* start = listed.f.host(Access::write);
    std::fill(start, start + 3 * listed.n_points, 0.0F);
    rung.forces(listed);
    check(cudaGetLastError(), rung.name.c_str());
    const float* found = listed.f.host(Access::read);
    double largest = 0, wrong = 0;
    for (std::size_t p = 0; p < listed.n_points; ++p)
      for (std::size_t c = 0; c < 3; ++c) {
        const double is = found[3 * p + c], should = right[c * product.mesh->size() + place[p]];
        largest = std::max(largest, std::abs(should));
        wrong = std::max(wrong, std::isfinite(is) ? std::abs(is - should) : INFINITY);
      }
    std::fprintf(stderr, "%s: forces differ from the program's by %.1e\n", rung.name.c_str(), wrong / largest);
    if (!(wrong < 1e-5 * largest)) std::exit((std::fprintf(stderr, "sem_ladder: WRONG\n"), 1));
  }
}

/// Milliseconds, the median of several runs.
double milliseconds(const exec::Queue& queue, const std::function<void()>& step) {
  const auto stream = static_cast<cudaStream_t>(queue.stream());
  cudaEvent_t start, end;
  check(cudaEventCreate(&start), "making an event");
  check(cudaEventCreate(&end), "making an event");
  std::vector<float> times;
  for (int run = 0; run < 7; ++run) {
    cudaEventRecord(start, stream);
    step();
    cudaEventRecord(end, stream);
    check(cudaEventSynchronize(end), "computing");
    times.push_back(0);
    cudaEventElapsedTime(&times.back(), start, end);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void climb(const std::vector<Rung>& all, int n, const exec::Queue& queue) {
  const double millions = 1e-6 * n * n * n;
  std::printf("| step of %d^3 elements | forces, ms | motion, ms | M elements/s |\n|---|---|---|---|\n", n);
  {
    Listed listed({n, n, n}, queue);
    const double motion = milliseconds(queue, [&] { listed.move(); });
    for (const Rung& rung : all) {
      const double forces = milliseconds(queue, [&] { rung.forces(listed); });
      std::printf("| %s | %.2f | %.2f | %.1f |\n", rung.name.c_str(), forces, motion,
                  1e3 * millions / (forces + motion));
      std::fflush(stdout);
    }
  }
  Product product({n, n, n}, queue);
  const double both = milliseconds(queue, [&] { product.step(); });
  std::printf("| the program: tiles that go up through layers and move points on the way | %.2f | | %.1f |\n", both,
              1e3 * millions / both);
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const exec::Device gpu{exec::DeviceKind::gpu, 0};
  exec::use(gpu);
  const exec::Queue queue(gpu);
  const numerics::Gll gll = numerics::gll(degree);
  const std::vector<float> slopes(gll.derivative.begin(), gll.derivative.end());
  check(cudaMemcpyToSymbol(derivative, slopes.data(), sizeof(float) * n_square), "copying derivatives");
  const std::vector<Rung> all = rungs();
  compare(all, queue);
  climb(all, n, queue);
}

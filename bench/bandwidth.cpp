// What memory gives to loops of different kinds, GB/s of the bytes that they name: bandwidth THREADS
//
// A copy with plain stores reads what it overwrites; one with streaming stores does not. An update in place reads and
// writes the same lines, as a time step does. Best of eight rounds over arrays of 256 MB.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <omp.h>

#include "base/simd.hpp"
#include "base/timer.hpp"
#include "exec/buffer.hpp"

namespace {

using unda::Pack;
using Array = unda::exec::Buffer<float>;

constexpr std::size_t length = std::size_t{64} << 20;
constexpr int width = unda::pack_size<float>;

/// GB/s of a loop over all packs that moves so many arrays.
template <class Loop>
double speed(int n_arrays, Loop loop) {
  double best = 1e30;
  for (int round = 0; round < 8; ++round) {
    const unda::Timer timer;
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < length; i += width) loop(i);
    best = std::min(best, timer.seconds());
  }
  return n_arrays * static_cast<double>(length * sizeof(float)) / best / 1e9;
}

void stream(float* to, const Pack<float>& pack) {
#if defined(__AVX512F__)
  _mm512_stream_ps(to, reinterpret_cast<__m512>(pack));
#else
  unda::store_pack(to, pack);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bandwidth THREADS\n");
    return 2;
  }
  omp_set_num_threads(std::atoi(argv[1]));
  using unda::load_pack, unda::store_pack;
  Array a(length), b(length), c(length), d(length);
  const double plain = speed(2, [&](std::size_t i) { store_pack(&b[i], load_pack(&a[i]) + 1.0F); });
  const double streaming = speed(2, [&](std::size_t i) { stream(&b[i], load_pack(&a[i]) + 1.0F); });
  const double in_place = speed(8, [&](std::size_t i) {
    const Pack<float> x = load_pack(&a[i]), y = load_pack(&b[i]), z = load_pack(&c[i]), w = load_pack(&d[i]);
    store_pack(&a[i], x + 0.1F * y);
    store_pack(&b[i], y + 0.1F * z);
    store_pack(&c[i], z + 0.1F * w);
    store_pack(&d[i], w + 0.1F * x);
  });
  std::printf("%s threads, GB/s: copy %.1f, copy by streaming stores %.1f, four arrays in place %.1f\n", argv[1], plain,
              streaming, in_place);
}

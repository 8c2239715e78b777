// Steps of discontinuous Galerkin on random fields, to be compared and timed: what dg_gpu and dg_ladder share.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "dg/device/device_step.hpp"
#include "dg_way.hpp"
#include "exec/upload.hpp"

namespace unda::dg {

/// That of the program: fast, or plain without a fast step.
template <class Real>
Way<Real> way_of(const Operators<Real>& operators, const FastStep<Real>& fast, std::size_t n_blocks,
                 const exec::Queue& queue) {
  const auto step = std::make_shared<DeviceStep<Real>>(operators, n_blocks, queue, fast);
  return {[step](const StepArrays<Real>& a, const BlockRange& b, Real dt) { step->predict(a, b, dt); },
          [step](const StepArrays<Real>& a, const BlockRange& b) { step->correct(a, b); }};
}

/// The arrays of a step with random fields; on any device the same numbers. Wild: media and neighbours are random too, else neighbours
/// are as far away as in a mesh of boxes.
template <class Real>
struct Problem {
  Problem(int order, std::size_t n_blocks, bool wild, const exec::Queue& queue) : n(n_blocks) {
    using exec::Access;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> number(-1, 1);
    const std::size_t n_elements = n_blocks * device_block, n_trace = trace_numbers<Real>(order);
    const auto fill = [&](std::size_t size, double scale) {
      exec::Twin<Real> twin(size, queue);
      Real* values = twin.host(Access::write);
      std::vector<Real> piece(std::min<std::size_t>(size, 1 << 18));
      for (Real& value : piece) value = static_cast<Real>(scale * number(random));
      for (std::size_t i = 0; i < size; i += piece.size())
        std::copy_n(piece.begin(), std::min(piece.size(), size - i), values + i);
      twin.release_host();
      return twin;
    };
    medium = fill(n_elements * MediumView<Real>::n_numbers, wild ? 1 : 1e-3);
    const FieldLayout layout{device_block, static_cast<std::size_t>(numerics::n_tetrahedral(order))};
    q = fill(n_blocks * layout.block_numbers(), 1);
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
    using exec::Access;
    return {medium.device(Access::read), q.device(Access::read_write), traces.device(Access::read_write),
            beyond.device(Access::read)};
  }
  void predict(const Way<Real>& way) { way.predict(arrays(), {0, n}, Real(0.02)); }
  void correct(const Way<Real>& way) { way.correct(arrays(), {0, n}); }

  std::size_t n;
  exec::Twin<Real> medium, q, traces;
  exec::Twin<int> beyond;
};

/// Of rows of numbers, of which the first `n_used` count; relative to the largest.
template <class Real>
double difference(exec::Twin<Real>& a, exec::Twin<Real>& b, std::size_t row, std::size_t n_used) {
  const Real *x = a.host(exec::Access::read), *y = b.host(exec::Access::read);
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % row >= n_used) continue;
    wrong =
        std::max(wrong, std::isfinite(x[i]) ? std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i])) : 1e99);
    all = std::max(all, std::abs(static_cast<double>(y[i])));
  }
  return wrong / all;
}

constexpr std::size_t n_compared_blocks = 9;
template <class Real>
constexpr double rounding = sizeof(Real) == 4 ? 2e-5 : 1e-13;

/// The largest difference of two steps by one way and by another, each on its own device.
template <class Real>
double difference(int order, const Way<Real>& one, const exec::Queue& its, const Way<Real>& other,
                  const exec::Queue& others) {
  Problem<Real> a(order, n_compared_blocks, true, its), b(order, n_compared_blocks, true, others);
  const std::size_t n_trace = trace_numbers<Real>(order),
                    n_used = static_cast<std::size_t>(n_face_fields * numerics::n_triangular(order));
  double worst = 0;
  for (int n = 0; n < 2; ++n) {
    a.predict(one);
    b.predict(other);
    worst = std::max({worst, difference(a.q, b.q, 1, 1), difference(a.traces, b.traces, n_trace, n_used)});
    a.correct(one);
    b.correct(other);
    worst = std::max(worst, difference(a.q, b.q, 1, 1));
  }
  return worst;
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
const char* name_of_precision() {
  return sizeof(Real) == 4 ? "single" : "double";
}

}  // namespace unda::dg

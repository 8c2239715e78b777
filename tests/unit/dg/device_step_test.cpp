// The step of a device, on the host and on the simulated device, against the plain step of packs: all orders, both precisions.
#include "dg/device/device_step.hpp"

#include <random>

#include <gtest/gtest.h>

#include "dg/kernels/kernels.hpp"
#include "dg/kernels/relaxing.hpp"
#include "difference.hpp"
#include "exec/upload.hpp"

namespace unda::dg::device_step_test {
namespace {

using exec::Access;
constexpr std::size_t n_blocks = 2, n_elements = n_blocks * device_block;

template <class Real>
std::vector<Real> random_numbers(std::size_t n, int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<Real> number(-1, 1);
  std::vector<Real> values(n);
  for (Real& value : values) value = number(random);
  return values;
}

/// From blocks of one width to blocks of another, `n` numbers an element.
template <class Real>
std::vector<Real> in_blocks(const std::vector<Real>& values, std::size_t n, std::size_t from, std::size_t to) {
  std::vector<Real> moved(values.size());
  for (std::size_t place = 0; place < n_elements; ++place)
    for (std::size_t k = 0; k < n; ++k)
      moved[place / to * to * n + k * to + place % to] = values[place / from * from * n + k * from + place % from];
  return moved;
}

template <class Real>
struct State {
  std::vector<Real> medium, q, traces;
  std::vector<int> beyond;
};

template <class Real>
std::size_t n_medium(bool anisotropic) {
  return anisotropic ? GeneralView<Real>::n_numbers : MediumView<Real>::n_numbers;
}

template <class Real>
State<Real> random_state(int order, bool anisotropic) {
  const std::size_t n = n_fields * static_cast<std::size_t>(numerics::n_tetrahedral(order));
  State<Real> s{random_numbers<Real>(n_elements * n_medium<Real>(anisotropic), 1),
                random_numbers<Real>(n_elements * n, 2),
                random_numbers<Real>((4 * n_elements + 1) * trace_numbers<Real>(order), 3),
                {}};
  std::mt19937 random(4);
  std::uniform_int_distribution<int> trace(0, static_cast<int>(4 * n_elements));
  for (std::size_t i = 0; i < 4 * n_elements; ++i) s.beyond.push_back(trace(random));
  return s;
}

/// In packs, two steps.
template <class Real>
void step_in_packs(int order, bool anisotropic, State<Real>& s) {
  const Operators<Real> o = make_operators<Real>(order);
  const StepKernels<Real> kernels = reference_kernels<Real>(anisotropic);
  const std::size_t n = block_numbers<Real>(order) / pack_size<Real>,
                    per_pack = 4 * pack_size<Real> * trace_numbers<Real>(order);
  exec::Buffer<Pack<Real>> q(n_elements / pack_size<Real> * n);
  const std::size_t n_packs = n_elements / pack_size<Real>;
  exec::Buffer<Pack<Real>> medium(n_packs * kernels.n_medium);
  const std::vector<Real> fields = in_blocks(s.q, n, device_block, pack_size<Real>),
                          media = in_blocks(s.medium, kernels.n_medium, device_block, pack_size<Real>);
  std::copy(fields.begin(), fields.end(), reinterpret_cast<Real*>(q.data()));
  std::copy(media.begin(), media.end(), reinterpret_cast<Real*>(medium.data()));
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (std::size_t b = 0; b < n_packs; ++b)
      kernels.predict(o, medium.data() + b * kernels.n_medium, Real(0.02), q.data() + b * n,
                      s.traces.data() + b * per_pack);
    for (std::size_t b = 0; b < n_packs; ++b)
      kernels.correct(o, medium.data() + b * kernels.n_medium, s.traces.data() + b * per_pack, s.traces.data(),
                      s.beyond.data() + 4 * b * pack_size<Real>, q.data() + b * n);
  }
  const auto* after = reinterpret_cast<const Real*>(q.data());
  s.q = in_blocks(std::vector<Real>(after, after + s.q.size()), n, pack_size<Real>, device_block);
}

template <class Real>
void step_on(const exec::Device& device, int order, bool anisotropic, State<Real>& s) {
  const exec::Queue queue(device);
  exec::Twin<Real> medium = exec::upload(s.medium, queue), q = exec::upload(s.q, queue),
                   traces = exec::upload(s.traces, queue);
  exec::Twin<int> beyond = exec::upload(s.beyond, queue);
  const StepArrays<Real> arrays{medium.device(Access::read), q.device(Access::read_write),
                                traces.device(Access::read_write), beyond.device(Access::read)};
  DeviceStep<Real> step(make_operators<Real>(order), n_blocks, queue,
                        anisotropic ? FastStep<Real>{} : fast_step<Real>(order, device), anisotropic);
  for (int repeat = 0; repeat < 2; ++repeat) {  // the first block and the others, as outer and inner elements
    step.predict(arrays, {0, 1}, Real(0.02));
    step.predict(arrays, {1, n_blocks}, Real(0.02));
    step.correct(arrays, {1, n_blocks});
    step.correct(arrays, {0, 1});
  }
  const Real *fields = q.host(Access::read), *faces = traces.host(Access::read);
  s.q.assign(fields, fields + s.q.size());
  s.traces.assign(faces, faces + s.traces.size());
}

template <class Real>
void compare(double tolerance) {
  for (int order = 2; order <= 8; ++order) {
    for (const bool anisotropic : {false, true}) {
      if (anisotropic && order > 5) continue;  // the same loops, longer
      State<Real> right = random_state<Real>(order, anisotropic);
      step_in_packs(order, anisotropic, right);
      for (const exec::DeviceKind kind : {exec::DeviceKind::host, exec::DeviceKind::simulated}) {
        State<Real> found = random_state<Real>(order, anisotropic);
        step_on({kind, 0}, order, anisotropic, found);
        EXPECT_LT(difference(found.q, right.q), tolerance)
            << "order " << order << ", " << exec::name_of(kind) << ", " << anisotropic;
      }
    }
  }
}

/// Elements that all attenuate.
template <class Real>
struct RelaxingState {
  State<Real> s;
  std::vector<Real> moduli, memory;
};

constexpr int n_mechanisms = 3;
const std::vector<double> rates{0.4, 1.5, 4.0};

template <class Real>
RelaxingState<Real> random_relaxing_state(int order) {
  return {random_state<Real>(order, false), random_numbers<Real>(n_elements * 2 * n_mechanisms, 5),
          random_numbers<Real>(n_elements * n_memory_numbers(n_mechanisms, numerics::n_tetrahedral(order)), 6)};
}

/// The packs of an array with `n` numbers an element.
template <class Real>
exec::Buffer<Pack<Real>> packs_of(const std::vector<Real>& values, std::size_t n) {
  exec::Buffer<Pack<Real>> packs(n_elements / pack_size<Real> * n);
  const std::vector<Real> moved = in_blocks(values, n, device_block, pack_size<Real>);
  std::copy(moved.begin(), moved.end(), reinterpret_cast<Real*>(packs.data()));
  return packs;
}
template <class Real>
std::vector<Real> from_packs(const exec::Buffer<Pack<Real>>& packs, std::size_t n) {
  const auto* numbers = reinterpret_cast<const Real*>(packs.data());
  return in_blocks(std::vector<Real>(numbers, numbers + packs.size() * pack_size<Real>), n, pack_size<Real>,
                   device_block);
}

template <class Real>
void step_in_packs(int order, Real dt, RelaxingState<Real>& r) {
  const Operators<Real> o = make_operators<Real>(order);
  const RelaxingKernels<Real> kernels = reference_relaxing_kernels<Real>();
  const RelaxingStep<Real> step = relaxing_step<Real>(rates, static_cast<double>(dt));
  const std::size_t n = block_numbers<Real>(order) / pack_size<Real>,
                    per_pack = 4 * pack_size<Real> * trace_numbers<Real>(order), n_medium = MediumView<Real>::n_numbers,
                    n_moduli = 2 * n_mechanisms, n_memory = n_memory_numbers(n_mechanisms, o.n_basis),
                    strain = n_memory_numbers(n_mechanisms - 1, o.n_basis), n_packs = n_elements / pack_size<Real>;
  exec::Buffer<Pack<Real>> q = packs_of(r.s.q, n), medium = packs_of(r.s.medium, n_medium),
                           moduli = packs_of(r.moduli, n_moduli), memory = packs_of(r.memory, n_memory);
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (std::size_t b = 0; b < n_packs; ++b)
      kernels.predict(o, step, medium.data() + b * n_medium, moduli.data() + b * n_moduli, dt, q.data() + b * n,
                      memory.data() + b * n_memory, r.s.traces.data() + b * per_pack);
    for (std::size_t b = 0; b < n_packs; ++b)
      kernels.correct(o, medium.data() + b * n_medium, r.s.traces.data() + b * per_pack, r.s.traces.data(),
                      r.s.beyond.data() + 4 * b * pack_size<Real>, q.data() + b * n,
                      memory.data() + b * n_memory + strain);
  }
  r.s.q = from_packs<Real>(q, n);
  r.memory = from_packs<Real>(memory, n_memory);
}

template <class Real>
void step_on(const exec::Device& device, int order, Real dt, RelaxingState<Real>& r) {
  const exec::Queue queue(device);
  exec::Twin<Real> medium = exec::upload(r.s.medium, queue), q = exec::upload(r.s.q, queue),
                   traces = exec::upload(r.s.traces, queue), moduli = exec::upload(r.moduli, queue),
                   memory = exec::upload(r.memory, queue);
  exec::Twin<int> beyond = exec::upload(r.s.beyond, queue);
  const StepArrays<Real> arrays{medium.device(Access::read), q.device(Access::read_write),
                                traces.device(Access::read_write), beyond.device(Access::read)};
  const RelaxingArrays<Real> relaxing{{moduli.device(Access::read), memory.device(Access::read_write), device_block,
                                       static_cast<std::size_t>(numerics::n_tetrahedral(order)), n_mechanisms},
                                      relaxing_step<Real>(rates, static_cast<double>(dt))};
  DeviceStep<Real> step(make_operators<Real>(order), n_blocks, queue, fast_step<Real>(order, device), false, n_blocks);
  for (int repeat = 0; repeat < 2; ++repeat) {
    step.predict(arrays, relaxing, {{0, 1}, 0}, dt);
    step.predict(arrays, relaxing, {{1, n_blocks}, 1}, dt);
    step.correct(arrays, relaxing, {{1, n_blocks}, 1});
    step.correct(arrays, relaxing, {{0, 1}, 0});
  }
  const Real *fields = q.host(Access::read), *memories = memory.host(Access::read);
  r.s.q.assign(fields, fields + r.s.q.size());
  r.memory.assign(memories, memories + r.memory.size());
}

template <class Real>
void compare_relaxing(double tolerance) {
  for (const int order : {2, 3, 5, 6}) {
    const Real dt = order < 5 ? Real(0.1) : Real(0.02);
    RelaxingState<Real> right = random_relaxing_state<Real>(order);
    step_in_packs(order, dt, right);
    for (const exec::DeviceKind kind : {exec::DeviceKind::host, exec::DeviceKind::simulated}) {
      RelaxingState<Real> found = random_relaxing_state<Real>(order);
      step_on({kind, 0}, order, dt, found);
      EXPECT_LT(difference(found.s.q, right.s.q), tolerance) << "order " << order << ", " << exec::name_of(kind);
      EXPECT_LT(difference(found.memory, right.memory), tolerance) << "order " << order << ", " << exec::name_of(kind);
    }
  }
}

TEST(DeviceStep, RelaxesAsThePlainStepDoesInSinglePrecision) { compare_relaxing<float>(2e-5); }
TEST(DeviceStep, RelaxesAsThePlainStepDoesInDoublePrecision) { compare_relaxing<double>(1e-13); }

TEST(DeviceStep, IsThePlainStepInSinglePrecision) { compare<float>(2e-5); }
TEST(DeviceStep, IsThePlainStepInDoublePrecision) { compare<double>(1e-13); }

}  // namespace
}  // namespace unda::dg::device_step_test

// The step of a device, on the host and on the simulated device, against the plain step of packs: all orders, both precisions.
#include "dg/device/device_step.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "dg/kernels/kernels.hpp"
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
double difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    wrong += std::pow(static_cast<double>(a[k]) - static_cast<double>(b[k]), 2);
    all += std::pow(static_cast<double>(b[k]), 2);
  }
  return std::sqrt(wrong / all);
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

TEST(DeviceStep, IsThePlainStepInSinglePrecision) { compare<float>(2e-5); }
TEST(DeviceStep, IsThePlainStepInDoublePrecision) { compare<double>(1e-13); }

}  // namespace
}  // namespace unda::dg::device_step_test

// The recorder on signals that are known at any time: traces at the asked times, whatever the steps, and the same after a restart.
#include "run/trace_recorder.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace unda::run::trace_recorder_test {
namespace {

/// Nothing but two channels: a pressure at the steps and another half a step before them, or a polynomial in time.
class Signals final : public method::Simulation {
 public:
  static double value(double t) { return std::sin(9 * t) + 0.3 * t; }
  Signals(double dt, int n_terms) : dt_(dt), n_terms_(n_terms) {
    channels_ = {{0, 0, 0.0, 0, dt}, {1, 0, n_terms > 0 ? 0.0 : -0.5, 1, dt}};
  }
  void advance() override { ++step_; }
  const std::vector<method::Channel>& channels() const override { return channels_; }
  void sample() override {
    for (const method::Channel& channel : channels_) {
      const double t = (static_cast<double>(step_) + channel.time_offset) * dt_;
      if (n_terms_ == 0) noted_.push_back(value(t));
      // sin(9 t0 + 9 dt x) + 0.3 (t0 + dt x) in powers of x, t0 the start of the step
      for (int n = 0; n < n_terms_; ++n) {
        const double t0 = t - dt_, phase = 9 * t0 + n * M_PI / 2;
        double term = std::sin(phase) * std::pow(9 * dt_, n) / std::tgamma(n + 1);
        if (n == 0) term += 0.3 * t0;
        if (n == 1) term += 0.3 * dt_;
        noted_.push_back(term);
      }
    }
  }
  std::vector<double> take_samples() override { return std::exchange(noted_, {}); }
  const std::vector<method::Channel>& probes() const override { return channels_; }
  std::vector<double> read_probes() override { return {}; }
  method::TimeAccuracy time_accuracy() const override { return {false, {}, n_terms_}; }
  void transfer(method::State& state) override { state.value(step_); }

  method::Sizes sizes() const override { return {}; }
  std::string physics() const override { return "signals"; }
  exec::Device device() const override { return {}; }
  void wait() override {}
  method::SnapshotPoints snapshot_points() const override { return {}; }
  std::size_t n_snapshot_points() const override { return 0; }
  bool has_snapshot(scenario::Quantity) const override { return false; }
  double snapshot_time_offset(scenario::Quantity) const override { return 0; }
  void snapshot(scenario::Quantity, std::span<float>) const override {}
  double energy() const override { return 0; }
  bool finite() const override { return true; }
  method::Extreme extreme() const override { return {}; }
  parallel::HaloTraffic traffic() const override { return {}; }

 private:
  double dt_;
  int n_terms_;
  std::int64_t step_ = 0;
  std::vector<method::Channel> channels_;
  std::vector<double> noted_;
};

constexpr double dt = 0.0137;

Experiment experiment() {
  scenario::Scenario s;
  s.domain.dim = 2;
  s.solver.precision = scenario::Precision::double_precision;
  s.time.duration = 2;
  s.time.sample_interval = 0.01;
  scenario::ReceiverSpec spec;
  spec.name = "two";
  spec.positions = {{0, 0, 0}, {1, 0, 0}};
  spec.quantities = {scenario::Quantity::pressure};
  s.receivers = {spec};
  Experiment e;
  e.scenario = std::make_shared<const scenario::Scenario>(s);
  e.dt = dt;
  return e;
}

void go(Signals& signals, TraceRecorder& recorder, std::int64_t first, std::int64_t last, std::int64_t n_steps) {
  for (std::int64_t step = first + 1; step <= last; ++step) {
    signals.advance();
    recorder.after_step({step, n_steps, static_cast<double>(step) * dt});
  }
  if (last == n_steps) recorder.finish({last, n_steps, static_cast<double>(last) * dt});
}

std::vector<double> values_of(const output::Traces& traces) {
  return traces.groups.at(0).quantities.at(scenario::Quantity::pressure).values;
}

class Recorder : public testing::TestWithParam<int> {};  // terms of polynomials; 0: values

TEST_P(Recorder, GivesTheSignalAtTheAskedTimes) {
  const Experiment e = experiment();
  Signals signals(dt, GetParam());
  TraceRecorder recorder(e);
  recorder.start(signals);
  const std::int64_t n_steps = 160;
  go(signals, recorder, 0, n_steps, n_steps);
  const output::Traces traces = recorder.traces();
  ASSERT_TRUE(traces.complete);
  ASSERT_EQ(traces.time.size(), 201u);
  const std::vector<double> values = values_of(traces);
  ASSERT_EQ(values.size(), 402u);
  // Before t = 0 all is at rest, which the signal is not: interpolation through 8 steps may use them at first. Beyond, its
  // error is below (9 dt)^8 (0.5 1.5 2.5 3.5)^2 / 8!, and that of ten terms far below.
  const double bound = std::pow(9 * dt, 8) * std::pow(0.5 * 1.5 * 2.5 * 3.5, 2) / 40320;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const double t = static_cast<double>(n % 201) * 0.01;
    if (t < 6 * dt && GetParam() == 0) continue;
    EXPECT_NEAR(values[n], Signals::value(t), 1.01 * bound) << "channel " << n / 201 << ", t = " << t;
  }
}

/// The bytes of a state, in memory.
class Bytes final : public method::State {
 public:
  bool restoring() const override { return restoring_; }
  void transfer(void* data, std::size_t n) override {
    if (n == 0) return;
    auto* at = static_cast<char*>(data);
    if (restoring_) {
      std::memcpy(at, bytes_.data() + used_, n);
      used_ += n;
    } else {
      bytes_.insert(bytes_.end(), at, at + n);
    }
  }
  void turn() { restoring_ = true; }
  bool used_up() const { return used_ == bytes_.size(); }

 private:
  std::vector<char> bytes_;
  std::size_t used_ = 0;
  bool restoring_ = false;
};

TEST_P(Recorder, GoesOnFromACheckpointWithTheSameBits) {
  const std::int64_t n_steps = 160;
  const Experiment e = experiment();
  Signals whole(dt, GetParam());
  TraceRecorder recorder(e);
  recorder.start(whole);
  go(whole, recorder, 0, n_steps, n_steps);
  for (const std::int64_t cut : {1, 32, 77}) {
    Signals first(dt, GetParam()), second(dt, GetParam());
    TraceRecorder before(e), after(e);
    before.start(first);
    after.start(second);
    go(first, before, 0, cut, n_steps);
    Bytes state;
    first.transfer(state);
    before.transfer(state);
    state.turn();
    second.transfer(state);
    after.transfer(state);
    EXPECT_TRUE(state.used_up());
    go(second, after, cut, n_steps, n_steps);
    EXPECT_EQ(values_of(after.traces()), values_of(recorder.traces())) << "cut after " << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(ValuesAndPolynomials, Recorder, testing::Values(0, 10));

}  // namespace
}  // namespace unda::run::trace_recorder_test

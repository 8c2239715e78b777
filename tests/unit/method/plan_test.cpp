// The order in which a plan makes a propagator ready, and the worst point of a wavefield.
#include "method/plan.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace unda::method::plan_test {
namespace {

/// Writes down what it is asked for.
class Diary final : public Propagator {
 public:
  explicit Diary(std::vector<std::string>& lines) : lines_(lines) {}
  LargestStep max_step() const override { return note("max_step"), LargestStep{0.5, {}}; }
  Sizes sizes() const override {
    note("sizes");
    Sizes sizes;
    sizes.cells = 7;
    return sizes;
  }
  void add(const PointSource&) override { note("source"); }
  void add(const Receiver&) override { note("receiver"); }
  void add_probe(const Receiver&) override { note("probe"); }
  void set_communication(parallel::CommunicationMode mode) override {
    note(mode == parallel::CommunicationMode::blocking ? "blocking" : "overlap");
  }
  void set_step(double dt, std::int64_t n_steps) override {
    note("set_step " + std::to_string(dt) + " " + std::to_string(n_steps));
  }
  void start_from(const StartingField&) override { note("start_from"); }
  void advance() override { note("advance"); }

  std::string physics() const override { return ""; }
  exec::Device device() const override { return {}; }
  TimeAccuracy time_accuracy() const override { return {}; }
  void wait() override {}
  const std::vector<Channel>& channels() const override { return channels_; }
  void sample() override {}
  std::vector<double> take_samples() override { return {}; }
  const std::vector<Channel>& probes() const override { return channels_; }
  std::vector<double> read_probes() override { return {}; }
  SnapshotPoints snapshot_points() const override { return {}; }
  std::size_t n_snapshot_points() const override { return 0; }
  bool has_snapshot(scenario::Quantity) const override { return false; }
  double snapshot_time_offset(scenario::Quantity) const override { return 0; }
  void snapshot(scenario::Quantity, std::span<float>) const override {}
  double energy() const override { return 0; }
  bool finite() const override { return true; }
  Extreme extreme() const override { return {}; }
  void transfer(State&) override {}
  parallel::HaloTraffic traffic() const override { return {}; }

 private:
  void note(const std::string& line) const { lines_.push_back(line); }
  std::vector<std::string>& lines_;
  std::vector<Channel> channels_;
};

template <class Thing>
concept can_start = requires(Thing thing) {
  static_cast<Thing>(thing).start(Steps{});
};
template <class Thing>
concept can_advance = requires(Thing thing) {
  thing.advance();
};
template <class Thing>
concept takes_sources = requires(Thing thing) {
  thing.add(PointSource{});
};
static_assert(can_start<Plan&&> && !can_start<Plan&> && !can_advance<Plan> && !takes_sources<Plan>);
static_assert(can_advance<Simulation&> && !can_start<Simulation&> && !takes_sources<Simulation&>);

TEST(Plan, MakesAPropagatorReadyInItsOrder) {
  std::vector<std::string> lines;
  Plan plan(std::make_unique<Diary>(lines), {{{}, {}}, {{}}, {{}}});
  EXPECT_EQ(lines, (std::vector<std::string>{"source", "source", "receiver", "probe", "max_step", "sizes"}));
  EXPECT_EQ(plan.largest_step().dt, 0.5);
  EXPECT_EQ(plan.sizes().cells, 7);
  lines.clear();
  const auto simulation = std::move(plan).start({0.25, 12}, StartingField{}, parallel::CommunicationMode::blocking);
  simulation->advance();
  EXPECT_EQ(lines, (std::vector<std::string>{"blocking", "set_step 0.250000 12", "start_from", "advance"}));
}

TEST(WorstPoint, IsTheLargestOrWhatIsNotFinite) {
  WorstPoint worst;
  worst.include(1, "vx", [] { return Vector{1, 0, 0}; });
  worst.include(-3, "vy", [] { return Vector{2, 0, 0}; });
  worst.include(3, "vz", [] { return Vector{3, 0, 0}; });
  Extreme found = worst.of_all(parallel::Communicator::world());
  EXPECT_EQ(found.value, -3);
  EXPECT_EQ(found.position[0], 2);
  EXPECT_EQ(found.field, "vy");
  worst.include(std::numeric_limits<double>::quiet_NaN(), "p", [] { return Vector{4, 0, 0}; });
  worst.include(1e300, "p", [] { return Vector{5, 0, 0}; });
  found = worst.of_all(parallel::Communicator::world());
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_EQ(found.position[0], 4);
}

}  // namespace
}  // namespace unda::method::plan_test

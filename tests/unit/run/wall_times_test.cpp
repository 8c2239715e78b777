// The phases of a run in its report are all of its time.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/timer.hpp"
#include "run/run_in_memory.hpp"
#include "scenario/reader.hpp"

namespace unda::run::wall_times_test {
namespace {

constexpr double nap = 0.5;  // s

const char* const a_string = R"(
[domain]
x = [0, 500]
[model]
kind = "uniform"
vp = 1500.0
vs = 0.0
rho = 1000.0
[[receivers]]
positions = [[300]]
[time]
duration = 0.1
[mesh]
spacing = 20.0
)";

/// Takes a nap before the first step, as whoever has much to make ready.
class Sleeper final : public Observer {
 public:
  void start(method::Simulation& /*simulation*/) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(nap));
  }
  std::optional<Stop> after_step(const TimeStep& /*now*/) override { return {}; }
};

TEST(WallTimes, PhasesAddUpToTheWholeAndWhatIsMadeReadyIsSetUp) {
  const scenario::Scenario scenario = scenario::read_document({a_string, {}, {}, {}}, {});
  const Timer whole;
  const MemoryResult result = run_in_memory(scenario, [](const Experiment&) { return std::make_unique<Sleeper>(); });
  const double seconds = whole.seconds();
  const auto wall = nlohmann::json::parse(result.report)["wall_seconds"];
  double sum = 0;
  for (const auto& phase : wall) sum += phase.get<double>();
  EXPECT_GE(wall["setup"].get<double>(), nap);
  EXPECT_LT(wall["time_loop"].get<double>(), nap);
  EXPECT_LE(sum, seconds);
  EXPECT_GT(sum, seconds - nap / 2);
}

}  // namespace
}  // namespace unda::run::wall_times_test

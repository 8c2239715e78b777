// The energy that a device adds up from its own memory is the one of the host, to the last bit, for every scheme and face.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification {
namespace {

double energy_on(const std::string& device, const std::string& physics, double vs, const std::string& top) {
  const std::string text = fmt::format(
      "[domain]\nx = [0, 300]\nz = [-200, 0]\n[boundary]\ntop = '{}'\n[model]\nkind = 'uniform'\nvp = 2000\nvs = {}\n"
      "rho = 2000\n[[source]]\nkind = 'explosion'\nposition = [133, -87]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 0.2\nsample_interval = 0.1\n[mesh]\nspacing = 10\n[solver]\nphysics = '{}'\ndevice = '{}'\n",
      top, vs, physics, device);
  run::Experiment e = run::prepare(scenario_from(text, {}));
  constexpr int n_steps = 60;
  const auto simulation = std::move(*e.plan).start({e.dt, n_steps});
  for (int n = 0; n < n_steps; ++n) simulation->advance();
  return simulation->energy();
}

TEST(DeviceEnergy, IsThatOfTheHost) {
  struct Case {
    const char* physics;
    double vs;
    const char* top;
  };
  for (const auto& [physics, vs, top] : {Case{"acoustic", 0, "free"}, Case{"acoustic_second_order", 0, "rigid"},
                                         Case{"elastic", 1100, "free"}, Case{"elastic", 1100, "absorbing"}}) {
    const double host = energy_on("cpu", physics, vs, top);
    EXPECT_GT(host, 0);
    EXPECT_EQ(energy_on("debug", physics, vs, top), host) << physics << " " << top;
  }
}

}  // namespace
}  // namespace unda::verification

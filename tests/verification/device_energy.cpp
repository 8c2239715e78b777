// The energy that a device adds up from its own memory is the one of the host for every scheme and face: of finite differences to the
// last bit, of spectral elements and discontinuous Galerkin, whose sums come in another order, but for rounding.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::device_energy_test {
namespace {

double energy_on(const std::string& device, const std::string& physics, double vs, const std::string& top,
                 const std::string& method = "method = 'fd'", const std::string& y = "", double spacing = 10) {
  const std::string text = fmt::format(
      "[domain]\nx = [0, 300]\n{}z = [-200, 0]\n[boundary]\ntop = '{}'\n[model]\nkind = 'uniform'\nvp = 2000\nvs = {}\n"
      "rho = 2000\n[[source]]\nkind = 'explosion'\nposition = [133, {}-87]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 12, delay = 0.12 }}\n"
      "[time]\nduration = 0.2\nsample_interval = 0.1\n[mesh]\nspacing = {}\n[solver]\nphysics = '{}'\ndevice = "
      "'{}'\n{}\n",
      y, top, vs, y.empty() ? "" : "91, ", spacing, physics, device, method);
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

TEST(DeviceEnergy, OfSpectralElementsIsThatOfTheHost) {
  for (const double vs : {0.0, 1100.0})
    for (const char* top : {"free", "absorbing"}) {
      const char* method = "method = 'sem'\nprecision = 'double'";
      const double host = energy_on("cpu", "auto", vs, top, method);
      EXPECT_GT(host, 0);
      EXPECT_NEAR(energy_on("debug", "auto", vs, top, method) / host, 1, 1e-11) << vs << " " << top;
    }
}

TEST(DeviceEnergy, OfDiscontinuousGalerkinIsThatOfTheHost) {
  for (const double vs : {0.0, 1100.0}) {
    const char* method = "method = 'dg'\nprecision = 'double'\n[solver.dg]\norder = 3\nabsorbing_elements = 1";
    const double host = energy_on("cpu", "auto", vs, "free", method, "y = [0, 200]\n", 60);
    EXPECT_GT(host, 0);
    EXPECT_NEAR(energy_on("debug", "auto", vs, "free", method, "y = [0, 200]\n", 60) / host, 1, 1e-11) << vs;
  }
}

}  // namespace
}  // namespace unda::verification::device_energy_test

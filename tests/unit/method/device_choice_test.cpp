// The choice of a device: "auto" needs no flag whatever there is, "gpu" and "debug" are refused by their key where the host alone can.
#include "method/device_choice.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::method::device_choice_test {
namespace {

using scenario::Device;
using scenario::Method;
using scenario::Scenario;

struct Case {
  std::string what;
  Scenario scenario;
  model::Extremes earth;
};

std::vector<Case> on_the_host_alone() {
  std::vector<Case> cases{
      {"a chunk", {}, {}}, {"hexahedra of a file", {}, {}}, {"anisotropy with attenuation", {}, {}}};
  cases[0].scenario.solver.method = cases[1].scenario.solver.method = Method::sem;
  cases[0].scenario.domain.chunk.emplace();
  cases[1].scenario.mesh.file = "hexahedra.msh";
  cases[2].scenario.solver.method = Method::dg;
  cases[2].earth.any_anisotropic = true;
  cases[2].earth.qp_min = 50;
  return cases;
}

TEST(DeviceChoice, AutomaticStaysOnTheHostWhereTheMethodMustAndSaysSo) {
  for (const auto& [what, scenario, earth] : on_the_host_alone()) {
    EXPECT_TRUE(choose_device(scenario, earth, 1).is_host()) << what;
    const std::string told = why_not_on_gpu(scenario, earth, 1);
    EXPECT_NE(told.find("on the host alone"), std::string::npos) << what << ": " << told;
    EXPECT_EQ(told.find('\n'), std::string::npos) << what;
    EXPECT_EQ(why_not_on_gpu(scenario, earth, 0), "") << what;
  }
}

TEST(DeviceChoice, WhatWasAskedForIsRefusedByItsKeyWhereTheHostAloneCan) {
  for (auto& [what, scenario, earth] : on_the_host_alone())
    for (const Device device : {Device::gpu, Device::debug}) {
      scenario.solver.device = device;
      EXPECT_EQ(why_not_on_gpu(scenario, earth, 1), "") << what;
      try {
        choose_device(scenario, earth, 1);
        ADD_FAILURE() << what << " is not refused";
      } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("solver.device: \"" + std::string(scenario::name_of(device)) + "\""),
                  std::string::npos)
            << e.what();
      }
    }
}

TEST(DeviceChoice, AllElseGoesToTheGpuThatIsThere) {
  for (const Method method : {Method::fd, Method::sem, Method::dg}) {
    Scenario scenario;
    scenario.solver.method = method;
    model::Extremes earth;
    for (const double qp : {0.0, 50.0}) {
      earth.qp_min = qp;
      EXPECT_EQ(choose_device(scenario, earth, 2).kind, exec::DeviceKind::gpu);
      EXPECT_TRUE(choose_device(scenario, earth, 0).is_host());
      EXPECT_EQ(why_not_on_gpu(scenario, earth, 2), "");
    }
    scenario.solver.device = Device::cpu;
    EXPECT_TRUE(choose_device(scenario, earth, 2).is_host());
  }
}

}  // namespace
}  // namespace unda::method::device_choice_test

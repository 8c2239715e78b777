// Arrays on two sides, on the simulated device: copies come when they are due, and a wrong access ends the program.
#include "exec/twin.hpp"

#include <gtest/gtest.h>

#include "exec/launch.hpp"

namespace unda::exec::twin_test {
namespace {

const Queue simulated{Device{DeviceKind::simulated, 0}};

struct AddOne {
  int* values;
  constexpr void operator()(int i, int, int) const { values[i] += 1; }
};

TEST(Twin, CarriesValuesThereAndBack) {
  Twin<int> twin(100, simulated);
  int* here = twin.host(Access::write);
  for (int i = 0; i < 100; ++i) here[i] = i;
  launch<Simulated>(simulated, {100, 1, 1}, AddOne{twin.device(Access::read_write)});
  launch<Simulated>(simulated, {100, 1, 1}, AddOne{twin.device(Access::read_write)});
  const int* back = twin.host(Access::read);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(back[i], i + 2);
}

TEST(Twin, StartsWithZerosOnEitherSide) {
  Twin<int> twin(10, simulated);
  launch<Simulated>(simulated, {10, 1, 1}, AddOne{twin.device(Access::read_write)});
  EXPECT_EQ(twin.host(Access::read)[9], 1);
  EXPECT_EQ(Twin<int>(10, simulated).host(Access::read)[0], 0);
}

TEST(Twin, ReadingOnBothSidesCopiesOnce) {
  Twin<int> twin(10, simulated);
  twin.host(Access::write)[3] = 7;
  twin.device(Access::read);
  EXPECT_EQ(twin.host(Access::read)[3], 7);  // open on both sides
}

TEST(Twin, OnTheHostItIsOneArray) {
  Twin<int> twin(10);
  EXPECT_EQ(twin.host(Access::write), twin.device(Access::read_write));
  EXPECT_EQ(twin.data(), twin.host(Access::read));
}

TEST(TwinDeathTest, TheDeviceIsOutOfTheHostsReach) {
  Twin<int> twin(10, simulated);
  volatile int* there = twin.device(Access::read_write);
  EXPECT_DEATH(there[0] = 1, "");
}

TEST(TwinDeathTest, WhatTheDeviceHasChangedIsOldOnTheHost) {
  Twin<int> twin(10, simulated);
  volatile int* here = twin.host(Access::write);
  here[0] = 1;
  twin.device(Access::read_write);
  EXPECT_DEATH(here[0] = 2, "");
}

}  // namespace
}  // namespace unda::exec::twin_test

// LOH.1 by discontinuous Galerkin against a discrete-wavenumber code at the five nearest stations below 2 Hz, as loh1.cpp has it at three.
#include <gtest/gtest.h>

#include "layer_over_half_space.hpp"

namespace unda::verification::loh1_long_test {
namespace {

TEST(Loh1Long, FiveStationsByDiscontinuousGalerkin) {
  expect_nearest_stations("loh1", 0.05, {},
                          {"solver.method=dg", "solver.dg.order=5", "mesh.dg.spacing=667", "domain.x=[-667, 4667]",
                           "domain.y=[-667, 3667]", "domain.z=[-3000, 0]", "time.duration=4.5"});
}

}  // namespace
}  // namespace unda::verification::loh1_long_test

// What a plan says of the place and the reason that bound the step.
#include "method/step_bound.hpp"

#include <gtest/gtest.h>

namespace unda::method::step_bound_test {
namespace {

TEST(StepBound, NamesThePlaceTheWaveAndWhatItCrosses) {
  StepBound bound;
  bound.speed = bound.fastest = 1500;
  bound.between = StepBound::Between::grid_points;
  bound.shortest = bound.longest = 12.5;
  EXPECT_EQ(bound.words(), "everywhere: waves of 1500 m/s, the fastest, between grid points 12.5 m apart");
  bound.position[2] = -950;
  bound.longest = 20;
  EXPECT_EQ(bound.words(), "at z = -950 m: waves of 1500 m/s, the fastest, between grid points 12.5 to 20 m apart");
  bound.position = {100, -20, -950};
  bound.fastest = 6000;
  bound.between = StepBound::Between::faces;
  bound.is_smallest = bound.is_in_layer = true;
  bound.n_alike = 24;
  bound.n_steps = 8;
  EXPECT_EQ(bound.words(),
            "1/8 of it at x = 100, y = -20, z = -950 m in the absorbing layer: waves of 1500 m/s, 0.25 of the fastest, "
            "across an element with edges of 12.5 to 20 m, the smallest, one of 24 alike");
  bound.relaxation_time = 0.002;
  EXPECT_EQ(bound.words(), "the shortest time of the relaxation mechanisms, 0.002 s");
}

}  // namespace
}  // namespace unda::method::step_bound_test

// How many boxes absorb by default: so many that they are thick for the longest waves.
#include <gtest/gtest.h>

#include "dg/absorbing_layer.hpp"
#include "dg/resolution.hpp"

namespace unda::dg::absorbing_boxes_test {
namespace {

model::Extremes of_speeds(double fastest, double slowest) {
  model::Extremes earth;
  earth.vp_max = fastest;
  earth.slowest = slowest;
  earth.any_solid = true;
  return earth;
}

/// In wavelengths of the fastest wave at the peak of a Ricker, whose highest frequency sets the size of boxes.
double thickness(int order, double contrast) {
  scenario::DgOptions options;
  options.order = order;
  const AbsorbingBoxes boxes = absorbing_boxes(options, of_speeds(contrast * 500, 500), wavelengths_of_an_edge(order));
  EXPECT_LE(boxes.growth, 2 + 1e-9);
  double edge = wavelengths_of_an_edge(order), sum = 0;
  for (int k = 0; k < boxes.n; ++k, edge *= boxes.growth) sum += edge;
  return sum / (2.5 * contrast);
}

TEST(AbsorbingBoxes, AreThickForTheLongestWaves) {
  for (int order = 2; order <= 8; ++order)
    for (const double contrast : {1.0, 1.7, 3.0, 8.0, 20.0, 36.0}) {
      EXPECT_GT(thickness(order, contrast), 0.8) << order << contrast;
      if (contrast > 4 && order < 7) {
        EXPECT_LT(thickness(order, contrast), 0.9) << order << contrast;
      }
    }
}

TEST(AbsorbingBoxes, AreAsManyAsAskedFor) {
  scenario::DgOptions options;
  options.order = 5;
  options.absorbing_elements = 2;
  const AbsorbingBoxes boxes = absorbing_boxes(options, of_speeds(3000, 1700), wavelengths_of_an_edge(5));
  EXPECT_EQ(boxes.n, 2);
  EXPECT_TRUE(boxes.are_thin());
  options.absorbing_elements = boxes.by_default;
  EXPECT_FALSE(absorbing_boxes(options, of_speeds(3000, 1700), wavelengths_of_an_edge(5)).are_thin());
}

}  // namespace
}  // namespace unda::dg::absorbing_boxes_test

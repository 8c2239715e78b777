// What the absorbing layers send back: the same shot in a box and in one so large that no echo returns in
// time.
#include <cmath>

#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification {
namespace {

std::string box(double half_width, const std::string& receivers) {
  // 25 Hz at most in water: 60 m; the grid is the same in both boxes.
  return "[domain]\nx = [" + std::to_string(-half_width) + ", " + std::to_string(half_width) + "]\nz = [" +
         std::to_string(-half_width) + ", " + std::to_string(half_width) +
         "]\n[model]\nkind = 'uniform'\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n"
         "[[source]]\nkind = 'explosion'\nposition = [0, 0]\nmoment = 1e8\n"
         "time_function = { kind = 'ricker', frequency = 10, delay = 0.15 }\n"
         "[[receivers]]\npositions = " +
         receivers +
         "\nquantities = ['pressure']\n[time]\nduration = 0.8\nsample_interval = 0.002\n[mesh]\nspacing = "
         "10.0\n";
}

/// Largest echo over the largest direct pressure, by receiver.
std::vector<double> echoes(const std::string& receivers) {
  const output::Traces small = traces_of(scenario_from(box(300, receivers)));
  const output::Traces large = traces_of(scenario_from(box(900, receivers)));
  const std::size_t nt = small.time.size();
  const auto& a = small.groups[0].quantities.at(scenario::Quantity::pressure).values;
  const auto& b = large.groups[0].quantities.at(scenario::Quantity::pressure).values;
  std::vector<double> result;
  for (std::size_t r = 0; r < small.groups[0].positions.size(); ++r) {
    double difference = 0, size = 0;
    for (std::size_t j = r * nt; j < (r + 1) * nt; ++j) {
      difference = std::max(difference, std::abs(a[j] - b[j]));
      size = std::max(size, std::abs(b[j]));
    }
    result.push_back(difference / size);
  }
  return result;
}

TEST(AbsorbingEdges, ReflectLessThanAThousandth) {
  // Beside the edge facing the source (normal incidence), along it at 45 and 65 degrees, and in the corner.
  for (const double echo : echoes("[[280, 0], [290, 290], [290, 140], [140, -290], [0, -299]]")) EXPECT_LT(echo, 1e-3);
}

}  // namespace
}  // namespace unda::verification

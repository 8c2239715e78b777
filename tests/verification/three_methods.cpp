// The three methods on one scenario, a moment tensor in two layers of solids without edges: their seismograms agree within 0.05,
// and within 0.02 at twice the resolution.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../unit/model/support.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::three_methods_test {
namespace {

const std::string earth =
    "[domain]\nx = [0, 1200]\ny = [0, 1200]\nz = [-1200, 0]\n[boundary]\ndefault = 'periodic'\n"
    "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 2400\nvs = 1400\nrho = 2000\n"
    "[[model.layer]]\ntop = -600\nvp = 3000\nvs = 1750\nrho = 2300\n"
    "[[receivers]]\npositions = [[800, 800, -200], [300, 700, -400], [900, 300, -1000]]\nquantities = ['velocity']\n"
    "[time]\nduration = 1.0\nsample_interval = 0.01\n";

const std::string pulse = "time_function = { kind = 'ricker', frequency = 2.5, delay = 0.4 }\n";
const std::string in_a_layer =
    "[[source]]\nkind = 'moment_tensor'\nposition = [600, 600, -800]\nmoment = { xz = 1e15, yy = 5e14 }\n" + pulse;
const std::string on_the_interface =
    "[[source]]\nkind = 'force'\nposition = [600, 600, -600]\nforce = [1e12, 5e11, 2e12]\n" + pulse;

struct Method {
  std::string name;
  double spacing;  ///< m; the shortest wave is 224 m long
};
const std::vector<Method> all_methods{{"fd", 30}, {"sem", 200}, {"dg", 240}};

/// The worst misfit between two methods at any receiver.
double worst_pair(double refinement, const std::string& source = in_a_layer, const std::string& where = earth,
                  const std::vector<Method>& methods = all_methods) {
  std::vector<std::vector<double>> velocity;
  for (const Method& method : methods)
    velocity.push_back(
        traces_of(scenario_from(where + source, {"solver.method=" + method.name,
                                                 fmt::format("mesh.spacing={}", method.spacing / refinement)}))
            .groups[0]
            .quantities.at(scenario::Quantity::velocity)
            .values);
  constexpr std::size_t n_receivers = 3;
  const std::size_t length = velocity[0].size() / n_receivers;
  double worst = 0;
  for (std::size_t a = 0; a < methods.size(); ++a)
    for (std::size_t b = a + 1; b < methods.size(); ++b)
      for (std::size_t r = 0; r < n_receivers; ++r) {
        const double misfit =
            reference::l2_misfit({velocity[a].data() + r * length, length}, {velocity[b].data() + r * length, length});
        std::printf("%s and %s, receiver %zu: %.4f\n", methods[a].name.c_str(), methods[b].name.c_str(), r, misfit);
        worst = std::max(worst, misfit);
      }
  return worst;
}

TEST(ThreeMethods, Agree) { EXPECT_LT(worst_pair(1), 0.05); }
TEST(ThreeMethods, AgreeBetterAtTwiceTheResolution) { EXPECT_LT(worst_pair(2), 0.02); }

/// A force that stands where two media meet.
TEST(ThreeMethods, AgreeOnASourceOnTheInterface) { EXPECT_LT(worst_pair(1, on_the_interface), 0.05); }

/// A sea, its floor and its surface: an explosion in the water, a receiver in it and two in the rock. The shortest wave is 240 m long.
TEST(ThreeMethods, AgreeOnASeaFloor) {
  const std::string sea =
      "[domain]\nx = [0, 1200]\ny = [0, 1200]\nz = [-1200, 0]\n[boundary]\ndefault = 'periodic'\ntop = 'free'\nbottom "
      "= "
      "'free'\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1020\n"
      "[[model.layer]]\ntop = -480\nvp = 3000\nvs = 1750\nrho = 2300\n[[receivers]]\npositions = [[800, 800, -200], "
      "[300, 700, -600], [900, 300, -900]]\nquantities = ['velocity']\n[time]\nduration = 1.0\nsample_interval = "
      "0.01\n";
  const std::string shot = "[[source]]\nkind = 'explosion'\nposition = [600, 600, -280]\nmoment = 1e15\n" + pulse;
  EXPECT_LT(worst_pair(2, shot, sea), 0.02);
}

/// The floor as a surface with hills of 50 m, up to 15 degrees steep, that elements and tetrahedra follow. The facets of tetrahedra are flat.
TEST(ThreeMethods, ElementsAndTetrahedraAgreeOnASeaFloorWithHills) {
  const model::test::Folder folder;
  std::vector<float> floor;
  for (int j = 0; j <= 48; ++j)
    for (int i = 0; i <= 48; ++i)
      floor.push_back(static_cast<float>(-480 + 50 * std::cos(2 * std::numbers::pi * i / 48) *
                                                    std::cos(2 * std::numbers::pi * j / 48)));
  const std::string file = folder.write("floor.npy", model::test::npy_float("(49, 49)", floor)).string();
  const std::string sea = fmt::format(
      "[domain]\nx = [0, 1200]\ny = [0, 1200]\nz = [-1200, 0]\n[boundary]\ndefault = 'periodic'\ntop = 'free'\nbottom "
      "= "
      "'free'\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1020\n"
      "[[model.layer]]\ntop = {{ file = '{}', spacing = [25, 25] }}\nvp = 3000\nvs = 1750\nrho = 2300\n"
      "[[receivers]]\npositions = [[800, 800, -200], [300, 700, -600], [900, 300, -900]]\nquantities = ['velocity']\n"
      "[time]\nduration = 1.0\nsample_interval = 0.01\n",
      file);
  const std::string shot = "[[source]]\nkind = 'explosion'\nposition = [600, 600, -280]\nmoment = 1e15\n" + pulse;
  EXPECT_LT(worst_pair(2, shot, sea, {{"sem", 200}, {"dg", 240}}), 0.05);
}

}  // namespace
}  // namespace unda::verification::three_methods_test

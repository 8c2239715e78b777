// Faces with patches of other conditions: patches that hold all of a face are that face; a wave that has not met the edge of a patch does
// not know of it, and upon what comes from the edge spectral elements and discontinuous Galerkin agree.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::boundary_patches_test {
namespace {

using scenario::Quantity;

std::vector<double> traces(const std::string& text, Quantity quantity, const std::vector<std::string>& overrides = {}) {
  return traces_of(scenario_from(text, overrides)).groups[0].quantities.at(quantity).values;
}

/// A box with a source below the west of its top, and receivers below its west and its east, on the source's height.
std::string section(const std::string& boundary, double vs, const std::string& quantity) {
  return fmt::format(
      "[domain]\nx = [0, 1600]\nz = [-800, 0]\n[model]\nvp = 2000\nvs = {}\nrho = 2000\n"
      "[[source]]\nkind = 'explosion'\nposition = [400, -200]\nmoment = 1e12\n"
      "time_function = {{ kind = 'ricker', frequency = 8 }}\n"
      "[[receivers]]\npositions = [[300, -200], [1300, -200]]\nquantities = ['{}']\n"
      "[time]\nduration = 0.9\nsample_interval = 0.005\nstep = 0.005\n[solver]\nmethod = 'sem'\nprecision = "
      "'double'\n[mesh]\nspacing "
      "= 100\n[boundary]\ndefault = 'absorbing'\n{}",
      vs, quantity, boundary);
}

const std::string east_rigid = "[[boundary.patch]]\nface = 'top'\nkind = 'rigid'\nx = [800, 1600]\n";
const std::string west_rigid = "[[boundary.patch]]\nface = 'top'\nkind = 'rigid'\nx = [0, 800]\n";

TEST(BoundaryPatches, OnAllOfAFaceAreThatFace) {
  for (const double vs : {0.0, 1000.0}) {
    const Quantity quantity = vs > 0 ? Quantity::velocity : Quantity::pressure;
    const std::string name = scenario::name_of(quantity);
    const auto rigid = traces(section("top = 'rigid'\n", vs, name), quantity),
               free = traces(section("top = 'free'\n", vs, name), quantity);
    EXPECT_GT(reference::l2_misfit(rigid, free), 0.5);
    const auto by_halves = traces(section("top = 'free'\n" + east_rigid + west_rigid, vs, name), quantity);
    EXPECT_EQ(by_halves, rigid);
    const std::string back = "[[boundary.patch]]\nface = 'top'\nkind = 'free'\n";  // the last of several
    EXPECT_EQ(traces(section("top = 'free'\n" + east_rigid + back, vs, name), quantity),
              traces(section("top = 'rigid'\n" + back, vs, name), quantity));
  }
}

/// The wave from the edge of the patch at x = 800 comes to the receivers at 0.45 s and later, the echo of the top at 0.2 s.
TEST(BoundaryPatches, WavesKnowOfAnEdgeWhenTheyHaveMetIt) {
  const auto misfit_until = [](const std::vector<double>& a, const std::vector<double>& b, double time) {
    const auto n = static_cast<std::size_t>(time / 0.005);
    return reference::l2_misfit({a.data(), n}, {b.data(), n});
  };
  const auto free = traces(section("top = 'free'\n", 0, "pressure"), Quantity::pressure),
             rigid = traces(section("top = 'rigid'\n", 0, "pressure"), Quantity::pressure),
             west_free = traces(section("top = 'free'\n" + east_rigid, 0, "pressure"), Quantity::pressure),
             of_west_rigid = traces(section("top = 'free'\n" + west_rigid, 0, "pressure"), Quantity::pressure);
  EXPECT_LT(misfit_until(west_free, free, 0.45), 1e-4);
  EXPECT_LT(misfit_until(of_west_rigid, rigid, 0.45), 1e-4);
  EXPECT_GT(misfit_until(free, rigid, 0.45), 0.5);
  const std::size_t east = free.size() / 2;  // the receiver below the patch
  EXPECT_GT(reference::l2_misfit({west_free.data() + east, east}, {free.data() + east, east}), 0.1);
}

/// A free top with a rigid square, a rigid wall with a free strip.
double worst_of_two_methods(const std::string& layers, double refinement) {
  const std::string box = fmt::format(
      "[domain]\nx = [0, 1200]\ny = [0, 1200]\nz = [-1200, 0]\n[boundary]\ndefault = 'rigid'\ntop = 'free'\n"
      "[[boundary.patch]]\nface = 'top'\nkind = 'rigid'\nx = [600, 1000]\ny = [0, 600]\n"
      "[[boundary.patch]]\nface = 'west'\nkind = 'free'\nz = [-800, -400]\n[model]\nkind = 'layers'\n{}"
      "[[source]]\nkind = 'explosion'\nposition = [500, 500, -500]\nmoment = 1e15\n"
      "time_function = {{ kind = 'ricker', frequency = 2.5, delay = 0.4 }}\n"
      "[[receivers]]\npositions = [[800, 800, -300], [300, 700, -500], [900, 300, -200]]\nquantities = ['velocity']\n"
      "[time]\nduration = 0.9\nsample_interval = 0.01\n",
      layers);
  std::vector<std::vector<double>> velocity;
  for (const std::string method : {"sem", "dg"})
    velocity.push_back(
        traces(box, Quantity::velocity, {"solver.method=" + method, fmt::format("mesh.spacing={}", 200 / refinement)}));
  const std::size_t length = velocity[0].size() / 3;
  double worst = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    const double misfit =
        reference::l2_misfit({velocity[0].data() + r * length, length}, {velocity[1].data() + r * length, length});
    std::printf("receiver %zu: %.4f\n", r, misfit);
    worst = std::max(worst, misfit);
  }
  return worst;
}

TEST(BoundaryPatches, TwoMethodsAgree) {
  EXPECT_LT(worst_of_two_methods("[[model.layer]]\ntop = 0\nvp = 2400\nvs = 1400\nrho = 2000\n", 1), 0.05);
}

}  // namespace
}  // namespace unda::verification::boundary_patches_test

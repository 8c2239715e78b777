// Meshes that Gmsh makes of the scenario: a hill against spectral elements.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/misfit.hpp"
#include "support.hpp"
#include "unit/model/support.hpp"

namespace unda::verification::generated_mesh_test {
namespace {

const std::vector<std::string> by_gmsh{"solver.method=dg", "mesh.dg.generator=gmsh"};

output::TraceGroup group_of(const std::string& text, const std::vector<std::string>& overrides) {
  return traces_of(scenario_from(text, overrides)).groups[0];
}

/// A hill of 40 m every 25 m, in a file that goes with the test.
std::string hill(const model::test::Folder& folder) {
  std::vector<float> z;
  for (int j = 0; j <= 40; ++j)
    for (int i = 0; i <= 40; ++i)
      z.push_back(static_cast<float>(
          40 * std::exp(-(std::pow((25.0 * i - 500) / 250, 2) + std::pow((25.0 * j - 500) / 250, 2)))));
  return folder.write("hill.npy", model::test::npy_float("(41, 41)", z)).string();
}

TEST(GeneratedMesh, HillByDiscontinuousGalerkinAgainstSpectralElements) {
  const model::test::Folder folder;
  const std::string text = fmt::format(
      "[domain]\nx = [0, 1000]\ny = [0, 1000]\nz = [-700, 0]\ntopography = {{ file = '{}', spacing = [25, 25] }}\n"
      "[boundary]\ndefault = 'rigid'\ntop = 'free'\n[model]\nvp = 2600\nvs = 1500\nrho = 2200\n"
      "[[source]]\nkind = 'explosion'\nposition = [300, 400, -300]\nmoment = 1e12\n"
      "time_function = {{ kind = 'ricker', frequency = 4, delay = 0.3 }}\n"
      "[[receivers]]\npositions = [[500, 500], [620, 450], [700, 700]]\ndepth = 0\nquantities = ['velocity']\n"
      "[time]\nduration = 0.7\nsample_interval = 0.005\n[mesh]\nspacing = 80\n",
      hill(folder));
  const auto elements = group_of(text, by_elements(60)), tetrahedra = group_of(text, by_gmsh);
  const double misfit = reference::l2_misfit(tetrahedra.quantities.at(scenario::Quantity::velocity).values,
                                             elements.quantities.at(scenario::Quantity::velocity).values);
  std::printf("misfit %.4f\n", misfit);
  EXPECT_LT(misfit, 0.02);
}

}  // namespace
}  // namespace unda::verification::generated_mesh_test

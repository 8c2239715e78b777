// Meshes that Gmsh makes of the scenario, or that come from a file, with absorbing layers grown on their sides: against closed forms, and a hill against
// spectral elements.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/python_program.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"
#include "unit/model/support.hpp"

namespace unda::verification::generated_mesh_test {
namespace {

bool gmsh_is_missing() { return !find_python({"gmsh", "numpy"}).has_value(); }

/// S waves of a double couple at 45 degrees beside every kind of side, edge and corner: what the prisms send back, and what elements of all sizes do.
TEST(GeneratedMesh, PrismsOnItsSidesLetWavesOut) {
  if (gmsh_is_missing()) GTEST_SKIP() << "python3-gmsh is not installed";
  const auto report = closed_form_misfit(scenario_from(
      "[domain]\nx = [-300, 300]\ny = [-300, 300]\nz = [-300, 300]\n[model]\nvp = 2400\nvs = 1600\nrho = 2000\n"
      "[[source]]\nkind = 'moment_tensor'\nposition = [7, 41, 3]\nmoment = { xz = 1e12 }\n"
      "time_function = { kind = 'ricker', frequency = 4, delay = 0.3 }\n[[receivers]]\n"
      "positions = [[280, 45, 5], [285, 45, 280], [185, 35, -290], [290, 40, 180], [-280, -280, 100]]\n"
      "quantities = ['velocity']\n[time]\nduration = 0.7\nsample_interval = 0.004\n[mesh]\nmax_frequency = 8\n"
      "[solver]\nmethod = 'dg'\n[mesh.dg]\ngenerator = 'gmsh'\n"));
  std::printf("misfit %.4f, worst %.4f\n", report.misfit, report.worst);
  EXPECT_LT(report.worst, 0.02);
}

output::TraceArray velocity_of(const std::string& text, const std::vector<std::string>& overrides) {
  return traces_of(scenario_from(text, overrides)).groups[0].quantities.at(scenario::Quantity::velocity);
}

/// A hill of 40 m every 25 m, in a file that goes with the test.
std::string hill(const model::test::Folder& folder) {
  std::vector<float> z;
  for (int j = 0; j <= 32; ++j)
    for (int i = 0; i <= 32; ++i)
      z.push_back(static_cast<float>(
          40 * std::exp(-(std::pow((25.0 * i - 500) / 250, 2) + std::pow((25.0 * j - 500) / 250, 2)))));
  return folder.write("hill.npy", model::test::npy_float("(33, 33)", z)).string();
}

/// By boxes cut into six as well. With facets whose corners lie on the hill misfits were twice as large.
TEST(GeneratedMesh, HillByDiscontinuousGalerkinAgainstSpectralElements) {
  const model::test::Folder folder;
  const std::string text = fmt::format(
      "[domain]\nx = [0, 800]\ny = [0, 800]\nz = [-400, 0]\ntopography = {{ file = '{}', spacing = [25, 25] }}\n"
      "[boundary]\ntop = 'free'\n[model]\nvp = 2600\nvs = 1500\nrho = 2200\n"
      "[[source]]\nkind = 'explosion'\nposition = [300, 400, -250]\nmoment = 1e12\n"
      "time_function = {{ kind = 'ricker', frequency = 3, delay = 0.4 }}\n"
      "[[receivers]]\npositions = [[500, 500], [620, 450], [650, 650]]\ndepth = 0\nquantities = ['velocity']\n"
      "[time]\nduration = 0.75\nsample_interval = 0.005\n[mesh]\nmax_frequency = 7.5\n",
      hill(folder));
  const output::TraceArray elements = velocity_of(text, {"solver.method=sem", "mesh.max_frequency=10"});
  for (const char* generator : {"box", "gmsh"}) {
    if (std::string(generator) == "gmsh" && gmsh_is_missing()) continue;
    const output::TraceArray tetrahedra =
        velocity_of(text, {"solver.method=dg", fmt::format("mesh.dg.generator={}", generator)});
    const double misfit = reference::l2_misfit(tetrahedra.values, elements.values);
    std::printf("%s: misfit %.4f\n", generator, misfit);
    EXPECT_LT(misfit, 0.02) << generator;
  }
}

}  // namespace
}  // namespace unda::verification::generated_mesh_test

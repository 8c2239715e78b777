// A box that nothing leaves, by discontinuous Galerkin: the energy never grows, from any field, whatever the faces are.
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exact_field.hpp"
#include "mesh/gmsh_writer.hpp"
#include "rough_field.hpp"

namespace unda::verification::dg_closed_box_test {
namespace {

/// Of faces, layers, a mesh and an order.
constexpr const char* box =
    "[domain]\nx = [0, 3]\ny = [0, 3]\nz = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n{}"
    "[time]\nduration = 1\n[mesh]\n{}\n[solver]\nmethod = 'dg'\nprecision = 'double'\n[solver.dg]\norder = {}\n";

/// The largest energy after a step over that before it.
double largest_growth(const std::string& faces, const std::string& layers, int order,
                      const std::string& mesh = "spacing = 1", int n_steps = 80) {
  const auto s = scenario_from(fmt::format(fmt::runtime(box), faces, layers, mesh, order));
  run::Experiment e = run::prepare(s);
  const auto simulation = run::start(e, rough_field(*e.model)).simulation;
  return growth_of_energy(*simulation, n_steps);
}

const std::string solid = "[[model.layer]]\ntop = 0\nvp = 2\nvs = 1.1\nrho = 1\n";
const std::string fluid = "[[model.layer]]\ntop = 0\nvp = 1.5\nvs = 0\nrho = 1\n";
const std::string fluid_on_solid = fluid + "[[model.layer]]\ntop = -2\nvp = 2.5\nvs = 1.4\nrho = 2\n";

TEST(DgClosedBox, EnergyNeverGrows) {
  for (const std::string faces : {"default = 'free'", "default = 'rigid'", "default = 'periodic'",
                                  "default = 'absorbing'", "default = 'rigid'\ntop = 'free'",
                                  "default = 'rigid'\ntop = 'free'\n[[boundary.patch]]\nface = 'top'\nkind = "
                                  "'rigid'\nx = [0, 1]\n[[boundary.patch]]\nface = 'east'\nkind = 'free'\ny = [1, 2]"})
    for (const std::string& layers : {solid, fluid, fluid_on_solid})
      EXPECT_LT(largest_growth(faces, layers, 4), 1 + 1e-12) << faces << layers;
}

/// The boxes of the other tests with their inner nodes moved about, those of interfaces along them.
std::string distorted_mesh(const std::string& faces, const std::string& layers) {
  const auto s = scenario_from(fmt::format(fmt::runtime(box), faces, layers, "spacing = 1", 2));
  const auto model = model::make_model(s);
  mesh::Tetrahedra mesh = mesh::cut_boxes(mesh::make_levels(s, *model, 1));
  for (Vector& x : mesh.nodes)
    if (x[0] > 0 && x[0] < 3 && x[1] > 0 && x[1] < 3 && x[2] > -4 && x[2] < 0)
      x = x + 0.55 * Vector{noise(x, 10), noise(x, 11), x[2] == -2 ? 0 : noise(x, 12)};
  mesh::connect(mesh, s);
  const auto file = std::filesystem::temp_directory_path() / fmt::format("unda_mesh_{}.msh", getpid());
  mesh::write_gmsh(mesh::to_gmsh(mesh, *model), file);
  return fmt::format("file = '{}'", file.string());
}

/// Slivers, flat boxes, contrasts of eight in speed.
TEST(DgClosedBox, EnergyNeverGrowsInBadlyShapedElements) {
  const std::string contrast =
      "[[model.layer]]\ntop = 0\nvp = 0.5\nvs = 0.2\nrho = 0.8\n"
      "[[model.layer]]\ntop = -2\nvp = 4\nvs = 2.4\nrho = 3\n";
  for (const std::string faces : {"default = 'free'", "default = 'rigid'"})
    for (const int order : {2, 5, 8})
      for (const std::string& layers : {solid, fluid_on_solid, contrast})
        EXPECT_LT(largest_growth(faces, layers, order, distorted_mesh(faces, layers)), 1 + 1e-12)
            << faces << layers << "order " << order;
  // Ten and thirty times as wide as high, of all ratios of speeds.
  for (const double thin : {0.1, 0.03})
    for (const int order : {2, 3, 4, 5, 6, 7, 8}) {
      std::string layers;
      for (int n = 0; n < 4; ++n)
        layers += fmt::format("[[model.layer]]\ntop = {}\nvp = 2\nvs = {}\nrho = 1\n", -n * thin, 0.45 * n);
      EXPECT_LT(largest_growth("default = 'free'", layers, order), 1 + 1e-12) << thin << " high, order " << order;
    }
}

/// `n` layers as thick on one as thick as the rest, of shear speeds that rise from one to the next.
std::string thin_layers(int n, double thickness, double vs, double more_vs) {
  std::string layers;
  for (int k = 0; k <= n; ++k)
    layers += fmt::format("[[model.layer]]\ntop = {}\nvp = 2\nvs = {}\nrho = {}\n", -k * thickness, vs + k * more_vs,
                          1 + 1e-6 * k);
  return layers;
}

/// What grows by a hundredth in a step does not show in the energy of a rough field before some hundred steps. Three flat layers with a
/// fluid on top at odd orders, where it changes sign from box to box, and many flat boxes on one another.
TEST(DgClosedBox, EnergyDoesNotGrowSlowlyInFlatElements) {
  for (const int order : {3, 7})
    EXPECT_LT(
        largest_growth("default = 'free'", thin_layers(3, 0.1, 0, 0.45), order, "spacing = 1", order == 3 ? 250 : 500),
        1 + 1e-12)
        << "order " << order;
  for (const double vs : {0.0, 1.15})
    for (const int order : {2, 3, 4})
      EXPECT_LT(largest_growth("default = 'free'", thin_layers(6, 0.1, vs, 0), order, "spacing = 1", 200), 1 + 1e-12)
          << "vs " << vs << ", order " << order;
}

/// The largest step that is told is stable. At odd orders what grows first in fluids changes sign from box to box: across periodic sides an
/// even number of them has room for it.
TEST(DgClosedBox, EnergyDoesNotGrowWithTheLargestStep) {
  for (const int order : {3, 5}) {
    const std::string text = fmt::format(fmt::runtime(box), "default = 'periodic'", fluid, "spacing = 2", order);
    const double step = 0.99 * run::prepare(scenario_from(text)).largest_step;
    const auto s = scenario_from(text, {fmt::format("time.step={}", step)});
    run::Experiment e = run::prepare(s);
    const auto simulation = run::start(e, rough_field(*e.model)).simulation;
    EXPECT_LT(growth_of_energy(*simulation, 400), 1 + 1e-12) << "order " << order;
  }
}

TEST(DgClosedBox, EnergyNeverGrowsAtOtherOrders) {
  for (const int order : {2, 3, 5, 8}) {
    EXPECT_LT(largest_growth("default = 'periodic'", solid, order), 1 + 1e-12) << "order " << order;
    EXPECT_LT(largest_growth("default = 'rigid'", fluid, order), 1 + 1e-12) << "order " << order;
  }
}

}  // namespace
}  // namespace unda::verification::dg_closed_box_test

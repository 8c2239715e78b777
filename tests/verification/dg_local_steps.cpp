// Local time steps of discontinuous Galerkin: the same waves as with one step for all, at the order of the method, energy that never
// grows, on meshes whose elements differ, and a source where steps change against exact seismograms.
#include <filesystem>
#include <unistd.h>

#include <gtest/gtest.h>

#include "dg_periodic_wave.hpp"
#include "fitted_slope.hpp"
#include "mesh/gmsh_writer.hpp"
#include "rough_field.hpp"

namespace unda::verification::dg_local_steps_test {
namespace {

const std::vector<std::string> global{"solver.dg.time_stepping='global'"}, local{"solver.dg.time_stepping='local'"};

/// Boxes whose inner planes across z crowd around the middle and whose inner nodes are moved about.
std::string uneven_mesh(const std::string& box, double squeeze, double moved) {
  const auto s = scenario_from(box);
  const auto model = model::make_model(s);
  mesh::Tetrahedra mesh = mesh::cut_boxes(mesh::make_levels(s, *model, 1));
  const auto inside = [&](const Vector& x) {
    for (int a = 0; a < 3; ++a)
      if (x[a] <= s.domain.extent[a].low || x[a] >= s.domain.extent[a].high) return false;
    return true;
  };
  const double low = s.domain.extent[2].low, height = s.domain.extent[2].high - low;
  for (Vector& x : mesh.nodes) {
    const bool is_inside = inside(x);
    const double part = (x[2] - low) / height, narrow = 0.25 * squeeze, wide = (1 - narrow) / 0.75;
    // The middle fourth of the planes takes a narrow part of the height.
    x[2] = low + height * (part < 0.375   ? wide * part
                           : part < 0.625 ? 0.375 * wide + squeeze * (part - 0.375)
                                          : 1 - wide * (1 - part));
    if (is_inside) x = x + moved * Vector{noise(x, 10), noise(x, 11), squeeze * noise(x, 12)};
  }
  mesh::connect(mesh, s);
  const auto file = std::filesystem::temp_directory_path() / fmt::format("unda_uneven_{}.msh", getpid());
  mesh::write_gmsh(mesh::to_gmsh(mesh, *model), file);
  return fmt::format("mesh.file='{}'", file.string());
}

constexpr double duration = 0.25;
constexpr int n_points = 1000;

/// The number of clusters must be more than one, or one as asked.
ErrorOfWave errors_of(char kind, int order, int cells, std::vector<std::string> stepping) {
  const PeriodicWave wave{kind, order, duration, n_points};
  const std::string box = wave.scenario();
  stepping.push_back(uneven_mesh(box + fmt::format("[mesh]\nspacing = {}\n", 2.0 / cells), 0.25, 0.15 * 2 / cells));
  run::Experiment e = run::prepare(scenario_from(box, stepping));
  EXPECT_EQ(e.sizes.updates_per_step > 1, stepping[0] == local[0]);
  return error_at_end(wave, std::move(e));
}

double error_of(int order, int cells, const std::vector<std::string>& stepping) {
  return (errors_of('p', order, cells, stepping) + errors_of('s', order, cells, stepping)).relative();
}

/// The slope of log error over log h, and the error beside that of one step for all.
void check(int order, const std::vector<int>& cells) {
  std::vector<std::array<double, 2>> points;
  std::string errors;
  double error = 0;
  for (const int n : cells) {
    error = error_of(order, n, local);
    errors += fmt::format(" {:.2e}", error);
    points.push_back({std::log(1.0 / n), std::log(error)});
  }
  const double slope = fitted_slope(points), one_step = error_of(order, cells.back(), global);
  std::printf("order %d:%s, slope %.2f; one step for all: %.2e\n", order, errors.c_str(), slope, one_step);
  EXPECT_GT(slope, order - 0.3) << "order " << order;
  EXPECT_LT(error, 1.2 * one_step) << "order " << order;
}

TEST(DgLocalSteps, ConvergeAtOrder2) { check(2, {6, 9, 12}); }
TEST(DgLocalSteps, ConvergeAtOrder5) { check(5, {4, 6, 8}); }

std::string layer(double top, double p, double s, double rho) {
  return fmt::format("[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n", top, p, s, rho);
}

/// An explosion in water, in the row of elements on a thin fast layer whose steps are shorter: what it gives to elements of several clusters
/// and what receivers above and below read, against exact seismograms.
TEST(DgLocalSteps, ExplosionBesideAThinFastLayer) {
  const std::string text =
      "[domain]\nx = [-450, 800]\ny = [-500, 500]\nz = [-900, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = "
      "'layers'\n" +
      layer(0, 1500, 0, 1000) + layer(-250, 3600, 2000, 2400) + layer(-290, 2200, 1300, 2000) +
      "[[source]]\nkind = 'explosion'\nposition = [0, 0, -190]\nmoment = 1e12\n"
      "time_function = { kind = 'ricker', frequency = 3, delay = 0.4 }\n"
      "[[receivers]]\npositions = [[300, 200, -60], [250, -100, -350]]\nquantities = ['velocity', 'pressure']\n"
      "[time]\nduration = 0.8\n[mesh]\nmax_frequency = 6\n[solver]\nmethod = 'dg'\n"
      "[solver.dg]\nabsorbing_elements = 0\n";
  EXPECT_GT(run::prepare(scenario_from(text, local)).sizes.updates_per_step, 1);
  const auto report = closed_form_misfit(scenario_from(text, local));
  std::printf("local steps: misfit %.4f, worst %.4f at %s\n", report.misfit, report.worst, report.worst_label.c_str());
  EXPECT_LT(report.worst, 0.02);
}

/// Of faces, layers and an order.
constexpr const char* closed_box =
    "[domain]\nx = [0, 3]\ny = [0, 3]\nz = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n{}"
    "[time]\nduration = 100\n[mesh]\nspacing = 1\n[solver]\nmethod = 'dg'\nprecision = 'double'\n"
    "[solver.dg]\norder = {}\ntime_stepping = 'local'\n";

double largest_growth(const std::string& text, int n_steps, const std::vector<std::string>& more = {}) {
  const auto s = scenario_from(text, more);
  run::Experiment e = run::prepare(s);
  EXPECT_GT(e.sizes.updates_per_step, 1) << text;
  const auto simulation = run::start(e, rough_field(*e.model)).simulation;
  return growth_of_energy(*simulation, n_steps);
}

/// A thin fast layer, water over rock over a thin layer, contrasts of eight in speed.
TEST(DgLocalSteps, EnergyNeverGrows) {
  const std::string thin = layer(0, 2, 1.1, 1) + layer(-1.5, 4, 2.3, 2) + layer(-1.7, 2, 1.1, 1),
                    fluid_on_solid = layer(0, 1.5, 0, 1) + layer(-2, 3, 1.6, 2) + layer(-2.2, 2, 1.1, 2),
                    contrast = layer(0, 0.5, 0.2, 0.8) + layer(-2, 4, 2.4, 3);
  for (const std::string faces : {"default = 'free'", "default = 'rigid'", "default = 'absorbing'"})
    for (const std::string& layers : {thin, fluid_on_solid, contrast})
      for (const int order : {2, 5})
        EXPECT_LT(largest_growth(fmt::format(fmt::runtime(closed_box), faces, layers, order), 60,
                                 {"solver.dg.absorbing_elements=0"}),
                  1 + 1e-12)
            << faces << layers << "order " << order;
}

/// Flat layers, one of them fluid, on a thick one. Growth does not show in the energy of a rough field at once.
TEST(DgLocalSteps, EnergyDoesNotGrowSlowlyInFlatElements) {
  const std::string flat =
      layer(0, 2, 0, 1) + layer(-0.1, 2, 0.45, 1) + layer(-0.2, 2, 0.9, 1) + layer(-0.3, 2, 1.35, 1);
  for (const int order : {3, 7})
    EXPECT_LT(largest_growth(fmt::format(fmt::runtime(closed_box), "default = 'free'", flat, order), 150), 1 + 1e-12)
        << "order " << order;
}

TEST(DgLocalSteps, EnergyNeverGrowsInBadlyShapedElements) {
  for (const std::string faces : {"default = 'free'", "default = 'rigid'"})
    for (const int order : {2, 5}) {
      const std::string text = fmt::format(fmt::runtime(closed_box), faces, layer(0, 2, 1.1, 1), order);
      EXPECT_LT(largest_growth(text, 60, {uneven_mesh(text, 0.3, 0.5)}), 1 + 1e-12) << faces << "order " << order;
    }
}

}  // namespace
}  // namespace unda::verification::dg_local_steps_test

// Local time steps of discontinuous Galerkin: the same waves as with one step for all, at the order of the method, and energy that never
// grows, on meshes whose elements differ.
#include <cmath>
#include <filesystem>
#include <numbers>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mesh/gmsh_writer.hpp"
#include "rough_field.hpp"
#include "support.hpp"

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

constexpr double vp = 2, vs = 1, duration = 0.25;  // rho = mu = 1, lambda = 2
constexpr int n_points = 1000;

Vector point(int n) {
  auto part = [n](double step) { return std::fmod(0.5 + n * step, 1.0); };
  return {2 * part(0.8191725), 2 * part(0.6710436), -2 * part(0.5497005)};
}

std::string periodic_box(char wave, int order) {
  std::string points;
  for (int n = 0; n < n_points; ++n)
    points += fmt::format("[{:.9f}, {:.9f}, {:.9f}], ", point(n)[0], point(n)[1], point(n)[2]);
  return fmt::format(
      "[domain]\nx = [0, 2]\ny = [0, 2]\nz = [-2, 0]\n[boundary]\ndefault = 'periodic'\n"
      "[model]\nkind = 'uniform'\nvp = {0}\nvs = {1}\nrho = 1\n"
      "[initial]\nkind = 'plane_wave'\nwave = '{2}'\nwavenumber = [{4}, {4}, {4}]\n{3}"
      "[time]\nduration = {5}\n[solver]\nmethod = 'dg'\nprecision = 'double'\n[solver.dg]\norder = {6}\n"
      "[[receivers]]\npositions = [{7}]\nquantities = ['velocity']\n",
      vp, vs, wave, wave == 's' ? "polarization = [1, -1, 0]\n" : "", std::numbers::pi, duration, order, points);
}

/// Squares of the error of the velocity at the end, and of itself; the number of clusters must be more than one.
std::array<double, 2> errors_of(char wave, int order, int cells, std::vector<std::string> stepping) {
  const std::string box = periodic_box(wave, order);
  stepping.push_back(uneven_mesh(box + fmt::format("[mesh]\nspacing = {}\n", 2.0 / cells), 0.25, 0.15 * 2 / cells));
  run::Experiment e = run::prepare(scenario_from(box, stepping));
  EXPECT_EQ(e.sizes.updates_per_step > 1, stepping[0] == local[0]);
  const double n_steps = std::ceil(duration / e.dt);
  e.dt = duration / n_steps;
  const auto simulation = run::start(e).simulation;
  for (int n = 0; n < static_cast<int>(n_steps); ++n) simulation->advance();
  const std::vector<double> v = values_now(*simulation);
  const double omega = std::numbers::pi * std::sqrt(3.0) * (wave == 'p' ? vp : vs);
  const Vector along = wave == 'p' ? (1 / std::sqrt(3.0)) * Vector{1, 1, 1} : (1 / std::sqrt(2.0)) * Vector{1, -1, 0};
  std::array<double, 2> sums{};
  for (int r = 0; r < n_points; ++r) {
    const Vector x = point(r);
    const double value = std::cos(std::numbers::pi * (x[0] + x[1] + x[2]) - omega * duration);
    for (int c = 0; c < 3; ++c) {
      sums[0] += std::pow(v[static_cast<std::size_t>(3 * r + c)] - value * along[c], 2);
      sums[1] += std::pow(value * along[c], 2);
    }
  }
  return sums;
}

double error_of(int order, int cells, const std::vector<std::string>& stepping) {
  const auto p = errors_of('p', order, cells, stepping), s = errors_of('s', order, cells, stepping);
  return std::sqrt((p[0] + s[0]) / (p[1] + s[1]));
}

/// The slope of log error over log h, and the error beside that of one step for all.
void check(int order, const std::vector<int>& cells) {
  double x = 0, y = 0, xx = 0, xy = 0;
  std::string errors;
  for (const int n : cells) {
    const double error = error_of(order, n, local), h = std::log(1.0 / n), e = std::log(error);
    errors += fmt::format(" {:.2e}", error);
    x += h, y += e, xx += h * h, xy += h * e;
  }
  const auto count = static_cast<double>(cells.size());
  const double slope = (count * xy - x * y) / (count * xx - x * x), one_step = error_of(order, cells.back(), global);
  std::printf("order %d:%s, slope %.2f; one step for all: %.2e\n", order, errors.c_str(), slope, one_step);
  EXPECT_GT(slope, order - 0.3) << "order " << order;
  EXPECT_LT(error_of(order, cells.back(), local), 1.2 * one_step) << "order " << order;
}

TEST(DgLocalSteps, ConvergeAtOrder2) { check(2, {6, 9, 12}); }
TEST(DgLocalSteps, ConvergeAtOrder5) { check(5, {4, 6, 8}); }

/// Of faces, layers and an order.
constexpr const char* closed_box =
    "[domain]\nx = [0, 3]\ny = [0, 3]\nz = [-4, 0]\n[boundary]\n{}\n[model]\nkind = 'layers'\n{}"
    "[time]\nduration = 100\n[mesh]\nspacing = 1\n[solver]\nmethod = 'dg'\nprecision = 'double'\n"
    "[solver.dg]\norder = {}\ntime_stepping = 'local'\n";

std::string layer(double top, double p, double s, double rho) {
  return fmt::format("[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n", top, p, s, rho);
}

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

TEST(DgLocalSteps, EnergyNeverGrowsInBadlyShapedElements) {
  for (const std::string faces : {"default = 'free'", "default = 'rigid'"})
    for (const int order : {2, 5}) {
      const std::string text = fmt::format(fmt::runtime(closed_box), faces, layer(0, 2, 1.1, 1), order);
      EXPECT_LT(largest_growth(text, 60, {uneven_mesh(text, 0.3, 0.5)}), 1 + 1e-12) << faces << "order " << order;
    }
}

}  // namespace
}  // namespace unda::verification::dg_local_steps_test

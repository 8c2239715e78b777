// Meshes for the tests of spectral elements.
#pragma once

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "sem/element_tables.hpp"
#include "unit/model/support.hpp"
#include "unit/scenario/support.hpp"

namespace unda::sem::test {

/// A scenario with two layers, 5 x (3 x) 3 elements or so, on request under a hill or with a grid model.
struct Case {
  int dim = 3;
  bool solid = true, hill = false, grid = false;
  std::string boundary;
  std::string anisotropy = {};  ///< keys of every material

  Physics physics() const {
    return !solid ? Physics::acoustic : anisotropy.empty() ? Physics::elastic : Physics::anisotropic;
  }
};
/// An axis that has no plane of symmetry in space, and one in the plane of x and z.
inline std::string tilted(int dim) {
  return std::string("epsilon = 0.2\ndelta = -0.1\ngamma = 0.15\ntilt = 35\n") + (dim == 3 ? "azimuth = 50\n" : "");
}

class SemTest : public scenario::test::ScenarioFiles {
 protected:
  scenario::Scenario scenario(const Case& c) {
    const std::string y = c.dim == 3 ? "y = [-300, 600]\n" : "";
    std::string text = "[domain]\nx = [0, 2100]\n" + y + "z = [-1500, 0]\n";
    if (c.hill) text += topography(c.dim);
    text += c.grid ? grid_model(c) : layers(c);
    text += "[boundary]\n" + c.boundary + "\n[mesh]\nspacing = 500\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\n";
    text += std::string("[[receivers]]\npositions = ") + (c.dim == 3 ? "[[100, 100, -500]]\n" : "[[100, -500]]\n");
    return scenario::read_scenario(write("case.toml", text), {});
  }

  static std::string layers(const Case& c) {
    return fmt::format(
        "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 500\nvp = 3000\nvs = {}\nrho = 2000\n{}"
        "[[model.layer]]\ntop = -800\nvp = 5000\nvs = {}\nrho = 2500\n{}",
        c.solid ? 1500 : 0, c.anisotropy, c.solid ? 3000 : 0, c.anisotropy);
  }

  std::string grid_model(const Case& c) {
    const int ny = c.dim == 3 ? 7 : 1;
    std::vector<float> vp;
    for (int k = 0; k < 5; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < 6; ++i) vp.push_back(static_cast<float>(3000 + 200 * std::sin(i + 2 * j + 3 * k)));
    write("vp.npy", model::test::npy_float(c.dim == 3 ? "(5, 7, 6)" : "(5, 6)", vp));
    return fmt::format("[model]\nkind = 'grid'\nvp = 'vp.npy'\nvs = {}\nrho = 2000.0\n{}origin = {}\nspacing = {}\n",
                       c.solid ? "1500.0" : "0.0", c.anisotropy, c.dim == 3 ? "[0, -300, -1500]" : "[0, -1500]",
                       c.dim == 3 ? "[500, 200, 400]" : "[500, 400]");
  }

  std::string topography(int dim) {
    std::vector<float> z;
    for (int j = 0; j < (dim == 3 ? 11 : 1); ++j)
      for (int i = 0; i < 22; ++i)
        z.push_back(static_cast<float>(200 * std::exp(-std::pow((i - 9) / 4.0, 2)) + 50 * std::sin(0.7 * j + 0.3 * i)));
    write("hill.npy", model::test::npy_float(dim == 3 ? "(11, 22)" : "(22,)", z));
    return dim == 3 ? "topography = { file = 'hill.npy', origin = [0, -400], spacing = [100, 100] }\n"
                    : "topography = { file = 'hill.npy', origin = [0], spacing = [100] }\n";
  }

  static Mesh mesh(const scenario::Scenario& s, const model::Model& model, int degree) {
    const mesh::Levels levels = mesh::make_levels(s, model, 0.8);
    const Index n = levels.dim == 3 ? levels.n : Index{levels.n[0], levels.n[2], 1};
    return Mesh(s, levels, degree, parallel::Cartesian({1, 1, 1}, n, {}, 0));
  }

  template <class Real>
  static ElementTables<Real> make_tables(const Mesh& mesh, Physics physics, const Materials& materials) {
    ElementTables<Real> tables(mesh, physics, materials.by_point());
    materials.for_each_element([&](const Index& e, const auto& of_element) { tables.take(mesh, e, of_element); });
    return tables;
  }

  /// Random numbers on the points, zero elsewhere.
  static std::vector<double> random_field(const Mesh& mesh, int n_components) {
    std::vector<double> u(static_cast<std::size_t>(n_components) * mesh.size(), 0.0);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for_each_point(mesh, [&](const Index& point) {
      for (int c = 0; c < n_components; ++c)
        u[static_cast<std::size_t>(c) * mesh.size() + static_cast<std::size_t>(mesh.place(point))] = number(random);
    });
    return u;
  }
};

}  // namespace unda::sem::test

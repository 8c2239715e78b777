// The elements of a chunk of the earth: they fill it, follow the shells of the model, double, and lie on the sphere.
#include "mesh/chunk.hpp"

#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "mesh/hexahedra_quality.hpp"
#include "model/prem.hpp"
#include "numerics/gll.hpp"
#include "scenario/chunk.hpp"

namespace unda::mesh::chunk_test {
namespace {

using scenario::earth_radius;

scenario::Scenario chunk(std::array<double, 2> width, double depth, double spacing, double rotation = 0) {
  scenario::Scenario s;
  s.domain.kind = scenario::DomainKind::chunk;
  s.domain.chunk = scenario::Chunk{{-14, -67}, width, rotation, depth};
  s.domain.extent = scenario::ChunkFrame(*s.domain.chunk).extent();
  s.model.kind = scenario::ModelKind::radial;
  if (spacing > 0) s.mesh.spacing = spacing;
  s.solver.method = scenario::Method::sem;
  return s;
}

struct Made {
  ChunkLayers layers;
  Hexahedra mesh;
};

Made make(const scenario::Scenario& s) {
  const auto model = model::make_model(s);
  ChunkLayers layers = make_chunk_layers(s, *model, 0.8);
  Hexahedra mesh = make_chunk(s, layers);
  return {std::move(layers), std::move(mesh)};
}

/// By the points of degree 4, as waves see it.
double volume(const Hexahedra& mesh, const std::function<bool(std::size_t)>& counts) {
  const numerics::Gll gll = numerics::gll(4);
  double sum = 0;
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    if (!counts(e)) continue;
    for (int k = 0; k < 5; ++k)
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
          sum += gll.weight[i] * gll.weight[j] * gll.weight[k] *
                 determinant(mesh.tangents(e, {gll.point[i], gll.point[j], gll.point[k]}));
  }
  return sum;
}

/// Of the rectangle that a plane has in the half angles a and b.
double solid_angle(double a, double b) {
  const double x = std::tan(a), y = std::tan(b);
  return 4 * std::atan(x * y / std::sqrt(1 + x * x + y * y));
}

double shell_volume(const scenario::Chunk& c, double bottom, double top) {
  const double half = std::numbers::pi / 360;
  return solid_angle(half * c.width[0], half * c.width[1]) * (top * top * top - bottom * bottom * bottom) / 3;
}

TEST(ChunkMesh, FillsTheChunkShellByShell) {
  scenario::Scenario s = chunk({50, 40}, 2891e3, 0, 30);
  s.mesh.max_frequency = 1 / 100.0;
  const Made made = make(s);
  EXPECT_EQ(made.mesh.size(), made.layers.n_elements());
  EXPECT_GT(made.layers.n_doublings(), 0);
  for (std::size_t n = 0; n + 1 < made.layers.shells.size(); ++n) {
    const double exact = shell_volume(*s.domain.chunk, made.layers.shells[n + 1], made.layers.shells[n]);
    const double found =
        volume(made.mesh, [&](std::size_t e) { return made.mesh.region[e] == static_cast<int>(n) + 1; });
    EXPECT_NEAR(found / exact, 1, 2e-4) << made.mesh.region_name.at(static_cast<int>(n) + 1);
  }
  const double all = volume(made.mesh, [](std::size_t) { return true; });
  EXPECT_NEAR(all / shell_volume(*s.domain.chunk, 3480e3, earth_radius), 1, 1e-5);
}

/// Elements of half the size are 8 times nearer to the sphere, and even those of 6 degrees within a few parts in 1e5 of their size.
TEST(ChunkMesh, LiesOnTheSphere) {
  std::vector<double> off;
  for (const double spacing : {640e3, 320e3, 160e3}) {
    const scenario::Scenario s = chunk({23, 23}, 300e3, spacing);
    const Made made = make(s);
    const numerics::Gll gll = numerics::gll(4);
    double worst = 0;
    for (std::size_t e = 0; e < made.mesh.size(); ++e)
      for (int face = 0; face < 6; ++face) {
        if (made.mesh.boundary[e][static_cast<std::size_t>(face)] != top) continue;
        for (const double u : gll.point)
          for (const double v : gll.point) {
            Vector xi{u, u, u};
            xi[face / 2] = face % 2 == 0 ? -1 : 1;
            xi[(face / 2 + 1) % 3] = u;
            xi[(face / 2 + 2) % 3] = v;
            worst = std::max(worst, std::abs(scenario::ChunkFrame::depth(made.mesh.position(e, xi))));
          }
      }
    off.push_back(worst);
  }
  EXPECT_LT(off[0], 2e-5 * 640e3);
  EXPECT_LT(off[2], 1e-5 * 160e3);
  EXPECT_GT(std::log2(off[0] / off[1]), 2.9);
  EXPECT_GT(std::log2(off[1] / off[2]), 2.9);
}

TEST(ChunkMesh, FollowsTheShellsOfTheModel) {
  const scenario::Scenario s = chunk({20, 20}, 3200e3, 300e3);
  const Made made = make(s);
  std::set<double> radii;
  for (const ChunkLayer& layer : made.layers.layers) radii.insert(layer.bottom);
  for (const model::RadialShell& shell : model::prem())
    if (1e3 * shell.bottom > earth_radius - 3200e3) {
      EXPECT_TRUE(radii.contains(1e3 * shell.bottom)) << shell.bottom;
    }
  EXPECT_TRUE(radii.contains(earth_radius - 3200e3));
  // No element lies in two shells.
  for (std::size_t e = 0; e < made.mesh.size(); ++e) {
    const double r = scenario::ChunkFrame::radius(made.mesh.centre(e));
    const auto n = static_cast<std::size_t>(made.mesh.region[e]);
    EXPECT_TRUE(made.layers.shells[n] < r && r < made.layers.shells[n - 1]);
  }
}

/// Faces of the boundary are those of the six sides, and each is a part of its side.
TEST(ChunkMesh, HasSixSides) {
  const Made made = make(chunk({30, 20}, 1300e3, 500e3));
  std::array<double, 6> area{};
  for (std::size_t e = 0; e < made.mesh.size(); ++e)
    for (int f = 0; f < 6; ++f) {
      const int side = made.mesh.boundary[e][static_cast<std::size_t>(f)];
      EXPECT_EQ(side < 0, made.mesh.neighbours[e][static_cast<std::size_t>(f)].exists());
      if (side < 0) continue;
      const numerics::Gll gll = numerics::gll(4);
      for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
          Vector xi{};
          xi[(f / 2 + 1) % 3] = gll.point[i];
          xi[(f / 2 + 2) % 3] = gll.point[j];
          area[static_cast<std::size_t>(side)] +=
              gll.weight[i] * gll.weight[j] * norm(made.mesh.outward_area(e, f, xi));
        }
    }
  const double half = std::numbers::pi / 360, inner = earth_radius - 1300e3;
  const double cone = (earth_radius * earth_radius - inner * inner) / 2;
  const auto side_angle = [&](double a, double b) { return 2 * std::atan(std::tan(b) * std::cos(a)); };
  EXPECT_NEAR(area[top] / (solid_angle(30 * half, 20 * half) * earth_radius * earth_radius), 1, 1e-5);
  EXPECT_NEAR(area[bottom] / (solid_angle(30 * half, 20 * half) * inner * inner), 1, 1e-4);
  EXPECT_NEAR(area[west] / (side_angle(30 * half, 20 * half) * cone), 1, 1e-4);
  EXPECT_NEAR(area[east], area[west], 1e-9 * area[west]);
  EXPECT_NEAR(area[north] / (side_angle(20 * half, 30 * half) * cone), 1, 1e-4);
}

/// Edges are as short as mesh.max_frequency asks everywhere, and the mesh that doubles has fewer elements than one that does not.
TEST(ChunkMesh, ResolvesTheFrequency) {
  scenario::Scenario s = chunk({40, 40}, 2891e3, 0);
  s.mesh.max_frequency = 1 / 60.0;
  const auto model = model::make_model(s);
  const ChunkLayers layers = make_chunk_layers(s, *model, 0.8);
  EXPECT_LE(layers.shortest_period, 60 * (1 + 1e-9));
  EXPECT_GT(layers.shortest_period, 40);
  EXPECT_GT(layers.n_doublings(), 0);
  const std::array<int, 2> across = layers.layers.front().across;
  EXPECT_LT(layers.n_elements(),
            layers.layers.size() * static_cast<std::size_t>(across[0]) * static_cast<std::size_t>(across[1]));
}

TEST(ChunkMesh, ElementsAreWellShaped) {
  scenario::Scenario s = chunk({40, 40}, 2891e3, 0);
  s.mesh.max_frequency = 1 / 100.0;
  const HexahedraQuality q = quality_of(make(s).mesh);
  EXPECT_GT(q.worst_shape, 0.35);
  EXPECT_GT(q.mean_shape, 0.8);
}

}  // namespace
}  // namespace unda::mesh::chunk_test

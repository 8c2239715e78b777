// Meshes of hexahedra and quadrilaterals from Gmsh files: shapes, regions, faces, points found, and bad meshes.
#include "mesh/hexahedra.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "gmsh_files.hpp"
#include "mesh/hexahedra_file.hpp"
#include "mesh/locate_hexahedra.hpp"
#include "mesh/region_model.hpp"
#include "numerics/gll.hpp"

namespace unda::mesh::hexahedra_test {
namespace {

using scenario::BoundaryKind;

/// Where Gmsh puts the nodes of its kinds, as its manual draws them: corners, edges, faces, the middle; axis by axis from 0 to 2.
constexpr int nodes_3d[27][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
                                 {0, 2, 2}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0},
                                 {2, 2, 1}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}, {2, 1, 2}, {1, 2, 2}, {1, 1, 0},
                                 {1, 0, 1}, {0, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 1, 1}};
constexpr int nodes_2d[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}};

struct Grid {
  int dim = 3;
  std::array<int, 3> n{3, 2, 2};  ///< elements
  int nodes_each = 8;
  std::function<Vector(const Vector&)> map;  ///< of numbers of elements along each axis
};

/// Elements in the lower half are in group 1 "rock", others in group 2 "water"; the top's faces in group 7 "rigid".
GmshMesh make(const Grid& g) {
  GmshMesh file;
  const bool flat = g.dim == 2;
  const int face_dim = g.dim - 1;
  file.group_name = {{{face_dim, 7}, "rigid"}, {{g.dim, 1}, "rock"}, {{g.dim, 2}, "water"}};
  std::map<std::array<int, 3>, int> number;
  auto node = [&](std::array<int, 3> at) {
    const auto [found, is_new] = number.emplace(at, static_cast<int>(file.nodes.size()));
    if (is_new) file.nodes.push_back(g.map({0.5 * at[0], 0.5 * at[1], 0.5 * at[2]}));
    return found->second;
  };
  const int kind = flat ? (g.nodes_each == 4   ? quadrilateral
                           : g.nodes_each == 8 ? quadrilateral_8
                                               : quadrilateral_9)
                        : (g.nodes_each == 8    ? hexahedron
                           : g.nodes_each == 20 ? hexahedron_20
                                                : hexahedron_27);
  for (int k = 0; k < (flat ? 1 : g.n[2]); ++k)
    for (int j = 0; j < g.n[1]; ++j)
      for (int i = 0; i < g.n[0]; ++i) {
        std::vector<int> nodes;
        for (int n = 0; n < g.nodes_each; ++n)
          nodes.push_back(flat ? node({2 * i + nodes_2d[n][0], 2 * j + nodes_2d[n][1], 0})
                               : node({2 * i + nodes_3d[n][0], 2 * j + nodes_3d[n][1], 2 * k + nodes_3d[n][2]}));
        const int up = flat ? j : k, n_up = g.n[g.dim - 1];
        add_element(file, kind, nodes, 2 * up < n_up ? 1 : 2);
        if (up + 1 < n_up) continue;
        if (flat)
          add_element(file, g.nodes_each == 4 ? line : line_3,
                      g.nodes_each == 4 ? std::vector{nodes[2], nodes[3]} : std::vector{nodes[2], nodes[3], nodes[6]},
                      7);
        else if (g.nodes_each == 8)
          add_element(file, quadrilateral, {nodes[4], nodes[5], nodes[6], nodes[7]}, 7);
        else if (g.nodes_each == 20)
          add_element(file, quadrilateral_8,
                      {nodes[4], nodes[5], nodes[6], nodes[7], nodes[16], nodes[18], nodes[19], nodes[17]}, 7);
        else
          add_element(file, quadrilateral_9,
                      {nodes[4], nodes[5], nodes[6], nodes[7], nodes[16], nodes[18], nodes[19], nodes[17], nodes[25]},
                      7);
      }
  return file;
}

/// By the points of degree 6: exact for the determinants of all shapes here.
double volume(const Hexahedra& mesh, std::size_t e) {
  const numerics::Gll gll = numerics::gll(6);
  double sum = 0;
  for (int k = 0; k < (mesh.dim == 3 ? 7 : 1); ++k)
    for (int j = 0; j < 7; ++j)
      for (int i = 0; i < 7; ++i)
        sum += gll.weight[i] * gll.weight[j] * (mesh.dim == 3 ? gll.weight[k] : 1) *
               determinant(mesh.tangents(e, {gll.point[i], gll.point[j], mesh.dim == 3 ? gll.point[k] : 0}));
  return sum;
}

double volume(const Hexahedra& mesh) {
  double sum = 0;
  for (std::size_t e = 0; e < mesh.size(); ++e) sum += volume(mesh, e);
  return sum;
}

Vector straight(const Vector& at) { return {at[0], 1.5 * at[1], at[2] - 2}; }
/// Quadratic in each coordinate and bilinear, with twisted faces: elements of 20 nodes hold it exactly, those of 27 the more.
Vector bent(const Vector& at) {
  const double x = at[0], y = at[1], z = at[2];
  return {x + 0.1 * y * z, y + 0.06 * x * (3 - x), z + 0.05 * y * (2 - y) * z - 2};
}

class HexahedraFiles : public ::testing::Test {
 protected:
  HexahedraFiles() {
    scenario_.domain.dim = 3;
    scenario_.domain.extent = {{{0, 3}, {0, 3}, {-2, 0}}};
    scenario_.boundary.fill(BoundaryKind::absorbing);
    scenario_.solver.method = scenario::Method::sem;
    scenario_.mesh.file = std::filesystem::temp_directory_path() / fmt::format("unda_hexa_{}.msh", getpid());
  }
  ~HexahedraFiles() override { std::filesystem::remove(scenario_.mesh.file); }

  /// Makes the domain as large as the mesh.
  void fit(const GmshMesh& file) {
    BoundingBox box;
    for (const Vector& x : file.nodes) box.include(x);
    for (int a = 0; a < 3; ++a) scenario_.domain.extent[a] = {box.low[a], box.high[a]};
  }
  Hexahedra read(const std::string& bytes) {
    std::ofstream(scenario_.mesh.file, std::ios::binary) << bytes;
    return read_hexahedra(scenario_);
  }
  Hexahedra read(const GmshMesh& file) { return read(GmshForm(file, 4.1, true).text()); }
  std::string complaint(const std::string& bytes) {
    try {
      read(bytes);
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(scenario_.mesh.file.string()), std::string::npos) << e.what();
      return e.what();
    }
    return "none";
  }
  std::string complaint(const GmshMesh& file) { return complaint(GmshForm(file, 2.2, false).text()); }

  scenario::Scenario scenario_;
};

void expect_matching_faces(const Hexahedra& mesh) {
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Neighbour n = mesh.neighbours[e][f];
      EXPECT_NE(n.exists(), mesh.boundary[e][f] >= 0);
      if (!n.exists()) continue;
      const auto there = static_cast<std::size_t>(n.element);
      EXPECT_EQ(mesh.neighbours[there][n.face].element, static_cast<int>(e));
      EXPECT_EQ(mesh.face_nodes(e, f), mesh.face_nodes(there, n.face));
      const Vector sum = mesh.outward_area(e, f, {0, 0, 0}) + mesh.outward_area(there, n.face, {0, 0, 0});
      EXPECT_NEAR(norm(sum), 0, 1e-12);
    }
}

TEST_F(HexahedraFiles, AllKindsAndFormsGiveTheSameBox) {
  for (const int nodes_each : {8, 20, 27})
    for (const double version : {2.2, 4.1})
      for (const bool binary : {false, true}) {
        const Hexahedra mesh = read(GmshForm(make({3, {3, 2, 2}, nodes_each, straight}), version, binary).text());
        ASSERT_EQ(mesh.size(), 12U);
        double rock = 0;
        std::array<int, 6> n_side{};
        int n_rigid = 0;
        for (std::size_t e = 0; e < mesh.size(); ++e) {
          EXPECT_NEAR(volume(mesh, e), 1.5, 1e-12);
          if (mesh.region_name.at(mesh.region[e]) == "rock") rock += volume(mesh, e);
          for (const signed char code : mesh.boundary[e]) {
            n_rigid += code == boundary_code(BoundaryKind::rigid) ? 1 : 0;
            if (code >= 0 && code < 6) ++n_side[code];
          }
        }
        EXPECT_NEAR(rock, 9, 1e-12);
        EXPECT_EQ(n_rigid, 6);
        EXPECT_EQ(n_side, (std::array<int, 6>{4, 4, 6, 6, 6, 0}));
        expect_matching_faces(mesh);
      }
}

/// The middles of 20 nodes are filled in: these elements are those of 27 for a shape that both hold.
TEST_F(HexahedraFiles, CurvedElementsHaveTheirShape) {
  GmshMesh file = make({3, {3, 2, 2}, 27, bent});
  fit(file);
  const Hexahedra full = read(file);
  const Hexahedra serendipity = read(make({3, {3, 2, 2}, 20, bent}));
  ASSERT_EQ(full.size(), serendipity.size());
  // By the map's own determinant, integrated.
  const numerics::Gll gll = numerics::gll(6);
  for (std::size_t e = 0; e < full.size(); ++e) {
    const std::array<int, 3> at{static_cast<int>(e) % 3, static_cast<int>(e) / 3 % 2, static_cast<int>(e) / 6};
    double exact = 0;
    for (int k = 0; k < 7; ++k)
      for (int j = 0; j < 7; ++j)
        for (int i = 0; i < 7; ++i) {
          const double x = at[0] + 0.5 * (1 + gll.point[i]), y = at[1] + 0.5 * (1 + gll.point[j]),
                       z = at[2] + 0.5 * (1 + gll.point[k]);
          const Vector tx{1, 0.06 * (3 - 2 * x), 0}, ty{0.1 * z, 1, 0.05 * (2 - 2 * y) * z},
              tz{0.1 * y, 0, 1 + 0.05 * y * (2 - y)};
          exact += gll.weight[i] * gll.weight[j] * gll.weight[k] / 8 * determinant({tx, ty, tz});
          for (const Hexahedra* mesh : {&full, &serendipity})
            EXPECT_NEAR(norm(mesh->position(e, {gll.point[i], gll.point[j], gll.point[k]}) - bent({x, y, z})), 0,
                        1e-12);
        }
    EXPECT_NEAR(volume(full, e), exact, 1e-12);
    EXPECT_NEAR(volume(serendipity, e), exact, 1e-12);
  }
  expect_matching_faces(full);
}

/// A quarter of a ring: four nodes a side make it a polygon, nine come near to it with the fourth power of the angle.
TEST_F(HexahedraFiles, QuadrilateralsOfARing) {
  scenario_.domain.dim = 2;
  const auto ring = [](const Vector& at) {
    const double r = 1 + at[1] / 2, angle = at[0] * std::numbers::pi / 6;
    return Vector{r * std::cos(angle), r * std::sin(angle), 0};  // as Gmsh draws: y is to become z
  };
  const double exact = 3 * std::numbers::pi / 4, polygon = 9.0 / 2 * std::sin(std::numbers::pi / 6);
  for (const int nodes_each : {4, 8, 9})
    for (const double version : {2.2, 4.1})
      for (const bool binary : {false, true}) {
        const GmshMesh file = make({2, {3, 2, 1}, nodes_each, ring});
        fit(file);
        scenario_.domain.extent[2] = scenario_.domain.extent[1];
        const Hexahedra mesh = read(GmshForm(file, version, binary).text());
        ASSERT_EQ(mesh.size(), 6U);
        if (nodes_each == 4)
          EXPECT_NEAR(volume(mesh), polygon, 1e-12);
        else
          EXPECT_NEAR(volume(mesh), exact, 2e-4 * exact);
        EXPECT_EQ(mesh.centre(0)[1], 0);
        expect_matching_faces(mesh);
        int n_rigid = 0;
        for (const auto& faces : mesh.boundary)
          for (const signed char code : faces) n_rigid += code == boundary_code(BoundaryKind::rigid) ? 1 : 0;
        EXPECT_EQ(n_rigid, 3);
      }
}

TEST_F(HexahedraFiles, PointsAreFound) {
  GmshMesh file = make({3, {3, 2, 2}, 27, bent});
  fit(file);
  const Hexahedra mesh = read(file);
  const HexahedraLocator locator(mesh);
  for (const Vector& at : {Vector{0.3, 1.7, 0.4}, Vector{2.9, 0.01, 1.5}, Vector{0, 0, 0}, Vector{3, 2, 2}}) {
    const Vector x = bent(at);
    const std::vector<HexahedronPoint> places = locator.find(x);
    ASSERT_FALSE(places.empty());
    for (const HexahedronPoint& place : places) {
      EXPECT_TRUE(place.is_inside);
      EXPECT_NEAR(norm(mesh.position(static_cast<std::size_t>(place.element), place.xi) - x), 0, 1e-9);
    }
  }
  EXPECT_EQ(locator.find(bent({0.3, 1.7, 0.4})).size(), 1U);
  const std::vector<HexahedronPoint> around = locator.find(bent({1, 1, 1}));
  ASSERT_EQ(around.size(), 8U);
  EXPECT_LT(mesh.centre(static_cast<std::size_t>(around.front().element))[2], bent({1, 1, 1})[2]);
  EXPECT_TRUE(locator.find({1, 1, 1}).empty());
}

TEST_F(HexahedraFiles, RegionsHaveMaterials) {
  std::ofstream(scenario_.mesh.file, std::ios::binary) << GmshForm(make({3, {3, 2, 2}, 8, straight}), 4.1, true).text();
  scenario_.model.kind = scenario::ModelKind::regions;
  scenario_.model.regions = {{1, "", {3000, 1500, 2200, 0, 0, {}}}, {0, "water", {1500, 0, 1000, 0, 0, {}}}};
  const RegionModel model(scenario_);
  ASSERT_TRUE(model.hexahedra());
  EXPECT_EQ(model.at({1, 1, -1.7}).vp, 3000);
  EXPECT_EQ(model.at({1, 1, -0.3}).vp, 1500);
  scenario_.model.regions.pop_back();
  EXPECT_THROW(RegionModel{scenario_}, InputError);
}

TEST_F(HexahedraFiles, MirroredElementsAreTurned) {
  GmshMesh file = make({3, {3, 2, 2}, 27, [](const Vector& at) {
                          const Vector x = straight(at);
                          return Vector{3 - x[0], x[1], x[2]};
                        }});
  const Hexahedra mesh = read(file);
  EXPECT_NEAR(volume(mesh), 18, 1e-12);
  expect_matching_faces(mesh);
}

TEST_F(HexahedraFiles, TruncatedFilesAreRefused) {
  for (const double version : {2.2, 4.1})
    for (const bool binary : {false, true}) {
      const std::string whole = GmshForm(make({3, {3, 2, 2}, 20, straight}), version, binary).text();
      for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        const auto n = static_cast<std::size_t>(part * static_cast<double>(whole.size()));
        EXPECT_NE(complaint(whole.substr(0, n)), "none") << version << binary << part;
      }
    }
}

TEST_F(HexahedraFiles, BadElementsAreRefused) {
  const GmshMesh good = make({3, {3, 2, 2}, 8, straight});
  EXPECT_EQ(complaint(good), "none");
  GmshMesh bad = good;
  std::swap(bad.elements[hexahedron].nodes[0], bad.elements[hexahedron].nodes[6]);
  EXPECT_NE(complaint(bad).find("is inverted"), std::string::npos) << complaint(bad);
  bad = good;
  bad.elements[hexahedron].nodes[1] = bad.elements[hexahedron].nodes[0];
  EXPECT_NE(complaint(bad).find("is degenerate"), std::string::npos) << complaint(bad);
  // Two neighbours on the same side of their face: the second is reflected in it.
  bad = good;
  for (const int c : {1, 2, 5, 6}) {
    const int node = bad.elements[hexahedron].nodes[static_cast<std::size_t>(8 + c)];  // beyond the face, of the second
    Vector x = bad.nodes[static_cast<std::size_t>(node)];
    x[0] -= 1.6;
    bad.elements[hexahedron].nodes[static_cast<std::size_t>(8 + c)] = static_cast<int>(bad.nodes.size());
    bad.nodes.push_back(x);
  }
  EXPECT_NE(complaint(bad).find("same side of their common face"), std::string::npos) << complaint(bad);
}

TEST_F(HexahedraFiles, HangingNodesAreRefused) {
  // Along x the upper half has twice as many elements.
  GmshMesh file = make({3, {3, 2, 1}, 8, straight});
  const GmshMesh upper = make({3, {6, 2, 1}, 8, [](const Vector& at) {
                                 return Vector{at[0] / 2, 1.5 * at[1], at[2] - 1};
                               }});
  std::vector<int> number;
  for (const Vector& x : upper.nodes) {
    const auto same =
        std::find_if(file.nodes.begin(), file.nodes.end(), [&](const Vector& y) { return norm(x - y) < 1e-9; });
    number.push_back(static_cast<int>(same - file.nodes.begin()));
    if (same == file.nodes.end()) file.nodes.push_back(x);
  }
  file.elements.erase(quadrilateral);
  GmshMesh hanging = file;
  for (std::size_t n = 0; n < upper.elements.at(hexahedron).nodes.size(); ++n)
    hanging.elements[hexahedron].nodes.push_back(
        number[static_cast<std::size_t>(upper.elements.at(hexahedron).nodes[n])]);
  hanging.elements[hexahedron].group.resize(hanging.elements[hexahedron].nodes.size() / 8, 1);
  EXPECT_NE(complaint(hanging).find("hangs"), std::string::npos) << complaint(hanging);

  // Two halves that only touch.
  GmshMesh apart = make({3, {3, 2, 1}, 8, straight});
  apart.elements.erase(quadrilateral);
  const GmshMesh other = make({3, {3, 2, 1}, 8, [](const Vector& at) { return straight(at + Vector{0, 0, 1}); }});
  const int n_before = static_cast<int>(apart.nodes.size());
  apart.nodes.insert(apart.nodes.end(), other.nodes.begin(), other.nodes.end());
  for (const int n : other.elements.at(hexahedron).nodes) apart.elements[hexahedron].nodes.push_back(n + n_before);
  apart.elements[hexahedron].group.resize(apart.elements[hexahedron].nodes.size() / 8, 1);
  EXPECT_NE(complaint(apart).find("two nodes lie at"), std::string::npos) << complaint(apart);
}

TEST_F(HexahedraFiles, OtherMeshesAreRefused) {
  GmshMesh file = make({3, {3, 2, 2}, 8, straight});
  GmshMesh mixed = file;
  add_element(mixed, tetrahedron, {0, 1, 2, 4}, 1);
  EXPECT_NE(complaint(mixed).find("tetrahedra are for method = \"dg\""), std::string::npos) << complaint(mixed);
  GmshMesh prisms = file;
  add_element(prisms, prism, {0, 1, 2, 4, 5, 6}, 1);
  EXPECT_NE(complaint(prisms).find("6 prisms; spectral"), 0U);
  GmshMesh faces_alone = file;
  faces_alone.elements.erase(hexahedron);
  EXPECT_NE(complaint(faces_alone).find("has no hexahedra"), std::string::npos) << complaint(faces_alone);
  scenario_.domain.extent[0].high = 4;
  EXPECT_NE(complaint(file).find("make domain.x fit the mesh"), std::string::npos) << complaint(file);
  scenario_.domain.extent[0].high = 3;
  // A condition on a face within the mesh.
  GmshMesh within = file;
  const std::vector<int>& nodes = file.elements.at(hexahedron).nodes;
  add_element(within, quadrilateral, {nodes[4], nodes[5], nodes[6], nodes[7]}, 7);
  EXPECT_NE(complaint(within).find("do not lie on the boundary"), std::string::npos) << complaint(within);
  // In 2-D triangles, and a mesh that is not flat.
  scenario_.domain.dim = 2;
  const GmshMesh tilted = make({2, {3, 2, 1}, 4, [](const Vector& at) { return Vector{at[0], at[1], at[1] - 2}; }});
  EXPECT_NE(complaint(tilted).find("is not flat"), std::string::npos) << complaint(tilted);
  GmshMesh triangles = make({2, {3, 2, 1}, 4, [](const Vector& at) { return Vector{at[0], at[1] - 2, 0}; }});
  EXPECT_EQ(complaint(triangles), "none");
  add_element(triangles, triangle, {0, 1, 2}, 1);
  EXPECT_NE(complaint(triangles).find("recombine"), std::string::npos) << complaint(triangles);
}

}  // namespace
}  // namespace unda::mesh::hexahedra_test

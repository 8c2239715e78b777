// Meshes of tetrahedra: boxes, neighbours, periodic sides, finding points; Gmsh files in all their forms and broken ones.
#include "mesh/tetrahedra.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "gmsh_files.hpp"
#include "mesh/geometry.hpp"
#include "mesh/locate.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/region_faces.hpp"
#include "mesh/region_model.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::mesh::tetrahedra_test {
namespace {

using scenario::BoundaryKind;

scenario::Scenario box_scenario(BoundaryKind sides) {
  scenario::Scenario s;
  s.domain.dim = 3;
  s.domain.extent = {{{0, 4}, {0, 3}, {-2, 0}}};
  s.boundary.fill(BoundaryKind::absorbing);
  for (int face = 0; face < 4; ++face) s.boundary[face] = sides;
  s.mesh.spacing = 1;
  s.model.uniform = {2000, 1000, 2000, 0, 0, {}};
  return s;
}

Tetrahedra box(const scenario::Scenario& s) {
  Tetrahedra mesh = cut_boxes(make_levels(s, *model::make_model(s), 1));
  connect(mesh, s);
  return mesh;
}

TEST(Tetrahedra, FillTheBox) {
  const Tetrahedra mesh = box(box_scenario(BoundaryKind::absorbing));
  EXPECT_EQ(mesh.size(), 4U * 3 * 2 * 6);
  double volume = 0;
  std::array<int, 6> n_faces{};
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    volume += mesh.volume(e);
    for (const signed char side : mesh.boundary[e])
      if (side >= 0) ++n_faces[side];
  }
  EXPECT_NEAR(volume, 24, 1e-12);
  EXPECT_EQ(n_faces, (std::array<int, 6>{12, 12, 16, 16, 24, 24}));
}

/// A part has the elements that it was asked for, in their places, with as many nodes as they need.
TEST(Tetrahedra, APartIsWhereItWas) {
  const scenario::Scenario s = box_scenario(BoundaryKind::absorbing);
  Levels levels = make_levels(s, *model::make_model(s), 1);
  add_absorbing_boxes(s, 1, 1, levels);
  const Tetrahedra mesh = cut_boxes(levels);
  ASSERT_GT(mesh.n_absorbing, 6U);
  std::vector<int> last;  // the six of the last box of the domain and of the first outside
  for (int e = static_cast<int>(mesh.n_in_domain()) - 6; e < static_cast<int>(mesh.n_in_domain()) + 6; ++e)
    last.push_back(e);
  const Tetrahedra part = part_of(mesh, last);
  ASSERT_EQ(part.size(), 12U);
  EXPECT_EQ(part.n_absorbing, 6U);
  EXPECT_LE(part.nodes.size(), 16U);
  for (std::size_t n = 0; n < part.size(); ++n)
    for (int c = 0; c < 4; ++c) EXPECT_EQ(part.corner(n, c), mesh.corner(static_cast<std::size_t>(last[n]), c));
}

/// Neighbours know each other, see the same corners in the same order, and look in opposite directions.
void expect_matching_faces(const Tetrahedra& mesh, const Vector& period) {
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (int f = 0; f < 4; ++f) {
      const Neighbour n = mesh.neighbours[e][f];
      if (!n.exists()) continue;
      const auto there = static_cast<std::size_t>(n.element);
      EXPECT_EQ(mesh.neighbours[there][n.face].element, static_cast<int>(e));
      EXPECT_EQ(mesh.neighbours[there][n.face].face, f);
      for (int c = 0; c < 3; ++c) {
        const Vector distance = mesh.corner(e, numerics::tetrahedron_faces[f][c]) -
                                mesh.corner(there, numerics::tetrahedron_faces[n.face][c]);
        for (int a = 0; a < 3; ++a)
          EXPECT_NEAR(std::min(std::abs(distance[a]), std::abs(std::abs(distance[a]) - period[a])), 0, 1e-12);
      }
      const Vector sum = outward_normal(mesh, e, f).direction + outward_normal(mesh, there, n.face).direction;
      EXPECT_NEAR(norm(sum), 0, 1e-12);
    }
}

TEST(Tetrahedra, NeighboursSeeTheirFaceAlike) {
  expect_matching_faces(box(box_scenario(BoundaryKind::absorbing)), {0, 0, 0});
}

TEST(Tetrahedra, PeriodicSidesAreNeighbours) {
  const Tetrahedra mesh = box(box_scenario(BoundaryKind::periodic));
  expect_matching_faces(mesh, {4, 3, 0});
  int n_faces = 0;
  for (const auto& sides : mesh.boundary)
    for (const signed char side : sides) n_faces += side >= 0 ? 1 : 0;
  EXPECT_EQ(n_faces, 48);  // top and bottom
}

TEST(Tetrahedra, PointsAreFound) {
  const Tetrahedra mesh = box(box_scenario(BoundaryKind::absorbing));
  const Locator locator(mesh);
  for (const Vector& x : {Vector{0.3, 1.7, -0.4}, Vector{4, 3, 0}, Vector{2, 1.5, -1}, Vector{0, 0, -2}}) {
    const std::vector<ElementPoint> places = locator.find(x);
    ASSERT_FALSE(places.empty());
    for (const ElementPoint& place : places) {
      const auto e = static_cast<std::size_t>(place.element);
      Vector back = mesh.corner(e, 0);
      for (int a = 0; a < 3; ++a) back = back + place.local[a] * (mesh.corner(e, a + 1) - mesh.corner(e, 0));
      EXPECT_NEAR(norm(back - x), 0, 1e-12);
    }
  }
  EXPECT_EQ(locator.find({0.3, 1.7, -0.4}).size(), 1U);
  EXPECT_EQ(locator.find({2, 1, -1}).size(), 24U);  // a node inside: four boxes' ends of the diagonal and the others
  EXPECT_TRUE(locator.find({2, 1, 0.2}).empty());
}

class GmshFiles : public ::testing::Test {
 protected:
  GmshFiles() : scenario_(box_scenario(BoundaryKind::absorbing)), box_{box(scenario_), -1} {
    scenario_.mesh = {};
    scenario_.mesh.file = std::filesystem::temp_directory_path() / fmt::format("unda_{}.msh", getpid());
  }
  ~GmshFiles() override { std::filesystem::remove(scenario_.mesh.file); }

  Tetrahedra read(const std::string& bytes) {
    std::ofstream(scenario_.mesh.file, std::ios::binary) << bytes;
    return read_tetrahedra(scenario_);
  }
  std::string complaint(const std::string& bytes) {
    try {
      read(bytes);
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(scenario_.mesh.file.string()), std::string::npos) << e.what();
      return e.what();
    }
    return "none";
  }
  std::string changed(const std::string& what, const std::string& by) const {
    std::string text = box_.write(2.2, false);
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, what.size(), by);
  }

  scenario::Scenario scenario_;
  GmshBox box_;
};

TEST_F(GmshFiles, AllFormsGiveTheSameMesh) {
  for (const double version : {2.2, 4.1})
    for (const bool binary : {false, true}) {
      const Tetrahedra mesh = read(box_.write(version, binary));
      ASSERT_EQ(mesh.size(), box_.mesh.size());
      double rock = 0, volume = 0;
      int n_free = 0, n_other = 0;
      for (std::size_t e = 0; e < mesh.size(); ++e) {
        volume += mesh.volume(e);
        if (mesh.region_name.at(mesh.region[e]) == "rock") rock += mesh.volume(e);
        for (const signed char code : mesh.boundary[e]) {
          n_free += code == boundary_code(BoundaryKind::free) ? 1 : 0;
          n_other += code >= 0 && code < 6 ? 1 : 0;
        }
      }
      EXPECT_NEAR(volume, 24, 1e-9) << version << binary;
      EXPECT_NEAR(rock, 12, 1e-9) << version << binary;
      EXPECT_EQ(n_free, 24) << version << binary;
      EXPECT_EQ(n_other, 80) << version << binary;
      expect_matching_faces(mesh, {0, 0, 0});
    }
}

TEST_F(GmshFiles, RegionsHaveMaterials) {
  std::ofstream(scenario_.mesh.file, std::ios::binary) << box_.write(4.1, true);
  scenario_.model.kind = scenario::ModelKind::regions;
  scenario_.model.regions = {{1, "", {3000, 1500, 2200, 0, 0, {}}}, {0, "water", {1500, 0, 1000, 0, 0, {}}}};
  const RegionModel model(scenario_);
  EXPECT_EQ(model.at({1, 1, -1.7}).vp, 3000);
  EXPECT_EQ(model.at({1, 1, -0.3}).vp, 1500);
  EXPECT_EQ(model.extremes().slowest, 1500);
  scenario_.model.regions.pop_back();
  EXPECT_THROW(RegionModel{scenario_}, InputError);
}

/// By faces alone: as the element that holds the point says, in a mesh whose regions meet anywhere, hang over and are pierced.
TEST(RegionFaces, KnowWhatAPointIsMadeOf) {
  Tetrahedra mesh = box(box_scenario(BoundaryKind::absorbing));
  // Inner nodes are moved, so that faces stand at any slope.
  for (Vector& x : mesh.nodes)
    if (x[0] > 0 && x[0] < 4 && x[1] > 0 && x[1] < 3 && x[2] > -2 && x[2] < 0)
      x = x + Vector{0.13 * std::sin(7 * x[1] + x[2]), 0.11 * std::cos(5 * x[0]), 0.17 * std::sin(3 * x[0] + 2 * x[1])};
  connect(mesh, box_scenario(BoundaryKind::absorbing));
  const auto kind_of = [](std::size_t e) { return static_cast<int>((7 * e + e * e / 5) % 3); };
  const std::vector<RegionFace> faces = region_faces(mesh, kind_of);
  EXPECT_LT(faces.size(), 2 * mesh.size());
  const RegionFaces regions(faces);
  const Locator locator(mesh);
  for (int n = 0; n < 3000; ++n) {
    const auto part = [n](double step) { return std::fmod(0.5 + n * step, 1.0); };
    const Vector x{4 * part(0.8191725), 3 * part(0.6710436), -2 * part(0.5497005)};
    const auto places = locator.find(x);
    if (places.size() != 1) continue;
    EXPECT_EQ(regions.kind_at(x), kind_of(static_cast<std::size_t>(places[0].element))) << n;
  }
}

TEST(RegionFaces, PlaceWhatLiesOnAFaceBelowItAndWhatLiesOutsideNearby) {
  const Tetrahedra mesh = box(box_scenario(BoundaryKind::absorbing));
  const auto kind_of = [&](std::size_t e) { return mesh.centre(e)[2] < -1 ? 1 : 2; };
  const std::vector<RegionFace> faces = region_faces(mesh, kind_of);
  EXPECT_EQ(faces.size(), 3 * 24u);  // bottom, middle, top
  const RegionFaces regions(faces);
  EXPECT_EQ(regions.kind_at({1.3, 1.1, -1}), 1);
  EXPECT_EQ(regions.kind_at({1, 1, -1}), 1);
  EXPECT_EQ(regions.kind_at({1.3, 1.1, -0.999}), 2);
  EXPECT_EQ(regions.kind_at({1.3, 1.1, 0}), 2);
  EXPECT_EQ(regions.kind_at({1.3, 1.1, 0.5}), 2);
  EXPECT_EQ(regions.kind_at({1.3, 1.1, -2.5}), 1);
  EXPECT_GE(regions.kind_at({-1, 1.1, -0.5}), 1);
  EXPECT_EQ(RegionFaces().kind_at({0, 0, 0}), -1);
}

TEST_F(GmshFiles, AModelOfRegionsGivesItsMeshAwayAndReadsItAgain) {
  std::ofstream(scenario_.mesh.file, std::ios::binary) << box_.write(4.1, true);
  scenario_.model.kind = scenario::ModelKind::regions;
  scenario_.model.regions = {{1, "", {3000, 1500, 2200, 0, 0, {}}}, {0, "water", {1500, 0, 1000, 0, 0, {}}}};
  const RegionModel model(scenario_);
  const std::shared_ptr<const model::Model> other = model.changed([](const model::Properties& p) { return p; });
  for (int times = 0; times < 2; ++times) {
    const Tetrahedra mesh = model.take_tetrahedra(scenario_);
    ASSERT_EQ(mesh.size(), box_.mesh.size());
    for (std::size_t e = 0; e < mesh.size(); ++e)
      EXPECT_EQ(model.material_of(mesh.region[e]).rho, model.at(mesh.centre(e)).rho);
  }
  EXPECT_EQ(region_model(*other)->tetrahedra(scenario_).size(), box_.mesh.size());
  EXPECT_EQ(other->at({1, 1, -1.7}).vp, 3000);
}

TEST_F(GmshFiles, TruncatedFilesAreRefused) {
  for (const double version : {2.2, 4.1})
    for (const bool binary : {false, true}) {
      const std::string whole = box_.write(version, binary);
      for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        const auto n = static_cast<std::size_t>(part * static_cast<double>(whole.size()));
        EXPECT_NE(complaint(whole.substr(0, n)), "none") << version << binary << part;
      }
    }
}

TEST_F(GmshFiles, BadMeshesAreRefused) {
  EXPECT_NE(complaint("some text").find("not a Gmsh file"), std::string::npos);
  EXPECT_NE(complaint(changed("2.2 0 8", "3.0 0 8")).find("version 3"), std::string::npos);
  EXPECT_NE(complaint(changed("$Nodes\n60", "$Nodes\n99999999999")).find("more than the file can hold"),
            std::string::npos);
  // An element twice: its faces are shared by three.
  std::string text = box_.write(2.2, false);
  const std::size_t last = text.rfind('\n', text.rfind("$EndElements") - 2) + 1;
  const std::string element = text.substr(last, text.rfind("$EndElements") - last);
  const std::string count = fmt::format("$Elements\n{}", box_.mesh.size() + 24);
  std::string doubled = text;
  doubled.insert(text.rfind("$EndElements"), element);
  doubled.replace(doubled.find(count), count.size(), fmt::format("$Elements\n{}", box_.mesh.size() + 25));
  EXPECT_NE(complaint(doubled).find("shared by 3"), std::string::npos) << complaint(doubled);
  // Two of its nodes exchanged.
  std::istringstream parts(element);
  std::array<int, 9> n{};
  for (int& number : n) parts >> number;
  std::string inverted = text;
  inverted.replace(last, element.size(),
                   fmt::format("{} {} {} {} {} {} {} {} {}\n", n[0], n[1], n[2], n[3], n[4], n[6], n[5], n[7], n[8]));
  EXPECT_NE(complaint(inverted).find("inverted"), std::string::npos) << complaint(inverted);
  // Hexahedra.
  const std::string hexahedra =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 "
      "1\n8 0 1 "
      "1\n$EndNodes\n$Elements\n1\n1 5 2 1 1 1 2 3 4 5 6 7 8\n$EndElements\n";
  EXPECT_NE(complaint(hexahedra).find("hexahedra are for method = \"sem\""), std::string::npos);
}

}  // namespace
}  // namespace unda::mesh::tetrahedra_test

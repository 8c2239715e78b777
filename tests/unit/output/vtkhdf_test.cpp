// Snapshots on a mesh: the file of points and cells, and a snapshot that borrows them.
#include "output/vtkhdf.hpp"

#include <filesystem>
#include <unistd.h>

#include <gtest/gtest.h>

namespace unda::output::vtkhdf_test {
namespace {

namespace fs = std::filesystem;

TEST(VtkHdf, SnapshotsOnAMeshShareItsPointsAndCells) {
  const fs::path folder = fs::temp_directory_path() / ("unda_vtkhdf_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const auto& ranks = parallel::Communicator::world();
  method::SnapshotMesh piece;
  piece.kind = method::CellKind::quadrilateral;
  piece.points = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 1, 0, 1.5F, 2, 0, 1};
  piece.cells = {0, 1, 4, 3, 1, 2, 5, 4};
  const VtkHdfMesh mesh(folder / "mesh.vtkhdf", piece, ranks);
  EXPECT_EQ(mesh.n_points(), 6u);
  const std::vector<float> pressure{1, 2, 3, 4, 5, 6};
  {
    VtkHdfFile file(folder / "one.vtkhdf", mesh, 0.25, ranks);
    file.add_scalar("pressure", pressure, "Pa", 0.25);
    file.finish();
  }
  fs::rename(folder, folder.string() + "_moved");  // a folder that moves as a whole stays whole
  const fs::path moved = folder.string() + "_moved";
  const Hdf5File file(moved / "one.vtkhdf", Hdf5File::Mode::read);
  Hdf5File::Shape shape;
  EXPECT_EQ(file.read("/VTKHDF/NumberOfPoints", shape), std::vector<double>{6});
  EXPECT_EQ(file.read("/VTKHDF/NumberOfCells", shape), std::vector<double>{2});
  EXPECT_EQ(file.read("/VTKHDF/NumberOfConnectivityIds", shape), std::vector<double>{8});
  EXPECT_EQ(file.read("/VTKHDF/Offsets", shape), (std::vector<double>{0, 4, 8}));
  EXPECT_EQ(file.read("/VTKHDF/Types", shape), (std::vector<double>{9, 9}));
  EXPECT_EQ(file.read("/VTKHDF/Connectivity", shape), std::vector<double>(piece.cells.begin(), piece.cells.end()));
  EXPECT_EQ(file.read("/VTKHDF/Points", shape), std::vector<double>(piece.points.begin(), piece.points.end()));
  EXPECT_EQ(shape, (Hdf5File::Shape{6, 3}));
  EXPECT_EQ(file.read("/VTKHDF/PointData/pressure", shape), std::vector<double>(pressure.begin(), pressure.end()));
  fs::remove_all(moved);
}

}  // namespace
}  // namespace unda::output::vtkhdf_test

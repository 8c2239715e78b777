// Writing VTKHDF image data and unstructured grids.
#include "output/vtkhdf.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.hpp"
#include "parallel/together.hpp"

namespace unda::output {

using method::SnapshotGrid;

namespace {

/// Values [nz][ny][nx][n_components] on the stored grid.
void thicken(const SnapshotGrid& from, const SnapshotGrid& to, std::size_t n_components, std::span<const float> values,
             std::vector<float>& thick) {
  const std::size_t row = static_cast<std::size_t>(to.n_here[0]) * n_components;
  thick.resize(to.n_points_here() * n_components);
  if (thick.empty()) return;
  auto out = thick.begin();
  for (int k = 0; k < to.n_here[2]; ++k)
    for (int j = 0; j < to.n_here[1]; ++j) {
      const auto source =
          static_cast<std::size_t>(std::min(k, from.n_here[2] - 1)) * from.n_here[1] + std::min(j, from.n_here[1] - 1);
      out = std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(source * row), row, out);
    }
}

}  // namespace

SnapshotGrid thickened(const SnapshotGrid& grid) {
  SnapshotGrid thick = grid;
  for (int a = 1; a < 3; ++a) {
    if (grid.n[a] > 1) continue;
    thick.n[a] = thick.n_here[a] = 2;
    thick.spacing[a] = grid.spacing[0];
  }
  return thick;
}

namespace {

constexpr std::array<const char*, 7> mesh_arrays{
    "NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds", "Points", "Connectivity", "Offsets", "Types"};

void write_head(Hdf5File& file, const std::string& type) {
  file.make_group("/VTKHDF");
  file.attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  file.fixed_attribute("/VTKHDF", "Type", type);
}

/// Every rank's list, one after the other.
template <class Number>
void write_list(Hdf5File& file, const char* name, std::span<const Number> values, std::uint64_t row,
                const parallel::Communicator& ranks) {
  const auto here = static_cast<std::int64_t>(values.size() / row);
  Hdf5File::Shape whole{static_cast<std::uint64_t>(ranks.sum(here))},
      first{static_cast<std::uint64_t>(ranks.sum_before(here))}, count{static_cast<std::uint64_t>(here)};
  if (row > 1) {
    whole.push_back(row);
    first.push_back(0);
    count.push_back(row);
  }
  file.write_box(fmt::format("/VTKHDF/{}", name), values, whole, first, count);
}

void rename(const std::filesystem::path& from, const std::filesystem::path& to, const parallel::Communicator& ranks) {
  parallel::on_root(ranks, [&] {
    std::error_code error;
    std::filesystem::rename(from, to, error);
    require(!error, "{}: cannot write this file: {}", to.string(), error.message());
  });
}

}  // namespace

VtkHdfMesh::VtkHdfMesh(const std::filesystem::path& path, const method::SnapshotMesh& piece,
                       const parallel::Communicator& ranks)
    : name_(path.filename().string()), n_points_here_(piece.n_points_here()) {
  const std::filesystem::path partial = path.string() + ".partial";
  try {
    write(partial, piece, ranks);
  } catch (...) {
    std::error_code ignored;
    if (ranks.is_root()) std::filesystem::remove(partial, ignored);
    throw;
  }
  rename(partial, path, ranks);
  const auto n_points = static_cast<std::int64_t>(n_points_here_);
  n_points_ = static_cast<std::uint64_t>(ranks.sum(n_points));
  first_point_ = static_cast<std::uint64_t>(ranks.sum_before(n_points));
}

void VtkHdfMesh::write(const std::filesystem::path& partial, const method::SnapshotMesh& piece,
                       const parallel::Communicator& ranks) const {
  Hdf5File file(partial, Hdf5File::Mode::create, ranks);
  write_head(file, "UnstructuredGrid");
  const auto n_cells = static_cast<std::int64_t>(piece.n_cells()), n_points = static_cast<std::int64_t>(n_points_here_),
             size = static_cast<std::int64_t>(piece.points_of_a_cell());
  const std::array<std::int64_t, 3> counts{n_points, n_cells, n_cells * size};
  for (std::size_t n = 0; n < counts.size(); ++n)
    write_list(file, mesh_arrays[n], std::span<const std::int64_t>(&counts[n], 1), 1, ranks);
  std::vector<std::int64_t> offsets;
  for (std::int64_t c = 0; c <= n_cells; ++c) offsets.push_back(c * size);
  const std::vector<std::uint8_t> types(piece.n_cells(), static_cast<std::uint8_t>(piece.kind));
  write_list(file, "Points", std::span<const float>(piece.points), 3, ranks);
  write_list(file, "Connectivity", std::span<const std::int64_t>(piece.cells), 1, ranks);
  write_list(file, "Offsets", std::span<const std::int64_t>(offsets), 1, ranks);
  write_list(file, "Types", std::span<const std::uint8_t>(types), 1, ranks);
  file.close();
}

VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const parallel::Communicator& ranks)
    : ranks_(ranks), path_(file), partial_(file.string() + ".partial") {}

void VtkHdfFile::begin(const std::string& type, double time) {
  file_.emplace(partial_, Hdf5File::Mode::create, ranks_);
  write_head(*file_, type);
  file_->attribute("/VTKHDF", "time", time);
  file_->make_group("/VTKHDF/PointData");
}

// Delegates so that the destructor cleans up when the head of the file cannot be written.
VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const SnapshotGrid& grid, double time,
                       const parallel::Communicator& ranks)
    : VtkHdfFile(file, ranks) {
  begin("ImageData", time);
  const SnapshotGrid stored = thickened(grid);
  const auto& n = stored.n;
  const auto& o = stored.origin;
  const auto& h = stored.spacing;
  file_->attribute("/VTKHDF", "WholeExtent", std::vector<std::int64_t>{0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1});
  file_->attribute("/VTKHDF", "Origin", std::vector<double>(o.begin(), o.end()));
  file_->attribute("/VTKHDF", "Spacing", std::vector<double>(h.begin(), h.end()));
  file_->attribute("/VTKHDF", "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  whole_.assign(n.rbegin(), n.rend());
  first_.assign(stored.first_here.rbegin(), stored.first_here.rend());
  count_.assign(stored.n_here.rbegin(), stored.n_here.rend());
  if (stored.n != grid.n) grid_ = grid;
}

VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const VtkHdfMesh& mesh, double time,
                       const parallel::Communicator& ranks)
    : VtkHdfFile(file, ranks) {
  begin("UnstructuredGrid", time);
  for (const char* name : mesh_arrays)
    file_->link(fmt::format("/VTKHDF/{}", name), mesh.name(), fmt::format("/VTKHDF/{}", name));
  whole_ = {mesh.n_points()};
  first_ = {mesh.first_point_here()};
  count_ = {mesh.n_points_here()};
}

VtkHdfFile::~VtkHdfFile() {
  if (finished_) return;
  file_.reset();
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);
}

void VtkHdfFile::add_scalar(const std::string& name, std::span<const float> values, const std::string& units,
                            double time) {
  add(name, values, false, units, time);
}

void VtkHdfFile::add_vector(const std::string& name, std::span<const float> values, const std::string& units,
                            double time) {
  add(name, values, true, units, time);
}

void VtkHdfFile::add(const std::string& name, std::span<const float> values, bool is_vector, const std::string& units,
                     double time) {
  const std::string path = "/VTKHDF/PointData/" + name;
  if (grid_) {
    thicken(*grid_, thickened(*grid_), is_vector ? 3 : 1, values, thick_);
    values = thick_;
  }
  Hdf5File::Shape shape = whole_, first = first_, count = count_;
  if (is_vector) {
    shape.push_back(3);
    first.push_back(0);
    count.push_back(3);
  }
  file_->write_box(path, values, shape, first, count);
  file_->attribute(path, "units", units);
  file_->attribute(path, "time", time);
}

void VtkHdfFile::finish() {
  file_->close();
  rename(partial_, path_, ranks_);
  finished_ = true;
}

}  // namespace unda::output

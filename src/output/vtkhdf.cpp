// Writing VTKHDF image data.
#include "output/vtkhdf.hpp"

#include <algorithm>
#include <cassert>

#include "base/error.hpp"
#include "parallel/together.hpp"

namespace unda::output {
namespace {

/// Values [nz][ny][nx][n_components] on the stored grid.
void thicken(const ImageGrid& from, const ImageGrid& to, std::size_t n_components, std::span<const float> values,
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

ImageGrid thickened(const ImageGrid& grid) {
  ImageGrid thick = grid;
  for (int a = 1; a < 3; ++a) {
    if (grid.n[a] > 1) continue;
    thick.n[a] = thick.n_here[a] = 2;
    thick.spacing[a] = grid.spacing[0];
  }
  return thick;
}

VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, const parallel::Communicator& ranks)
    : ranks_(ranks), path_(file), partial_(file.string() + ".partial"), grid_(grid) {}

// Delegates so that the destructor cleans up when the head of the file cannot be written.
VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, double time,
                       const parallel::Communicator& ranks)
    : VtkHdfFile(file, grid, ranks) {
  file_.emplace(partial_, Hdf5File::Mode::create, ranks);
  const ImageGrid stored = thickened(grid);
  const auto& n = stored.n;
  const auto& o = stored.origin;
  const auto& h = stored.spacing;
  file_->make_group("/VTKHDF");
  file_->attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  file_->fixed_attribute("/VTKHDF", "Type", "ImageData");
  file_->attribute("/VTKHDF", "WholeExtent", std::vector<std::int64_t>{0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1});
  file_->attribute("/VTKHDF", "Origin", std::vector<double>(o.begin(), o.end()));
  file_->attribute("/VTKHDF", "Spacing", std::vector<double>(h.begin(), h.end()));
  file_->attribute("/VTKHDF", "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file_->attribute("/VTKHDF", "time", time);
  file_->make_group("/VTKHDF/PointData");
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
  const std::size_t n_components = is_vector ? 3 : 1;
  assert(values.size() == grid_.n_points_here() * n_components);
  const std::string path = "/VTKHDF/PointData/" + name;
  const ImageGrid stored = thickened(grid_);
  if (stored.n != grid_.n) {
    thicken(grid_, stored, n_components, values, thick_);
    values = thick_;
  }
  Hdf5File::Shape shape(stored.n.rbegin(), stored.n.rend());
  Hdf5File::Shape first(stored.first_here.rbegin(), stored.first_here.rend());
  Hdf5File::Shape count(stored.n_here.rbegin(), stored.n_here.rend());
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
  parallel::on_root(ranks_, [&] {
    std::error_code error;
    std::filesystem::rename(partial_, path_, error);
    require(!error, "{}: cannot write this file: {}", path_.string(), error.message());
  });
  finished_ = true;
}

}  // namespace unda::output

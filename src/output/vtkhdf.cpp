// Writing VTKHDF image data.
#include "output/vtkhdf.hpp"

#include <algorithm>
#include <cassert>

#include "base/error.hpp"

namespace unda::output {
namespace {

/// Values [nz][ny][nx][n_components] on the stored grid.
void thicken(const ImageGrid& from, const ImageGrid& to, std::size_t n_components, std::span<const float> values,
             std::vector<float>& thick) {
  const std::size_t row = static_cast<std::size_t>(to.n[0]) * n_components;
  thick.resize(to.n_points() * n_components);
  auto out = thick.begin();
  for (int k = 0; k < to.n[2]; ++k)
    for (int j = 0; j < to.n[1]; ++j) {
      const auto source = static_cast<std::size_t>(std::min(k, from.n[2] - 1)) * from.n[1] + std::min(j, from.n[1] - 1);
      out = std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(source * row), row, out);
    }
}

}  // namespace

ImageGrid thickened(const ImageGrid& grid) {
  ImageGrid thick = grid;
  for (int a = 1; a < 3; ++a) {
    if (grid.n[a] > 1) continue;
    thick.n[a] = 2;
    thick.spacing[a] = grid.spacing[0];
  }
  return thick;
}

VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid)
    : path_(file), partial_(file.string() + ".partial"), grid_(grid) {}

// Delegates so that the destructor cleans up when the head of the file cannot be written.
VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, double time) : VtkHdfFile(file, grid) {
  file_.emplace(partial_, Hdf5File::Mode::create);
  const ImageGrid stored = thickened(grid);
  const auto& [n, o, h] = stored;
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
  assert(values.size() == grid_.n_points() * n_components);
  const std::string path = "/VTKHDF/PointData/" + name;
  const ImageGrid stored = thickened(grid_);
  if (stored.n != grid_.n) {
    thicken(grid_, stored, n_components, values, thick_);
    values = thick_;
  }
  Hdf5File::Shape shape(stored.n.rbegin(), stored.n.rend());
  if (is_vector) shape.push_back(3);
  file_->write(path, values, shape);
  file_->attribute(path, "units", units);
  file_->attribute(path, "time", time);
}

void VtkHdfFile::finish() {
  file_->close();
  std::error_code error;
  std::filesystem::rename(partial_, path_, error);
  require(!error, "{}: cannot write this file: {}", path_.string(), error.message());
  finished_ = true;
}

}  // namespace unda::output

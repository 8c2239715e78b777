// Writing VTKHDF image data.
#include "output/vtkhdf.hpp"

#include <cassert>

#include "base/error.hpp"

namespace unda::output {

VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid)
    : path_(file), partial_(file.string() + ".partial"), grid_(grid) {}

// Delegates so that the destructor cleans up when the head of the file cannot be written.
VtkHdfFile::VtkHdfFile(const std::filesystem::path& file, const ImageGrid& grid, double time) : VtkHdfFile(file, grid) {
  file_.emplace(partial_, Hdf5File::Mode::create);
  const Vector &o = grid.origin, &h = grid.spacing;
  file_->make_group("/VTKHDF");
  file_->attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  file_->fixed_attribute("/VTKHDF", "Type", "ImageData");
  file_->attribute("/VTKHDF", "WholeExtent",
                   std::vector<std::int64_t>{0, grid.n[0] - 1, 0, grid.n[1] - 1, 0, grid.n[2] - 1});
  file_->attribute("/VTKHDF", "Origin", std::vector<double>{o[0], o[1], o[2]});
  file_->attribute("/VTKHDF", "Spacing", std::vector<double>{h[0], h[1], h[2]});
  file_->attribute("/VTKHDF", "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file_->make_group("/VTKHDF/PointData");
  file_->make_group("/VTKHDF/FieldData");
  file_->write("/VTKHDF/FieldData/TimeValue", std::vector<double>{time}, {1}, false);
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
  assert(values.size() == grid_.n_points() * (is_vector ? 3 : 1));
  const std::string path = "/VTKHDF/PointData/" + name;
  Hdf5File::Shape shape(grid_.n.rbegin(), grid_.n.rend());
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

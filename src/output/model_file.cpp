// Writing model.h5.
#include "output/model_file.hpp"

#include "base/error.hpp"
#include "output/guarded_reading.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// The coordinates that the domain has.
std::vector<double> coordinates_of(const Vector& x, const scenario::Domain& domain) {
  std::vector<double> coordinates;
  for (const int axis : domain.axes()) coordinates.push_back(x[static_cast<std::size_t>(axis)]);
  return coordinates;
}

void write_section(Hdf5File& file, const model::Section& section, const scenario::Domain& domain) {
  const std::string group = "/section/" + section.name;
  file.make_group(group);
  Hdf5File::Shape shape;
  std::string axes;
  for (std::size_t a = 0; a < section.axes.size(); ++a) {
    const char* axis = axis_names[section.axes[a]];
    const std::string name = fmt::format("{}/{}", group, axis);
    const std::vector<double>& points = section.coordinates[a];
    file.write(name, points, {points.size()}, false);
    file.attribute(name, "units", "m");
    axes += axis;
    shape.push_back(points.size());
  }
  file.attribute(group, "axes", axes);
  file.attribute(group, "through", coordinates_of(section.through, domain));
  const auto add = [&](const char* parameter, const std::vector<float>& values, const char* unit) {
    const std::string name = fmt::format("{}/{}", group, parameter);
    file.write(name, values, shape);
    file.attribute(name, "units", unit);
  };
  add("vp", section.vp, "m/s");
  add("vs", section.vs, "m/s");
  add("rho", section.rho, "kg/m^3");
  if (!section.height.empty()) add("height", section.height, "m");
}

void write_all(const std::filesystem::path& path, const ModelFile& model) {
  const scenario::Domain& domain = model.domain;
  const auto dim = static_cast<std::uint64_t>(domain.dim);
  Hdf5File file(path, Hdf5File::Mode::create);
  file.attribute("/", "title", model.title);
  const model::Extremes& e = model.extremes;
  file.attribute("/", "vp_range", std::vector<double>{e.vp_min, e.vp_max});
  file.attribute("/", "vs_range", std::vector<double>{e.any_fluid ? 0 : e.vs_min, e.vs_max});
  file.attribute("/", "rho_range", std::vector<double>{e.rho_min, e.rho_max});
  std::vector<double> ends, positions;
  for (const int axis : domain.axes()) {
    ends.push_back(domain.extent[static_cast<std::size_t>(axis)].low);
    ends.push_back(domain.extent[static_cast<std::size_t>(axis)].high);
  }
  file.write("/domain", ends, {dim, 2}, false);
  for (const Vector& source : model.sources)
    for (const double x : coordinates_of(source, domain)) positions.push_back(x);
  file.make_group("/source");
  file.write("/source/position", positions, {model.sources.size(), dim}, false);
  file.make_group("/section");
  for (const model::Section& section : model.sections) write_section(file, section, domain);
  file.close();
}

}  // namespace

void write_model(const std::filesystem::path& path, const ModelFile& model) {
  const std::filesystem::path partial = path.string() + ".partial";
  try {
    write_all(partial, model);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw;
  }
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  require(!error, "{}: cannot write this file: {}", path.string(), error.message());
}

std::vector<Vector> read_source_positions(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  Hdf5File::Shape shape;
  std::vector<double> numbers;
  try {
    const LibraryGuard guard = guard_reading(path, ", or not the model of a result; without it sources have no place");
    const Hdf5File file(path, Hdf5File::Mode::read);
    numbers = file.read("/source/position", shape);
  } catch (const std::exception&) {
    return {};
  }
  if (shape.size() != 2 || shape[1] < 1 || shape[1] > 3) return {};
  std::vector<Vector> positions;
  for (std::size_t n = 0; n < shape[0]; ++n) {
    const double* p = &numbers[n * shape[1]];
    positions.push_back({p[0], shape[1] == 3 ? p[1] : 0, shape[1] > 1 ? p[shape[1] - 1] : 0});
  }
  return positions;
}

}  // namespace unda::output

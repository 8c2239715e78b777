// How the array of a sample file lies in space.
// See grid_geometry.hpp.
#include "model/grid_geometry.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::model {
namespace {

using scenario::Scenario;

/// How far, in sample spacings, rounding may put the domain beyond the samples.
constexpr double tolerance = 1e-6;

int axis_of(char name) { return name == 'x' ? 0 : name == 'y' ? 1 : name == 'z' ? 2 : -1; }

/// The names must be those of the domain's axes, each once.
void check_names(const Scenario& scenario, const std::string& names) {
  const std::string of_domain = scenario.domain.dim == 1 ? "x" : scenario.domain.dim == 2 ? "xz" : "xyz";
  std::string sorted = names;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != of_domain)
    scenario.fail("model.axes", fmt::format("\"{}\" does not name each axis of the domain once; allowed: {}, in any "
                                            "order, slowest first",
                                            names, of_domain));
}

/// First and last sample along an axis in sample numbers of the domain: low <= high whatever the spacing's
/// sign.
struct Range {
  double low, high;
};

Range domain_in_samples(const SampleGrid& grid, const scenario::Domain& domain, int axis) {
  const double a = (domain.extent[axis].low - grid.origin[axis]) / grid.spacing[axis];
  const double b = (domain.extent[axis].high - grid.origin[axis]) / grid.spacing[axis];
  return {std::min(a, b), std::max(a, b)};
}

bool covers(const SampleGrid& grid, const scenario::Domain& domain, int axis) {
  const auto [low, high] = domain_in_samples(grid, domain, axis);
  return low >= -tolerance && high <= static_cast<double>(grid.n[axis] - 1) + tolerance;
}

std::string depth_hint(const SampleGrid& grid, const scenario::Domain& domain) {
  SampleGrid mirrored = grid;
  mirrored.origin[2] = -grid.origin[2];
  mirrored.spacing[2] = -grid.spacing[2];
  if (!covers(mirrored, domain, 2)) return "";
  return fmt::format("; taken as depths they would cover it: z is up, so give origin z = {}, spacing z = {}",
                     mirrored.origin[2], mirrored.spacing[2]);
}

void check_coverage(const Scenario& scenario, const std::string& key, const SampleGrid& grid) {
  for (const int axis : {0, 1, 2}) {
    if (!scenario.domain.has_axis(axis)) continue;
    const auto& extent = scenario.domain.extent[axis];
    const double first = grid.origin[axis];
    const double last = first + static_cast<double>(grid.n[axis] - 1) * grid.spacing[axis];
    if (covers(grid, scenario.domain, axis)) continue;
    scenario.fail(key, fmt::format("the samples reach from {0} = {1} to {2} ({3} samples), the domain from {4} to {5}; "
                                   "they must cover it{6}",
                                   axis_names[axis], std::min(first, last), std::max(first, last), grid.n[axis],
                                   extent.low, extent.high, axis == 2 ? depth_hint(grid, scenario.domain) : ""));
  }
}

/// Origin and spacing in the file's own order to physical axes.
SampleGrid own_grid(const SampledArray& array, const ArrayAxes& axes) {
  SampleGrid grid;
  grid.n = axes.n;
  for (std::size_t a = 0; a < axes.names.size(); ++a) {
    const int axis = axis_of(axes.names[a]);
    grid.origin[axis] = array.geometry->origin[a];
    grid.spacing[axis] = array.geometry->spacing[a];
  }
  return grid;
}

}  // namespace

std::array<std::int64_t, 3> ArrayAxes::index(std::int64_t offset) const {
  std::array<std::int64_t, 3> result{0, 0, 0};
  for (const char name : names) {
    const int axis = axis_of(name);
    result[axis] = offset / stride[axis];
    offset %= stride[axis];
  }
  return result;
}

ArrayAxes array_axes(const Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                     const std::vector<std::int64_t>& shape) {
  const int dim = scenario.domain.dim;
  const SampleFormat format = format_of(file);
  ArrayAxes axes;
  axes.names = scenario.model.grid.axes.empty() ? default_axes(format, dim) : scenario.model.grid.axes;
  check_names(scenario, axes.names);
  if (shape.size() != axes.names.size())
    scenario.fail(key, fmt::format("'{}' holds an array with {} axes (shape {}), the domain has {}{}", file.string(),
                                   shape.size(), shape_text(shape), dim,
                                   format == SampleFormat::segy
                                       ? "; { file = \"...\", shape = [...] } arranges the traces of SEG-Y"
                                       : ""));
  std::int64_t stride = 1;
  for (std::size_t a = shape.size(); a-- > 0;) {
    const int axis = axis_of(axes.names[a]);
    if (shape[a] < 2)
      scenario.fail(key, fmt::format("'{}' has {} sample along {} (shape {}, axes \"{}\"); allowed: 2 or more",
                                     file.string(), shape[a], axis_names[axis], shape_text(shape), axes.names));
    axes.n[axis] = shape[a];
    axes.stride[axis] = stride;
    stride *= shape[a];
  }
  return axes;
}

SampleGrid place(const Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                 const SampledArray& array, const ArrayAxes& axes) {
  const scenario::GridModel& spec = scenario.model.grid;
  SampleGrid grid;
  if (!spec.geometry_given) {
    if (!array.geometry)
      scenario.fail("model.origin", fmt::format("is missing, and '{}' does not tell where its samples lie; give "
                                                "origin and spacing",
                                                file.string()));
    grid = own_grid(array, axes);
  }
  grid.n = axes.n;
  for (const int axis : {0, 1, 2}) {
    if (!scenario.domain.has_axis(axis)) continue;
    if (spec.geometry_given) {
      grid.origin[axis] = spec.origin[axis];
      grid.spacing[axis] = spec.spacing[axis];
    }
    const double origin = grid.origin[axis], spacing = grid.spacing[axis];
    if (!std::isfinite(spacing) || spacing == 0)
      scenario.fail(spec.geometry_given ? "model.spacing" : key,
                    fmt::format("a spacing of {} along {} is not allowed; allowed: above 0, or below 0 where the axis "
                                "runs down",
                                spacing, axis_names[axis]));
    if (!std::isfinite(origin))
      scenario.fail(spec.geometry_given ? "model.origin" : key,
                    fmt::format("{} = {} is not a position", axis_names[axis], origin));
  }
  check_coverage(scenario, spec.geometry_given ? "model.origin" : key, grid);
  return grid;
}

void check_same(const Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                const SampleGrid& first, const SampledArray& array, const ArrayAxes& axes) {
  for (const int axis : {0, 1, 2})
    if (axes.n[axis] != first.n[axis])
      scenario.fail(key, fmt::format("'{}' has {} samples along {}, the file before it {}; all files of a model must "
                                     "have the same shape",
                                     file.string(), axes.n[axis], axis_names[axis], first.n[axis]));
  if (scenario.model.grid.geometry_given || !array.geometry) return;
  const SampleGrid own = own_grid(array, axes);
  for (const int axis : {0, 1, 2}) {
    const double unit = std::abs(first.spacing[axis]);
    const double origin_shift = std::abs(own.origin[axis] - first.origin[axis]) / unit;
    const double stretch =
        std::abs(own.spacing[axis] - first.spacing[axis]) / unit * static_cast<double>(first.n[axis]);
    if (origin_shift <= tolerance && stretch <= tolerance) continue;
    scenario.fail(key, fmt::format("'{}' has its samples along {} at {} + i * {}, the file before it at {} + i * {}",
                                   file.string(), axis_names[axis], own.origin[axis], own.spacing[axis],
                                   first.origin[axis], first.spacing[axis]));
  }
}

GridPart influencing_part(const SampleGrid& all, const scenario::Domain& domain) {
  GridPart part;
  part.grid = all;
  for (const int axis : {0, 1, 2}) {
    if (!domain.has_axis(axis)) continue;
    const auto [low, high] = domain_in_samples(all, domain, axis);
    const std::int64_t last_cell = all.n[axis] - 2;
    const auto first = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(low + tolerance)), 0, last_cell);
    const auto last =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(high - tolerance)), first + 1, all.n[axis] - 1);
    part.first[axis] = first;
    part.grid.n[axis] = last - first + 1;
    part.grid.origin[axis] = all.origin[axis] + static_cast<double>(first) * all.spacing[axis];
  }
  return part;
}

std::string describe_sample(const SampleGrid& grid, const ArrayAxes& axes, const std::array<std::int64_t, 3>& index) {
  std::vector<std::int64_t> in_file;
  for (const char name : axes.names) in_file.push_back(index[axis_of(name)]);
  std::string position;
  for (const int axis : {0, 1, 2}) {
    if (axes.stride[axis] == 0) continue;
    const double value = grid.origin[axis] + static_cast<double>(index[axis]) * grid.spacing[axis];
    position += fmt::format("{}{} = {}", position.empty() ? "" : ", ", axis_names[axis], value);
  }
  return fmt::format("sample {} (axes {}, counted from 0) at {}", shape_text(in_file), axes.names, position);
}

}  // namespace unda::model

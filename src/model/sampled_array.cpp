// Chooses the reader of a sample file.
// A new format is a file of its own, one line in each function here.
#include "model/sampled_array.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::model {

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t length : shape) text += fmt::format("{}{}", text.empty() ? "" : ", ", length);
  return "[" + text + "]";
}

SampleFormat format_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".npy") return SampleFormat::npy;
  if (extension == ".rsf") return SampleFormat::rsf;
  if (extension == ".sgy" || extension == ".segy") return SampleFormat::segy;
  if (extension == ".xyz") return SampleFormat::tomography;
  if (extension == ".rfile") return SampleFormat::raster;
  return SampleFormat::raw;
}

bool tells_geometry(SampleFormat format) {
  return format == SampleFormat::rsf || format == SampleFormat::tomography || format == SampleFormat::raster;
}

std::string default_axes(SampleFormat format, int dim) {
  if (dim == 1) return "x";
  const bool depth_is_fastest =
      format == SampleFormat::rsf || format == SampleFormat::segy || format == SampleFormat::raster;
  if (dim == 2) return depth_is_fastest ? "xz" : "zx";
  return depth_is_fastest ? "yxz" : "zyx";
}

namespace {

/// Single precision stays where it is.
SampledArray read_given(const scenario::GivenArray& array) {
  SampledArray read{{}, array.shape, std::nullopt};
  if (const auto* wide = std::get_if<std::span<const double>>(&array.values)) {
    read.data.resize(wide->size());
    std::transform(wide->begin(), wide->end(), read.data.begin(), [](double x) { return static_cast<float>(x); });
  } else {
    read.handed_over = std::get<std::span<const float>>(array.values);
  }
  return read;
}

}  // namespace

SampledArray read_elevations(const scenario::Topography& surface) {
  return surface.array ? read_given(*surface.array) : read_npy(surface.file);
}

SampledArray read_samples(const scenario::GridSource& source, const std::string& parameter) {
  if (source.array) return read_given(*source.array);
  const SampleFormat format = format_of(source.file);
  if (format == SampleFormat::raw) return read_raw(source.file, source.shape, source.offset);
  if (source.offset != 0)
    throw InputError(fmt::format("'{}': an offset is allowed for raw files only", source.file.string()));
  if (format == SampleFormat::segy) return read_segy(source.file, source.shape);

  SampledArray array = format == SampleFormat::npy      ? read_npy(source.file)
                       : format == SampleFormat::rsf    ? read_rsf(source.file)
                       : format == SampleFormat::raster ? read_raster(source.file, parameter)
                                                        : read_tomography(source.file, parameter);
  if (!source.shape.empty() && source.shape != array.shape)
    throw InputError(fmt::format("'{}' holds an array of shape {}, not {} as the scenario says", source.file.string(),
                                 shape_text(array.shape), shape_text(source.shape)));
  return array;
}

}  // namespace unda::model

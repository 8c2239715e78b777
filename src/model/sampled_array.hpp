// Samples of one model parameter as a file holds them, and the readers of the file formats.
// Readers throw InputError with the file's name and the reason; nothing is allocated before the file's size
// is checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace unda::model {

/// Where the samples lie along each axis of the array, in the array's order: position = origin + index *
/// spacing, m.
struct SampleGeometry {
  std::vector<double> origin, spacing;
};

struct SampledArray {
  std::vector<float> data;          ///< the last axis is contiguous
  std::vector<std::int64_t> shape;  ///< slowest axis first
  std::optional<SampleGeometry> geometry;
  std::span<const float> handed_over = {};  ///< in place of data: memory of somebody else's

  std::span<const float> samples() const { return data.empty() ? handed_over : std::span<const float>(data); }
};

/// "[3, 4]", for messages.
std::string shape_text(const std::vector<std::int64_t>& shape);

enum class SampleFormat { npy, rsf, segy, tomography, raster, raw };

/// By the file's extension: .npy, .rsf, .sgy or .segy, .xyz, .rfile; anything else is raw.
SampleFormat format_of(const std::filesystem::path& file);

/// Does the file tell where its samples lie?
bool tells_geometry(SampleFormat format);

/// What the axes mean when the scenario does not say: slowest first, "zyx" for npy, raw and SPECFEM, "yxz" for rsf, segy
/// and SW4.
std::string default_axes(SampleFormat format, int dim);

/// Any format, or an array handed over in memory; a shape in the scenario must agree with the file. `parameter` ("vp")
/// chooses in files that hold several.
SampledArray read_samples(const scenario::GridSource& source, const std::string& parameter);

/// The elevations of a topography, or of a surface between layers.
SampledArray read_elevations(const scenario::Topography& surface);

/// NumPy's format, versions 1 to 3: floats and integers of either byte order, C or Fortran order.
SampledArray read_npy(const std::filesystem::path& file);

/// Little-endian float32 from byte `offset` to the end of the file.
SampledArray read_raw(const std::filesystem::path& file, const std::vector<std::int64_t>& shape, std::uint64_t offset);

/// SEG-Y with IBM or IEEE floats: [trace, sample]; a shape, when not empty, arranges the traces.
SampledArray read_segy(const std::filesystem::path& file, const std::vector<std::int64_t>& shape);

/// Madagascar: a text header, the samples in another file or behind the header. An axis labelled as a depth
/// is turned into z: its origin and spacing change sign.
SampledArray read_rsf(const std::filesystem::path& file);
/// SPECFEM's tomography_model.xyz, of which vp, vs, rho, qp or qs is taken.
SampledArray read_tomography(const std::filesystem::path& file, const std::string& parameter);
/// SW4's .rfile, of which rho, vp, vs, qp or qs is taken; its first sample is at x = y = 0.
SampledArray read_raster(const std::filesystem::path& file, const std::string& parameter);
/// The file of the samples that an RSF header names; empty where they stand in the same file.
std::filesystem::path rsf_data_file(const std::filesystem::path& file);

}  // namespace unda::model

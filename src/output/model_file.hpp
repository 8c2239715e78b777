// model.h5: sections through the model of a run, with its sources, for pictures.
// Layout below; written once, before the first step.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/section.hpp"
#include "scenario/scenario.hpp"

namespace unda::output {

/// /domain float64 [dim, 2]: low and high, m. /source/position float64 [n, dim], m.
/// /section/<name>, with attributes `axes` ("zx": slowest first) and `through` [dim], m: a float64 array of coordinates
/// for each axis; vp, vs, rho float32, slowest axis first, with attribute `units`; above the surface NaN. Names: x (1-D), xz,
/// xy (3-D), surface (not 1-D; with `height`, z of its points), volume (3-D, coarse).
/// Attributes vp_range, vs_range, rho_range of /: least and most in all of the model; vs = 0 counts.
struct ModelFile {
  std::string title;
  scenario::Domain domain;
  std::vector<Vector> sources;
  std::vector<model::Section> sections;
  model::Extremes extremes{};
};

/// Writes beside `file` and renames, so that a file under that name is always whole.
void write_model(const std::filesystem::path& file, const ModelFile& model);

/// Positions of the sources in a file that write_model() has written; none where there is no such file or it cannot be read.
std::vector<Vector> read_source_positions(const std::filesystem::path& file);

}  // namespace unda::output

// CMTSOLUTION and FORCESOLUTION files, as SPECFEM and the CMT catalogue have them: events of a header line and
// "key: value" lines. Strengths come in this program's frame and units; places stay as they stand in the file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text_file.hpp"

namespace unda::scenario {

struct SolutionEvent {
  SourceKind kind = SourceKind::moment_tensor;  ///< or force
  std::string name;
  std::optional<std::int64_t> origin_time;  ///< of the header line, microseconds since 1970
  double time_shift = 0;                    ///< of the centroid after the origin time, s
  double latitude = 0, longitude = 0;       ///< degrees, or y and x in m
  double depth = 0;                         ///< below the surface, m

  /// CMTSOLUTION: xx yy zz xy xz yz in N m (the file: up-south-east, dyne cm).
  std::array<double, 6> moment{};
  /// FORCESOLUTION: x y z in N, the factor times the unit vector of the direction.
  Vector force{0, 0, 0};

  /// The file's own time function: a Gaussian of this half duration in s, or a Ricker wavelet of this frequency in Hz.
  double half_duration = 0, frequency = 0;
  bool ricker = false;

  int line = 0, latitude_line = 0, depth_line = 0, width_line = 0;
};

/// Mrr Mtt Mpp Mrt Mrp Mtp (r up, t south, p east) in dyne cm to Mxx Myy Mzz Mxy Mxz Myz (x east, y north, z up) in N m.
std::array<double, 6> moment_from_cmt(const std::array<double, 6>& up_south_east);

/// The Gaussian moment rate that stands for a triangle of this half duration. SPECFEM takes exp(-(t/h)^2) / (h sqrt pi)
/// with h = half duration / 1.628, which decays as the triangle does; with h = sqrt(2) sigma this is our unit-area
/// Gaussian, sigma = half duration / 2.302.
double sigma_of_half_duration(double half_duration);
double half_duration_of_sigma(double sigma);

std::vector<SolutionEvent> read_solutions(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

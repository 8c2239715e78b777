// Point sources in uniform anisotropic solids, as scenarios.
#pragma once

#include <fmt/format.h>

#include "support.hpp"

namespace unda::verification {

/// Receivers stand two of the shortest wavelengths (270 m) away.
inline std::string point_source(const std::string& source, const std::string& medium, const std::string& method,
                                double half = 900) {
  return fmt::format(
      "[domain]\nx = [-{0}, {0}]\ny = [-{0}, {0}]\nz = [-{0}, {0}]\n[model]\nkind = 'uniform'\n{1}"
      "[[source]]\nposition = [0, 0, 0]\n{2}time_function = {{ kind = 'ricker', frequency = 2.5, delay = 0.55 }}\n"
      "[[receivers]]\npositions = [[600, 0, 100], [300, -350, 400], [-100, 200, -600]]\nquantities = ['velocity']\n"
      "[time]\nduration = 1.25\nsample_interval = 0.01\n{3}",
      half, medium, source, method);
}

inline const std::string shale = "vp = 3000\nvs = 1700\nrho = 2300\nepsilon = 0.2\ndelta = 0.05\ngamma = 0.15\n";
inline const std::string tilted_shale = shale + "tilt = 40\nazimuth = 30\n";
inline const std::string force = "kind = 'force'\nforce = [1e9, -2e9, 1.5e9]\n";
inline const std::string moment =
    "kind = 'moment_tensor'\nmoment = { xx = 1e12, zz = -0.5e12, xy = 0.7e12, xz = 1.1e12 }\n";

}  // namespace unda::verification

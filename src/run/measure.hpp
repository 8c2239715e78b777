// unda measure: peaks, spectra, intensities and durations of ground motion, receiver by receiver.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "numerics/zero_phase_filter.hpp"

namespace unda::run {

struct MeasureOptions {
  std::filesystem::path traces;  ///< traces.h5, the result directory that holds it, or a directory of shots
  std::vector<double> periods{0.1, 0.3, 1, 3};  ///< of PSA, s
  double damping = 0.05;                        ///< as a part of the critical
  numerics::Corners corners;                    ///< of a filter before anything is measured
  std::filesystem::path out;                    ///< empty: measures.csv beside the traces
  std::string receivers;                        ///< a group; empty: all
  bool overwrite = false;
};

/// Writes a CSV with a row for each receiver and component, in SI units, and prints the largest of each group. Returns the results
/// that now have a measures.csv beside their traces.
std::vector<std::filesystem::path> measure(const MeasureOptions& options);

}  // namespace unda::run

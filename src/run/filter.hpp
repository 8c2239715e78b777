// unda filter: the traces of a result without what lies outside a band of frequencies, as a traces file that every command takes.
#pragma once

#include <filesystem>

#include "numerics/zero_phase_filter.hpp"

namespace unda::run {

struct FilterOptions {
  std::filesystem::path traces;  ///< traces.h5, the result directory that holds it, or a directory of shots
  std::filesystem::path out;     ///< empty: filtered.h5 beside the traces
  numerics::Corners corners;
  bool overwrite = false;
};

void filter(const FilterOptions& options);

}  // namespace unda::run

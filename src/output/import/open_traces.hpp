// Traces from whatever holds some: a result directory, a traces.h5, reference seismograms as CSV or SAC.
#pragma once

#include <filesystem>
#include <optional>

#include "output/traces.hpp"

namespace unda::output {

/// A directory stands for its traces.h5, or for all CSV or all SAC files in it. `quantity`: what SAC files hold whose
/// header does not tell. Throws InputError. Files other than traces.h5 give one group without a name.
Traces open_traces(const std::filesystem::path& path, std::optional<scenario::Quantity> quantity = {});

}  // namespace unda::output

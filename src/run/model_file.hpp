// model.h5 of a result directory: the model as run, in sections through the first source.
#pragma once

#include <filesystem>

#include "run/experiment.hpp"

namespace unda::run {

/// Written by the first rank. Without a source the sections pass through the middle of the domain.
void write_model_file(const std::filesystem::path& file, const Experiment& experiment);

}  // namespace unda::run

// The model as run, in sections through the first source: model.h5 of a result directory.
#pragma once

#include <filesystem>

#include "output/model_file.hpp"
#include "run/experiment.hpp"

namespace unda::run {

/// Without a source the sections pass through the middle of the domain.
output::ModelFile model_of(const Experiment& experiment);

/// Written by the first rank.
void write_model_file(const std::filesystem::path& file, const Experiment& experiment);

}  // namespace unda::run
